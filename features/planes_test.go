package features_test

import (
	"testing"

	"github.com/tengen-go/tengen/features"
)

// The groups are the table: every plane is in one of them, and has a name of its own.
func TestGroups(t *testing.T) {
	next, names := 0, map[string]bool{}
	for _, g := range features.Groups() {
		if g.First != next {
			t.Errorf("%s begins at %d, want %d", g.Name, g.First, next)
		}
		for i := range g.Planes {
			names[features.Name(g.First+i)] = true
		}
		next = g.First + g.Planes
	}
	if next != int(features.ValuePlanes) || len(names) != next {
		t.Errorf("%d planes with %d names, want %d", next, len(names), features.ValuePlanes)
	}
	for i, want := range map[int]string{
		features.Own: "own stone", features.Turns + 7: "turns since 7 or more", features.Liberties: "liberties 1",
		features.CaptureSize: "captures 0", features.LibertiesAfter + 7: "liberties after 8 or more",
		features.Sensible: "sensible", features.Color: "player is black", -1: "no plane -1", 49: "no plane 49",
	} {
		if got := features.Name(i); got != want {
			t.Errorf("plane %d is %q, want %q", i, got, want)
		}
	}
}
