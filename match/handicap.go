package match

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/rating"
)

// errSmallHandicap refuses a handicap for small games.
var errSmallHandicap = errors.New("a handicap is for Go: leave it out")

// checkHandicap refuses stones that the board does not take.
func (c Config) checkHandicap() error {
	if c.Handicap == 0 {
		return nil
	}
	if _, ok := c.Rules.(game.Go); !ok {
		return errSmallHandicap
	}
	_, err := board.FixedHandicap(c.Rules.Size(), c.Handicap)
	return err
}

// komi is the points for White; 0 in small games.
func (c Config) komi() float64 {
	if rules, ok := c.Rules.(game.Go); ok {
		return rules.Rules.Komi
	}
	return 0
}

// newGame is a game before its first move: with handicap, Black's stones stand on the board.
func (c Config) newGame() (game.Game, error) {
	g, err := c.Rules.New()
	if err != nil || c.Handicap == 0 {
		return g, err
	}
	of, ok := g.(game.GoGame)
	if !ok {
		return nil, errSmallHandicap
	}
	points, err := board.FixedHandicap(of.Size(), c.Handicap)
	if err == nil {
		err = of.PlaceHandicap(points)
	}
	return g, err
}

// TakerName is what ratings call a player who has handicap stones in a match. The player with the stones and
// the player without them are two players, as in Extended Data Table 6 of the paper.
func TakerName(name string, stones int) string {
	if stones == 0 {
		return name
	}
	return fmt.Sprintf("%s+%d", name, stones)
}

// takerText is the player string of B with its handicap: other stones, or another komi, are another player.
func takerText(text string, stones int, komi float64) string {
	if stones == 0 {
		return text
	}
	return fmt.Sprintf("%s with %d stones at komi %g", text, stones, komi)
}

// withHandicap is a result as ratings read it: B has the stones. Black's advantage is part of what the stones
// are worth, so the games count as if nobody knew who had Black.
func withHandicap(r rating.PairResult, stones int) rating.PairResult {
	if stones == 0 {
		return r
	}
	r.B = TakerName(r.B, stones)
	r.Unknown, r.Black, r.White = r.Total(), rating.Tally{}, rating.Tally{}
	r.Repeated = rating.Colors{Unknown: r.Repeated.Total()}
	return r
}
