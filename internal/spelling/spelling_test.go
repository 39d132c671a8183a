package spelling

import (
	"slices"
	"testing"
)

func TestNearest(t *testing.T) {
	names := []string{"gtp", "lab", "uct", "policy", "seed", "rate", "batch", "halve-every", "temperature"}
	for typed, want := range map[string]string{
		"raet": "; did you mean rate?", "Batch": "; did you mean batch?", "halveevery": "; did you mean halve-every?",
		"utc": "; did you mean uct?", "temp": "; did you mean temperature?", "x": "", "komi": "", "": "", "web": "", "nosuch": "", "te": "",
	} {
		if got := Nearest(typed, names); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"", "abc", 3}, {"same", "same", 0}, {"utc", "uct", 1}, {"abcd", "badc", 2}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNear(t *testing.T) {
	got := Near("plaoyut", []string{"prior", "time", "playouts", "seed", "playout"}, 3)
	if !slices.Equal(got, []string{"playout", "playouts", "prior"}) {
		t.Errorf("near plaoyut are %v", got)
	}
	if got := Near("x", []string{"a"}, 3); !slices.Equal(got, []string{"a"}) {
		t.Errorf("near x are %v", got)
	}
}
