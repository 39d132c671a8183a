package rollout

import "github.com/tengen-go/tengen/board"

// rules choose the moves of a playout.
type rules interface {
	// move is the next move; the chains in atari are known.
	move(pos *board.Position, r *board.Rand) board.Point
	known() *ataris
}

// play plays by rules, to the end or until one side is so many stones ahead (mercy, 0 for
// never).
func play[R rules](m R, pos *board.Position, r *board.Rand, trace []board.Point, mercy int) []board.Point {
	known := m.known()
	known.reset(pos)
	limit := MoveLimit(pos.Size())
	lead := 0 // Black's stones less White's
	if mercy > 0 {
		lead = stonesAhead(pos)
	}
	for passes, moves := 0, 0; passes < 2 && moves < limit; moves++ {
		c := pos.ToMove()
		p := m.move(pos, r)
		captured := pos.Play(p, c)
		trace = append(trace, p)
		if p == board.Pass {
			passes++
			continue
		}
		passes = 0
		known.played(pos, p)
		if mercy > 0 {
			if lead += ahead(c, captured+1); abs(lead) >= mercy {
				break
			}
		}
	}
	return trace
}

// ahead is n for Black and −n for White.
func ahead(c board.Color, n int) int {
	if c == board.White {
		return -n
	}
	return n
}

// stonesAhead is how many more stones Black has on the board than White.
func stonesAhead(pos *board.Position) (lead int) {
	size := pos.Size()
	for i := range size * size {
		switch pos.At(board.FromIndex(i, size)) {
		case board.Black:
			lead++
		case board.White:
			lead--
		}
	}
	return lead
}
