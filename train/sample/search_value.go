package sample

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
)

// searchValue is the outcome that the search of a move expected, for the side to move; false if none did.
func searchValue(g *record.Game, ply int) (v float64, ok bool) {
	if ply >= len(g.Thoughts) || len(g.Thoughts[ply].Visits) == 0 {
		return 0, false
	}
	return float64(g.Thoughts[ply].Value), true
}

// target is what a position is learned to be worth to the side to move, after so many moves of its game. It comes from
// what the searches from there on expected, calibrated, and from the outcome. This move's search counts share, the
// next move's share·(1−share), and so on. The outcome counts what is left. This is the λ-return with λ = 1−share
// (Sutton 1988, "Learning to predict by the methods of temporal differences"). Moves without a search change nothing.
func (c *calibration) target(g *record.Game, ply int, share float64) float64 {
	const nothing = 1e-6
	mover := moverAt(g, ply)
	sum, left := 0.0, 1.0
	for i := ply; share > 0 && i < len(g.Moves) && left > nothing; i++ {
		v, ok := searchValue(g, i)
		if !ok {
			continue
		}
		if v = c.expected(i, v); g.Moves[i].Color() != mover {
			v = -v
		}
		sum += left * share * v
		left *= 1 - share
	}
	return sum + left*float64(Outcome(g.Result.Winner, mover))
}

// targets yields the targets of all positions before a move, from the last one back, each from the one after it.
func (c *calibration) targets(g *record.Game, share float64) iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		black := float64(Outcome(g.Result.Winner, board.Black))
		for ply := len(g.Moves) - 1; ply >= 0; ply-- {
			sign := 1.0
			if g.Moves[ply].Color() == board.White {
				sign = -1
			}
			if v, ok := searchValue(g, ply); ok && share > 0 {
				black += share * (sign*c.expected(ply, v) - black)
			}
			if !yield(ply, sign*black) {
				return
			}
		}
	}
}

// appendSearches writes what decides the targets of a game, apart from its outcome, for a hash.
func appendSearches(buf []byte, g *record.Game) []byte {
	for ply := range g.Moves {
		v, ok := searchValue(g, ply)
		if !ok {
			v = math.NaN()
		}
		buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
	}
	return buf
}

// CheckSearchShare refuses what is no share of the searches; see ValueConfig.
func CheckSearchShare(share float64) error {
	if !(share >= 0 && share <= 1) {
		return fmt.Errorf("search-share %v: want 0 (outcomes alone) to 1 (searches alone)", share)
	}
	return nil
}
