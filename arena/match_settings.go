package arena

import (
	"time"

	"github.com/tengen-go/tengen/board"
)

// MatchSettings are those of a match, or of every pair of a tournament, as people write them.
type MatchSettings struct {
	// Games is how many are played.
	Games int
	// Board is its side, Rules a name that board.ParseRules knows.
	Board int
	Rules string
	// Komi is the points for White; nil for what the rules say.
	Komi *float64
	// Time is both players' clock for a game, as ParseTime reads it.
	Time string
	// Patience, Openings, Parallel and Seed are those of a MatchConfig, MaxMoves its MoveLimit.
	Patience time.Duration
	Openings int
	MaxMoves int
	Parallel int
	Seed     uint64
}

// Config is what they come to.
func (s MatchSettings) Config() (MatchConfig, error) {
	rules, err := board.ParseRules(s.Rules)
	if err != nil {
		return MatchConfig{}, err
	}
	if s.Komi != nil {
		rules.Komi = *s.Komi
	}
	clock, err := ParseTime(s.Time)
	if err != nil {
		return MatchConfig{}, err
	}
	config := MatchConfig{
		Games: s.Games, Size: s.Board, Rules: rules, Openings: s.Openings, MoveLimit: s.MaxMoves,
		Time: clock, Patience: s.Patience, Parallel: s.Parallel, Seed: s.Seed,
	}
	return config, config.Validate()
}

// About is the match of two players' strings by config, which these settings came to.
func (s MatchSettings) About(config MatchConfig, a, b string) MatchAbout {
	return MatchAbout{
		A: a, B: b, Board: config.Size, Rules: s.Rules, Komi: config.Rules.Komi,
		Seed: config.Seed, Openings: config.Openings, Time: s.Time, MaxMoves: config.MoveLimit,
	}
}
