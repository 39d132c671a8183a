package match

import (
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// Settings are those of a match, or of every pair of a tournament, as people write them.
type Settings struct {
	// Games is how many are played.
	Games int
	// Game is a small game, as ParseGame reads it, of which Board, Rules, Komi, Time and
	// MaxMoves say nothing; "" is Go.
	Game string
	// Board is its side, Rules a name that board.ParseRules knows.
	Board int
	Rules string
	// Komi is the points for White; nil for what the rules say.
	Komi *float64
	// Time is both players' clock for a game, as ParseTime reads it.
	Time string
	// Patience, Openings, Parallel and Seed are those of a Config, MaxMoves its MoveLimit.
	Patience time.Duration
	Openings int
	MaxMoves int
	Parallel int
	Seed     uint64
}

// Config is what they come to.
func (s Settings) Config() (Config, error) {
	if s.Game != "" {
		game, err := player.ParseGame(s.Game)
		if err != nil {
			return Config{}, err
		}
		config := Config{
			Games: s.Games, Game: game, Size: game.Size, Openings: s.Openings,
			Patience: s.Patience, Parallel: s.Parallel, Seed: s.Seed,
		}
		return config, config.Validate()
	}
	rules, err := board.ParseRules(s.Rules)
	if err != nil {
		return Config{}, err
	}
	if s.Komi != nil {
		rules.Komi = *s.Komi
	}
	clock, err := player.ParseTime(s.Time)
	if err != nil {
		return Config{}, err
	}
	config := Config{
		Games: s.Games, Size: s.Board, Rules: rules, Openings: s.Openings, MoveLimit: s.MaxMoves,
		Time: clock, Patience: s.Patience, Parallel: s.Parallel, Seed: s.Seed,
	}
	return config, config.Validate()
}

// About is the match of two players' strings by config, which these settings came to.
func (s Settings) About(config Config, a, b string) About {
	if config.Game != (player.Game{}) {
		return About{A: a, B: b, Game: config.Game.String(), Board: config.Size, Seed: config.Seed, Openings: config.Openings}
	}
	return About{
		A: a, B: b, Board: config.Size, Rules: s.Rules, Komi: config.Rules.Komi,
		Seed: config.Seed, Openings: config.Openings, Time: s.Time, MaxMoves: config.MoveLimit,
	}
}
