package play

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
)

// Estimate is what random games say of a position.
type Estimate struct {
	// Lead is Black's lead in points, with komi.
	Lead float64
	// Decided says that Lead is the count of a board on which nothing is open.
	Decided bool
	// Chance is the share of the random games that Black won, a draw half.
	Chance float64
	// Owner is who owns each point, row-major: 1 Black's to −1 White's.
	Owner []float64
}

// estimate judges a game by random games.
func estimate(g *board.Game, games int, seed uint64) Estimate {
	o := ownership.Estimate(g, games, seed)
	e := Estimate{Chance: o.Wins[board.Black] + o.Wins[board.Empty]/2, Owner: o.Owner}
	e.Lead, e.Decided = o.Lead(g)
	return e
}

// String says the estimate in words: the count of a decided game; else that it is not decided,
// the lead, and how many of the random games the leader wins.
func (e Estimate) String() string {
	if e.Decided {
		return "decided: " + lead(e.Lead)
	}
	side, chance := "Black", e.Chance
	if chance < 0.5 {
		side, chance = "White", 1-chance
	}
	return fmt.Sprintf("not settled; estimate %s, %s wins %.0f %% of the playouts",
		lead(math.Round(2*e.Lead)/2), side, 100*chance)
}

// lead is Black's lead as a score: "B+3.5".
func lead(points float64) string {
	switch {
	case points > 0:
		return fmt.Sprintf("B+%g", points)
	case points < 0:
		return fmt.Sprintf("W+%g", -points)
	}
	return "even"
}

// Estimate is the result of a finished game, else what playouts say of the position.
func (s *Session) Estimate() string {
	if s.game.Over() {
		return s.Result()
	}
	return estimate(s.game, scorePlayouts, s.config.Seed).String()
}

// screenPlayouts is the number of random games behind what the screen shows at each move.
const screenPlayouts = 400

// Estimator is a function that judges the present position wherever it runs.
func (s *Session) Estimator() func() Estimate {
	g, seed := s.game.Clone(), s.config.Seed
	return func() Estimate { return estimate(g, screenPlayouts, seed) }
}
