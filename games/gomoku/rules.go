package gomoku

import "fmt"

// Smallest and largest number of columns and rows, and shortest row that can win.
const (
	MinSize, MaxSize = 3, 19
	MinLength        = 2
)

// Rules are the board and what wins on it.
type Rules struct {
	// Size is the number of columns, 3 to 19.
	Size int
	// Rows is the number of rows, 3 to 19; 0 for as many as columns.
	Rows int
	// Length is how many stones in a row win, from 2 to the longer side of the board.
	Length int
	// Exact says that a row of more stones than Length does not win.
	Exact bool
}

// Validate refuses rules that no game can have.
func (r Rules) Validate() error {
	switch {
	case r.Size < MinSize || r.Size > MaxSize:
		return fmt.Errorf("a gomoku board of %d columns: want %d to %d", r.Size, MinSize, MaxSize)
	case r.Rows != 0 && (r.Rows < MinSize || r.Rows > MaxSize):
		return fmt.Errorf("a gomoku board of %d rows: want %d to %d", r.Rows, MinSize, MaxSize)
	case r.Length < MinLength || r.Length > max(r.Size, r.Rows):
		return fmt.Errorf("%d in a row on a %d×%d gomoku board: want %d to %d",
			r.Length, r.Size, r.height(), MinLength, max(r.Size, r.Rows))
	}
	return nil
}

func (r Rules) height() int {
	if r.Rows == 0 {
		return r.Size
	}
	return r.Rows
}
