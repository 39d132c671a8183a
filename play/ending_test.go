package play

import (
	"fmt"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// The record of a finished game that is opened has its own result, also where random games take other stones for dead.
func TestTheResultOfARecord(t *testing.T) {
	// Black has the left three columns, White the right two. A white stone stands in Black's part.
	const stones = `(;SZ[5]KM[0.5]RU[Chinese]AB[ca][cb][cc][cd][ce][ba][bc]AW[da][db][dc][dd][de][ec][ab]%sPL[B];B[];W[])`
	for result, want := range map[string]struct {
		result string
		dead   int
	}{
		"RE[B+4.5]": {"B+4.5", 1}, "RE[B+]": {"B+4.5", 1}, "RE[W+R]": {"B+4.5", 1}, "": {"B+4.5", 1}, "RE[B+99]": {"B+4.5", 1},
		"RE[W+4.5]": {"W+4.5", 0},
	} {
		s, _ := opened(t, fmt.Sprintf(stones, result), "")
		if !s.Over() || s.Result() != want.result || len(s.Dead()) != want.dead {
			t.Errorf("%s: %s with %d dead stones, want %+v", result, s.Result(), len(s.Dead()), want)
		}
	}
	s, _ := opened(t, fmt.Sprintf(stones, "RE[W+4.5]"), "")
	if err := s.Toggle(board.XY(0, 1)); err != nil || len(s.Dead()) != 1 {
		t.Errorf("the stone is dead when the person says so: %v, %v", s.Dead(), err)
	}
}
