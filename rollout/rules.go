package rollout

import "github.com/tengen-go/tengen/board"

// rules choose the moves of a playout.
type rules interface {
	// move is the next move; the chains in atari are known.
	move(pos *board.Position, r *board.Rand) board.Point
	known() *ataris
}

// play plays by rules to the end.
func play[R rules](m R, pos *board.Position, r *board.Rand, trace []board.Point) []board.Point {
	known := m.known()
	known.reset(pos)
	limit := MoveLimit(pos.Size())
	for passes, moves := 0, 0; passes < 2 && moves < limit; moves++ {
		p := m.move(pos, r)
		pos.Play(p, pos.ToMove())
		trace = append(trace, p)
		if p == board.Pass {
			passes++
			continue
		}
		passes = 0
		known.played(pos, p)
	}
	return trace
}
