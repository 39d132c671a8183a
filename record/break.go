package record

import "fmt"

// BreakError says that a record is sound up to some move and not behind it: stones are set up there,
// or the next move is illegal. The game that comes with it ends there. It has no result: the one
// in the record belongs to another game.
type BreakError struct {
	Moves int // kept
	Err   error
}

func (e *BreakError) Error() string {
	if e.Moves == 1 {
		return fmt.Sprintf("%v: only the move before is kept, without the result", e.Err)
	}
	return fmt.Sprintf("%v: only the %d moves before are kept, without the result", e.Err, e.Moves)
}

func (e *BreakError) Unwrap() error { return e.Err }

// breakOff makes g the game of its first moves, and says why.
func (g *Game) breakOff(moves int, why error) *BreakError {
	g.Moves, g.Result = g.Moves[:moves], Result{}
	return &BreakError{moves, why}
}
