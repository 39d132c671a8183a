package match

import (
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/timing"
)

// Settings are the settings of a match, or of every pair of a tournament, as people write them.
type Settings struct {
	// Games is how many are played.
	Games int
	// Game is a small game, as game.Parse reads it, of which Board, Rules and Komi say nothing; ""
	// is Go.
	Game string
	// Board is its side, Rules a name that board.ParseRules knows.
	Board int
	Rules string
	// Komi is the points for White; nil for what the rules say, half a point with handicap.
	Komi *float64
	// Handicap is the number of stones that B gets; 0 for an even game.
	Handicap int
	// Time is both players' clock for a game, as ParseTime reads it.
	Time string
	// Patience, Openings, Parallel and Seed are as in a Config; MaxMoves is its MoveLimit.
	Patience time.Duration
	Openings int
	MaxMoves int
	Parallel int
	Seed     uint64
	// Device is what computes networks, as in an About.
	Device string
}

// rules are what is played.
func (s Settings) rules() (game.Rules, error) {
	if s.Game != "" {
		rules, err := game.Parse(s.Game)
		return rules, err
	}
	rules, err := board.ParseRules(s.Rules)
	if err != nil {
		return nil, err
	}
	switch {
	case s.Komi != nil:
		rules.Komi = *s.Komi
	case s.Handicap != 0:
		rules.Komi = board.HandicapKomi
	}
	return game.Go{Board: s.Board, Rules: rules}, nil
}

// DefaultPatience is the longest wait for a move if nobody names another.
const DefaultPatience = 10 * time.Minute

// Config is what they come to.
func (s Settings) Config() (Config, error) {
	rules, err := s.rules()
	if err != nil {
		return Config{}, err
	}
	clock, err := timing.Parse(s.Time)
	if err != nil {
		return Config{}, err
	}
	config := Config{
		Games: s.Games, Rules: rules, Openings: s.Openings, Handicap: s.Handicap, MoveLimit: s.MaxMoves,
		Time: clock, Patience: s.Patience, Parallel: s.Parallel, Seed: s.Seed,
	}
	return config, config.Validate()
}

// About is the match of two players' strings by config, which these settings came to.
func (s Settings) About(config Config, a, b string) About {
	about := About{
		A:        a,
		B:        b,
		Board:    config.Rules.Size(),
		Seed:     config.Seed,
		Openings: config.Openings,
		Handicap: config.Handicap,
		Time:     s.Time,
		MaxMoves: config.MoveLimit,
		Device:   s.Device,
	}
	if config.Time.System == timing.Unlimited {
		about.Patience = config.Patience.String()
	}
	if rules, ok := config.Rules.(game.Go); ok {
		about.Rules, about.Komi = s.Rules, rules.Rules.Komi
	} else {
		about.Game = config.Rules.String()
	}
	return about
}
