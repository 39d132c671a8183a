package papers

import (
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
)

func TestMatchesInWords(t *testing.T) {
	table := &lab.Table{Columns: []string{"won, %"}}
	table.Row("a", lab.Against(lab.Share(60, 100).Times(100), lab.Exact(24), 1))
	table.Row("b", lab.Number(lab.Share(55, 100).Times(100), 1))
	table.Row("c", lab.Against(lab.Share(10, 100).Times(100), lab.Exact(10), 1))
	table.Row("d", lab.Words("not played"))
	want := lab.Text("**What came out**\n\n- By won, %: a 60.0 ≈ b 55.0 > c 10.0.\n" +
		"- a is first; these games do not set it apart from b.\n" +
		"- Of the published numbers, 1 of 2 agree. Not so: a 60.0 (50.2–69.1) instead of 24.0.")
	if got := matchConclusion(table, 0); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for want, wins := range map[string][]float64{
		"more than half: a 60.0; less than half: c 10.0; perhaps half: b 55.0.": {60, 55, 10},
		"more than half: a 60.0 and b 70.0.":                                    {60, 70},
		"less than half: a 10.0, b 20.0 and c 30.0.":                            {10, 20, 30},
		"perhaps half: a 50.0.":                                                 {50},
	} {
		table := &lab.Table{Columns: []string{"won, %"}}
		for i, won := range wins {
			table.Row(string(rune('a'+i)), lab.Number(lab.Share(won, 100).Times(100), 1))
		}
		if got := besideHalf(table, 0); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, wins := range map[string][]float64{
		"- a, b and c are equal and first; these games do not set them apart from d.": {90, 90, 90, 85},
		"- a and b are equal, apart from all others.":                                 {90, 90, 10, 20},
		"- All are equal.": {50, 50, 50, 50},
	} {
		ties := &lab.Table{Columns: []string{"won, %"}}
		for i, w := range wins {
			ties.Row(string(rune('a'+i)), lab.Number(lab.Share(w, 100).Times(100), 1))
		}
		if got := string(matchConclusion(ties, 0)); !strings.HasSuffix(got, want) {
			t.Errorf("%q, want %q at its end", got, want)
		}
	}
	alone := &lab.Table{Columns: []string{"Elo"}}
	alone.Row("a", lab.Number(lab.Estimate{Value: 100, Lo: 90, Hi: 110}, 0))
	alone.Row("b", lab.Number(lab.Estimate{Value: 0, Lo: -10, Hi: 10}, 0))
	if got, want := matchConclusion(alone, 0), lab.Text("**What came out**\n\n- By Elo: a 100 > b 0.\n- a is best, "+
		"apart from all others."); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
