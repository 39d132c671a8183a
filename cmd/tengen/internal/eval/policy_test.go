package eval

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/train/measure"
)

// A row of one game has no intervals.
func TestRowsOfAPolicyHaveTheirIntervals(t *testing.T) {
	defer func(before io.Writer) { output.Stdout = before }(output.Stdout)
	var out bytes.Buffer
	output.Stdout = &out
	share := interval.Estimate{Value: 0.5, Lo: 0.25, Hi: 0.75}
	all := measure.Figures{
		Top1: share, Top5: share, Loss: interval.Estimate{Value: 3, Lo: 2, Hi: 4}, Positions: 30, Games: 2,
	}
	one := measure.Figures{
		Top1: interval.Estimate{Value: 0.5, Hi: 1}, Top5: interval.Estimate{Value: 0.5, Hi: 1},
		Loss: interval.Estimate{Value: 3, Lo: math.Inf(-1), Hi: math.Inf(1)}, Positions: 2, Games: 1,
	}
	c := PolicyCmd{ByMove: true}
	score := measure.Score{Figures: all, ByMove: []measure.MoveBin{{From: 61, To: 70, Figures: one}}}
	if err := c.print(score, 0); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	for i, want := range []string{
		"all 50.00 25.00–75.00 50.00 25.00–75.00 3.0000 2.0000–4.0000 30 2", "61–70 50.00 50.00 3.0000 2 1",
	} {
		if row := strings.Join(strings.Fields(lines[2+i]), " "); row != want {
			t.Errorf("row %q, want %q", row, want)
		}
	}
}
