package timing

import (
	"time"
)

// Budget is the time for one move.
type Budget struct {
	// Soft is when to stop if nothing speaks against it.
	Soft time.Duration
	// Hard is when to stop whatever is unclear. It is at least Soft.
	Hard time.Duration
}

// DefaultLag is what is held back from a clock for what happens between the player and it.
const DefaultLag = 500 * time.Millisecond

// atOnce is about what a move takes that is not thought about.
const atOnce = 30 * time.Millisecond

// MoveBudget divides the time left among the moves to come, the most for the middle of the
// game (Huang, Coulom and Lin 2010, "Time management for Monte-Carlo tree search applied to
// the game of Go", the enhanced formula): with R the time left,
//
//	R / (C + max(P − moves, 0))
//
// moves being those played by both sides, and C = P a fifth of the board's points (80 and 80
// in the paper). Increments and overtime come on top. lag is held back, but never more than
// half of a period, of an increment or of the longest move that is allowed. moves is the
// number of moves played, size the board's.
func MoveBudget(c Clock, moves, size int, lag time.Duration) Budget {
	fifth := max(size*size/5, 10)
	share := func(d time.Duration) time.Duration {
		return max(d, 0) / time.Duration(fifth+max(fifth-moves, 0))
	}
	if c.Period > 0 {
		lag = min(lag, c.Period/2)
	}
	left := max(c.Left-lag, 0)
	b := Budget{}
	switch c.System {
	case Absolute:
		// Moves at once take time, too, and there will be no more of it.
		b.Soft = share(left - time.Duration(fifth)*atOnce)
		b.Hard = 2 * b.Soft
	case Fischer:
		b.Soft = min(share(left)+c.Period*9/10, left)
		b.Hard = min(2*b.Soft, left)
	case Canadian:
		if c.Moves > 0 {
			b.Soft = left / time.Duration(c.Moves)
			b.Hard = min(2*b.Soft, left)
			break
		}
		// Main time may be overrun into the first period, which has the same moves in it.
		move := (c.Period - lag) / time.Duration(max(c.Stones, 1))
		b.Soft = max(share(left), min(move, left+move))
		b.Hard = min(2*b.Soft, left+move)
	case Byoyomi:
		move := c.Period - lag
		if c.Moves > 0 {
			b.Soft = min(move, left)
			b.Hard = b.Soft
			break
		}
		b.Soft = max(share(left), move)
		b.Hard = min(2*b.Soft, left+move)
	}
	b.Hard = max(b.Hard, b.Soft)
	if c.Longest > 0 {
		longest := c.Longest - min(lag, c.Longest/2)
		b.Soft, b.Hard = min(b.Soft, longest), min(b.Hard, longest)
	}
	return b
}
