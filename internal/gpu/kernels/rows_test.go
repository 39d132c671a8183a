package kernels

import "testing"

// A row has its neighbours at constant distances, and no tap of a 5×5 filter leaves the padding.
func TestRows(t *testing.T) {
	for board := 2; board <= 19; board++ {
		w := board + 1
		for number := range 3 {
			for p := range board * board {
				r := Row(board, number, p)
				if r-2*w-2 < 0 || r+2*w+2 >= Rows(board, 3) {
					t.Fatalf("size %d: point %d of board %d is at row %d of %d", board, p, number, r, Rows(board, 3))
				}
				if (p+1)%board != 0 && Row(board, number, p+1) != r+1 {
					t.Fatalf("size %d: no constant distance to the right of point %d", board, p)
				}
				if p+board < board*board && Row(board, number, p+board) != r+w {
					t.Fatalf("size %d: no constant distance below point %d", board, p)
				}
			}
		}
		if total := Slice(board, 3, 4) * 4; total < 3*BoardRows(board) {
			t.Errorf("size %d: four splits have %d rows of %d", board, total, 3*BoardRows(board))
		}
	}
}
