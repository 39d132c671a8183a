package lab

import (
	"testing"
)

func TestOrderInWords(t *testing.T) {
	list := []Scored{
		{"low", Estimate{Value: 1, Lo: 0, Hi: 2, N: 9}},
		{"best", Estimate{Value: 9, Lo: 8, Hi: 10, N: 9}},
		{"close", Estimate{Value: 8.5, Lo: 7, Hi: 9, N: 9}},
		{"under", Estimate{Value: -4, Lo: -5, Hi: -3, N: 9}},
	}
	if got, want := Ranked(list, 1), "best 9.0 ≈ close 8.5 > low 1.0 > under −4.0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAgreeingNumbersAreCounted(t *testing.T) {
	table := &Table{Columns: []string{"a", "b"}}
	table.Row("x", Against(Share(50, 100), Exact(0.5), 1), Against(Share(50, 100), Exact(0.9), 1))
	table.Row("y", Against(Share(50, 100), Exact(0.1), 1), Number(Exact(1), 0))
	if agree, of := table.Agreeing(); agree != 1 || of != 3 {
		t.Errorf("%d of %d agree, want 1 of 3", agree, of)
	}
	if agree, of := table.Agreeing(1); agree != 0 || of != 1 {
		t.Errorf("column b: %d of %d agree, want 0 of 1", agree, of)
	}
	if got, want := table.Differing(0), "y 0.5 (0.4–0.6) instead of 0.1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
