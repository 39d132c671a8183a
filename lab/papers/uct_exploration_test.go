package papers

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
)

// The best rate above 0 is set against greedy search.
func TestBestRate(t *testing.T) {
	at := func(rate, wins float64) lab.Point { return lab.Point{X: rate, Y: lab.Share(wins, 400).Times(100)} }
	f := exploring{name: "UCT", rate: "Cp"}
	for want, points := range map[string][]lab.Point{
		"UCT: the best Cp above 0 is 0.2. Games won with it less games won with 0: 20.0 (13.3–26.5) points. So exploration " +
			"helps, as far as the best of several shows.": {
			at(0, 120), at(0.2, 200), at(0.5, 160),
		},
		"So greedy search is better.":                                             {at(0, 280), at(0.5, 200)},
		"The games do not decide whether exploration helps.":                      {at(0, 200), at(0.5, 210)},
		"UCT: only Cp = 0 was played.":                                            {at(0, 200)},
		"UCT: most games won with Cp = 0.5, 50.0 (45.1–54.9)%; 0 was not played.": {at(0.5, 200)},
	} {
		if got := f.bestRate(points); !strings.HasSuffix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
