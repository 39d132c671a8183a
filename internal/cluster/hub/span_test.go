package hub

import "testing"

// One game is not a range.
func TestGamesThatFollowOneAnotherAreNamed(t *testing.T) {
	for _, c := range []struct {
		first, count int
		want         string
	}{
		{36, 1, "game 36"}, {0, 1, "game 0"}, {36, 2, "games 36 to 37"}, {64, 64, "games 64 to 127"},
	} {
		if got := spanText(c.first, c.count); got != c.want {
			t.Errorf("%d from %d on: %q, want %q", c.count, c.first, got, c.want)
		}
	}
}
