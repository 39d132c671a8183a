package selfplay

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
)

// ValueData plans the games for a value network's positions (Silver et al. 2016,
// Methods, "Value network: regression"): U is drawn uniformly from 1 to MaxU; the moves 1 to
// U−1 are the SL policy's, move U is a uniformly random legal one, and the RL policy plays
// from there to the end. Of each game one position counts, the one after U moves (Mark), with
// the outcome for the side to move.
//
// The paper does not say what becomes of a game that is over before move U. Here it is
// given up and drawn again, U included, from the same source, so that every index yields a
// position.
type ValueData struct {
	SL, RL int // indexes into the players
	MaxU   int // at least 1
}

// PaperMaxU is the range of U on 19×19.
const PaperMaxU = 450

// ScaledMaxU is PaperMaxU in proportion to the points of a board of this size, rounded: 101
// on 9×9, 211 on 13×13. Games are about as long, in moves a point, on all boards.
func ScaledMaxU(size int) int {
	return max(1, int(math.Round(PaperMaxU*float64(size*size)/(19*19))))
}

// Validate says what is wrong with the plan for so many players.
func (v ValueData) Validate(players int) error {
	switch {
	case v.SL < 0 || v.SL >= players || v.RL < 0 || v.RL >= players:
		return fmt.Errorf("players %d and %d of %d", v.SL, v.RL, players)
	case v.MaxU < 1 || v.MaxU > 1<<15:
		return fmt.Errorf("a random move from 1 to %d: want a bound from 1 to %d", v.MaxU, 1<<15)
	}
	return nil
}

// Plan is the schedule of one game, as Play wants it.
func (v ValueData) Plan(_ int, rng *rand.Rand) Schedule { return v.from(1 + rng.IntN(v.MaxU)) }

// from is the schedule for U = u, the mark of a game.
func (v ValueData) from(u int) Schedule {
	return Schedule{Mark: u, Who: func(ply int, _ board.Color) int {
		switch {
		case ply < u-1:
			return v.SL
		case ply == u-1:
			return Random
		}
		return v.RL
	}}
}
