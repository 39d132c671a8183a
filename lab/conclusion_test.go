package lab

import "testing"

func TestOrderInWords(t *testing.T) {
	list := []scored{{"low", Estimate{1, 0, 2, 9}}, {"best", Estimate{9, 8, 10, 9}}, {"close", Estimate{8.5, 7, 9, 9}}, {"under", Estimate{-4, -5, -3, 9}}}
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
