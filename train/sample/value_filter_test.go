package sample_test

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
)

// Games have their komi as float32: the same number as somebody gives it finds them, and is printed.
func TestKomiThatIsNoFloat32(t *testing.T) {
	var set record.Set
	for _, komi := range []float64{3.7, 3.123456, 7.5} {
		set.Add(record.Game{
			Size: 9, Komi: komi, First: board.Black, Result: record.ParseResult("B+R"),
			Moves: []record.Move{record.NewMove(board.Black, board.XY(0, 0), 9)},
		})
	}
	kept, report := sample.ValueFilter{Which: sample.One, Komi: []float64{3.7, 3.123456}}.Keep(&set)
	if kept.Len() != 2 || report.OtherKomi != 1 {
		t.Errorf("%d games, %+v", kept.Len(), report)
	}
	if s := report.String(); !strings.Contains(s, "komi 3.123456 of 1, 3.7 of 1") {
		t.Error(s)
	}
}
