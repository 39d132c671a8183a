package chart

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"

	"github.com/tengen-go/tengen/internal/interval"
)

func labels(ticks []plot.Tick) string {
	var all []string
	for _, t := range ticks {
		if t.Label != "" {
			all = append(all, t.Label)
		}
	}
	return strings.Join(all, " ")
}

func TestTicksAreRoundNumbers(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{0, 100, "0 20 40 60 80 100"},
		{-0.03, 0.041, "−0.02 0 0.02 0.04"},
		{1234, 5678, "2,000 3,000 4,000 5,000"},
		{0, 2.5e5, "0 50,000 100,000 150,000 200,000 250,000"},
	} {
		if got := labels(evenTicks(c.low, c.high)); got != c.want {
			t.Errorf("%v to %v: %s, want %s", c.low, c.high, got, c.want)
		}
	}
	if got, want := labels(logTicks(7, 2e6)), "10 100 1,000 10,000 100,000 10⁶"; got != want {
		t.Errorf("logarithmic: %s, want %s", got, want)
	}
	if got, want := labels(logTicks(80, 600)), "100 200 500"; got != want {
		t.Errorf("logarithmic: %s, want %s", got, want)
	}
}

// A figure of anything that an experiment may measure, even nothing at all, can be drawn.
func TestOddFiguresAreDrawn(t *testing.T) {
	wide := interval.Estimate{Value: 1, Lo: -5, Hi: 7, N: 2}
	for name, panel := range map[string]Panel{
		"no series": {},
		"no points": {Series: []Series{{Name: "none"}}},
		"one point": {Series: []Series{{Name: "one", Points: []Point{{1, interval.Exact(1)}}}}},
		"log of zero": {
			X: Axis{Log: true}, Y: Axis{Log: true},
			Series: []Series{{Name: "a", Style: Band, Points: []Point{{0, interval.Exact(1)}, {1, interval.Exact(0)}, {2, wide}, {3, wide}}}},
		},
		"only zero":  {Y: Axis{Log: true}, Series: []Series{{Name: "a", Points: []Point{{0, interval.Exact(0)}, {1, interval.Exact(0)}}}}},
		"many names": {Series: []Series{{Name: strings.Repeat("long ", 40), Points: []Point{{math.Pi, wide}}}}},
	} {
		for _, legend := range []string{"", "top-left", "none"} {
			panel.Legend = legend
			f := &Figure{Panels: []Panel{panel, panel, panel}}
			kinds := []string{".svg"}
			if legend == "" {
				kinds = append(kinds, ".png") // which takes its time
			}
			for _, kind := range kinds {
				if data, err := Encode(kind, f); err != nil || len(data) < 500 {
					t.Errorf("%s%s: %d bytes, %v", name, kind, len(data), err)
				}
			}
		}
	}
}
