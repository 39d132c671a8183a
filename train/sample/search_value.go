package sample

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
)

// returns are what the positions of a game are learned to be worth to the side to move, by the number of moves played
// before, from the last move back. They come from the outcome, and from what the search of each move expected,
// calibrated: going back, each of these values replaces a share of the target. So the search of a move counts share,
// that of the next move share·(1−share), and so on; the outcome counts what is left. With share = 1−λ these are
// λ-returns (Sutton 1988, "Learning to predict by the methods of temporal differences"). Moves without a search change
// nothing.
func (c *calibration) returns(g *record.Game, share float64) iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		target := float64(Outcome(g.Result.Winner, board.Black)) // for Black
		for ply := len(g.Moves) - 1; ply >= 0; ply-- {
			sign := 1.0
			if g.Moves[ply].Color() == board.White {
				sign = -1
			}
			if share > 0 && ply < len(g.Thoughts) && len(g.Thoughts[ply].Visits) > 0 {
				target += share * (sign*c.expected(ply, float64(g.Thoughts[ply].Value)) - target)
			}
			if !yield(ply, sign*target) {
				return
			}
		}
	}
}

// target is what a position is learned to be worth to the side to move, after so many moves of its game.
func (c *calibration) target(g *record.Game, ply int, share float64) float64 {
	for i, target := range c.returns(g, share) {
		if i == ply {
			return target
		}
	}
	return float64(Outcome(g.Result.Winner, moverAt(g, ply))) // behind the last move
}

// searched counts the games in which a search chose some move.
func searched(set *record.Set) (n int) {
	for i := range set.Len() {
		g := set.Game(i)
		for ply := range g.Thoughts {
			if len(g.Thoughts[ply].Visits) > 0 {
				n++
				break
			}
		}
	}
	return n
}

// appendSearches writes what decides the targets of a game, apart from its outcome, for a hash.
func appendSearches(buf []byte, g *record.Game) []byte {
	for i := range g.Thoughts {
		value := float32(math.NaN())
		if t := &g.Thoughts[i]; len(t.Visits) > 0 {
			value = t.Value
		}
		buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(value))
	}
	return buf
}

// CheckSearchShare refuses what is no share of the searches; see ValueConfig.
func CheckSearchShare(share float64) error {
	if !(share >= 0 && share <= 1) {
		return fmt.Errorf("search-share %v: want 0, outcomes alone, to 1, values of searches alone", share)
	}
	return nil
}
