package lab

import (
	"strings"
	"testing"
)

func TestOrderInWords(t *testing.T) {
	list := []scored{{"low", Estimate{Value: 1, Lo: 0, Hi: 2, N: 9}}, {"best", Estimate{Value: 9, Lo: 8, Hi: 10, N: 9}}, {"close", Estimate{Value: 8.5, Lo: 7, Hi: 9, N: 9}}, {"under", Estimate{Value: -4, Lo: -5, Hi: -3, N: 9}}}
	if got, want := ranked(list, 1), "best 9.0 ≈ close 8.5 > low 1.0 > under −4.0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAgreeingNumbersAreCounted(t *testing.T) {
	table := &Table{Columns: []string{"a", "b"}}
	table.Row("x", Against(Share(50, 100), Exact(0.5), 1), Against(Share(50, 100), Exact(0.9), 1))
	table.Row("y", Against(Share(50, 100), Exact(0.1), 1), Number(Exact(1), 0))
	if agree, of := table.agreeing(); agree != 1 || of != 3 {
		t.Errorf("%d of %d agree, want 1 of 3", agree, of)
	}
	if agree, of := table.agreeing(1); agree != 0 || of != 1 {
		t.Errorf("column b: %d of %d agree, want 0 of 1", agree, of)
	}
	if got, want := table.differing(0), "y 0.5 (0.4–0.6) instead of 0.1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMatchesInWords(t *testing.T) {
	table := &Table{Columns: []string{"won, %"}}
	table.Row("a", Against(Share(60, 100).Times(100), Exact(24), 1))
	table.Row("b", Number(Share(55, 100).Times(100), 1))
	table.Row("c", Against(Share(10, 100).Times(100), Exact(10), 1))
	table.Row("d", Words("not played"))
	want := Text("**What came out**\n\n- By won, %: a 60.0 ≈ b 55.0 > c 10.0.\n" +
		"- a is first; these games do not set it apart from b.\n" +
		"- Of the published numbers beside them 1 of 2 agree. Not so: a 60.0 (50.2–69.1) instead of 24.0.")
	if got := table.matchConclusion(0); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for want, wins := range map[string][]float64{
		"more than half: a 60.0; less than half: c 10.0; not told from half: b 55.0.": {60, 55, 10},
		"more than half: a 60.0 and b 70.0.":                                          {60, 70},
		"less than half: a 10.0, b 20.0 and c 30.0.":                                  {10, 20, 30},
		"not told from half: a 50.0.":                                                 {50},
	} {
		table := &Table{Columns: []string{"won, %"}}
		for i, won := range wins {
			table.Row(string(rune('a'+i)), Number(Share(won, 100).Times(100), 1))
		}
		if got := table.besideHalf(0); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for want, wins := range map[string][]float64{
		"- a, b and c are equal and first; these games do not set them apart from d.": {90, 90, 90, 85},
		"- a and b are equal, apart from all others.":                                 {90, 90, 10, 20},
		"- All are equal.": {50, 50, 50, 50},
	} {
		ties := &Table{Columns: []string{"won, %"}}
		for i, w := range wins {
			ties.Row(string(rune('a'+i)), Number(Share(w, 100).Times(100), 1))
		}
		if got := string(ties.matchConclusion(0)); !strings.HasSuffix(got, want) {
			t.Errorf("%q, want %q at its end", got, want)
		}
	}
	alone := &Table{Columns: []string{"Elo"}}
	alone.Row("a", Number(Estimate{Value: 100, Lo: 90, Hi: 110}, 0))
	alone.Row("b", Number(Estimate{Value: 0, Lo: -10, Hi: 10}, 0))
	if got, want := alone.matchConclusion(0), Text("**What came out**\n\n- By Elo: a 100 > b 0.\n- a is best, apart from all others."); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
