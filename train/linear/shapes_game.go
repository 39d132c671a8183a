package linear

import (
	"context"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/shapes"
)

// shapesGame plays games of a value function over local shapes, and learns from them by
// TD(0): with s_t the position after move t, V its value and z the outcome,
//
//	θ ← θ + α·δ·φ(s_t),   δ = V(s_t+k) − V(s_t)   (z − V(s_t) where the game ends before)
//
// with k of one or two plies, at once after move t+k. There is no factor V·(1−V): this is the
// gradient of the cross entropy, as for logistic regression, not of the squared error. The moves are
// the moves of playouts: every legal one, except into own one-point eyes, until both players pass.
// A player passes when it has no other move.
type shapesGame struct {
	windows *shapes.Windows
	moves   []board.Point
	logits  []float32
	path    [3][]int32 // active weights of the last positions
}

func newShapesGame(size int) *shapesGame {
	return &shapesGame{
		windows: shapes.NewWindows(size),
		moves:   make([]board.Point, 0, size*size), logits: make([]float32, size*size),
	}
}

// choose is the move of the greatest value for the side to move; of equals any.
func (g *shapesGame) choose(v *shapes.Values, pos *board.Position, r *board.Rand) board.Point {
	g.moves = pos.LegalMoves(g.moves[:0])
	c, n := pos.ToMove(), 0
	for _, m := range g.moves {
		if !pos.OwnEye(m, c) {
			g.moves[n] = m
			n++
		}
	}
	if n == 0 {
		return board.Pass
	}
	g.moves = g.moves[:n]
	v.Afterstates(g.windows, pos, g.moves, g.logits)
	best, equal := 0, 1
	for i := 1; i < n; i++ {
		x, top := g.logits[i], g.logits[best]
		if c == board.White {
			x, top = -x, -top
		}
		switch {
		case x > top:
			best, equal = i, 1
		case x == top:
			if equal++; r.IntN(equal) == 0 {
				best = i
			}
		}
	}
	return g.moves[best]
}

// lesson is what a game came to.
type lesson struct {
	moves  int
	errors float64 // sum of δ²
	black  float64 // outcome for Black: 1, 0.5 or 0
}

// learn plays a game against itself, each move with a chance of epsilon a random one, and
// learns from it.
func (g *shapesGame) learn(v *shapes.Values, c *ShapesConfig, rate float64, r *board.Rand) lesson {
	pos := board.NewPosition(c.Board)
	g.windows.Set(&pos)
	step := rate / float64(g.windows.Count())
	limit := rollout.MoveLimit(c.Board)
	var l lesson
	for passes := 0; passes < 2 && l.moves < limit; {
		m := board.Pass
		if chance(r) < c.Epsilon {
			m = pos.RandomMove(r)
		} else {
			m = g.choose(v, &pos, r)
		}
		if passes++; m != board.Pass {
			passes = 0
		}
		g.windows.Play(&pos, m)
		pos.Play(m, pos.ToMove())
		now := &g.path[l.moves%3]
		*now = v.Active(g.windows, (*now)[:0])
		if l.moves >= c.Plies {
			l.errors += teach(v, g.path[(l.moves-c.Plies)%3], shapes.Win(v.Sum(*now)), step)
		}
		l.moves++
	}
	l.black = (outcomeOf(&pos, c.Komi) + 1) / 2
	for t := max(0, l.moves-c.Plies); t < l.moves; t++ {
		l.errors += teach(v, g.path[t%3], l.black, step)
	}
	return l
}

// teach moves the value of a position towards a target and returns the squared error that it
// had.
func teach(v *shapes.Values, active []int32, target, step float64) float64 {
	delta := target - shapes.Win(v.Sum(active))
	v.Learn(active, float32(step*delta))
	return delta * delta
}

// chance is a number from 0 to 1, less than 1.
func chance(r *board.Rand) float64 { return float64(r.Uint64()>>11) / (1 << 53) }

// openingMoves are drawn at random in games that measure: two value functions without chance
// would play the same game again and again.
const openingMoves = 4

// match is the share of the points of so many games that a has against b, greedy players both, nil a
// random one. Each opening is played twice, with colours exchanged.
func (g *shapesGame) match(
	ctx context.Context, a, b *shapes.Values, size int, komi float64, games int, seed uint64,
) (interval.Estimate, error) {
	won := 0.0
	for i := range games {
		if ctx.Err() != nil {
			return interval.Estimate{}, ctx.Err()
		}
		r := board.NewRand(splitmix.Mix(seed + uint64(i/2)*splitmix.Golden))
		pos := board.NewPosition(size)
		players := [2]*shapes.Values{a, b}
		if i%2 == 1 {
			players = [2]*shapes.Values{b, a}
		}
		for moves, passes := 0, 0; passes < 2 && moves < rollout.MoveLimit(size); moves++ {
			var m board.Point
			if v := players[moves%2]; v == nil || moves < openingMoves {
				m = pos.RandomMove(&r)
			} else {
				g.windows.Set(&pos)
				m = g.choose(v, &pos, &r)
			}
			if passes++; m != board.Pass {
				passes = 0
			}
			pos.Play(m, pos.ToMove())
		}
		points := (outcomeOf(&pos, komi) + 1) / 2
		if i%2 == 1 {
			points = 1 - points
		}
		won += points
	}
	return interval.Share(won, games), nil
}
