package rollout

import "github.com/tengen-go/tengen/board"

// Playout is a way of playing a position to its end. It holds scratch and is for one
// goroutine.
type Playout interface {
	// Play plays pos until two passes in a row or a limit of moves that no sensible game
	// reaches, and appends every move, passes included, to trace. The side to move begins.
	Play(pos *board.Position, r *board.Rand, trace []board.Point) []board.Point
}

// Uniform plays random legal moves, own one-point eyes excepted.
type Uniform struct{}

// Play implements Playout.
func (Uniform) Play(pos *board.Position, r *board.Rand, trace []board.Point) []board.Point {
	for passes := 0; passes < 2 && len(trace) < cap(trace); {
		p := pos.RandomMove(r)
		pos.Play(p, pos.ToMove())
		trace = append(trace, p)
		if p == board.Pass {
			passes++
		} else {
			passes = 0
		}
	}
	return trace
}
