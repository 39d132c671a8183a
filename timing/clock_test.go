package timing

import (
	"testing"
	"time"
)

const second = time.Second

func TestClockSpends(t *testing.T) {
	absolute := Settings{System: Absolute, Main: 10 * second}
	canadian := Settings{System: Canadian, Main: 5 * second, Period: 10 * second, Stones: 2}
	byoyomi := Settings{System: Byoyomi, Main: 5 * second, Period: 10 * second, Stones: 3}
	fischer := Settings{System: Fischer, Main: 5 * second, Period: 3 * second, Cap: 8 * second}
	longest := Settings{System: Fischer, Main: 5 * second, Period: 3 * second, Longest: 4 * second}
	for name, c := range map[string]struct {
		settings Settings
		moves    []time.Duration
		left     time.Duration
		stones   int
		lost     bool
	}{
		"unlimited":            {Settings{}, []time.Duration{1000 * second}, 0, 0, false},
		"absolute":             {absolute, []time.Duration{4 * second, 6 * second}, 0, 0, false},
		"absolute, lost":       {absolute, []time.Duration{4 * second, 7 * second}, 0, 0, true},
		"canadian, main":       {canadian, []time.Duration{5 * second}, 0, 0, false},
		"canadian, overtime":   {canadian, []time.Duration{7 * second}, 8 * second, 1, false},
		"canadian, new period": {canadian, []time.Duration{7 * second, 8 * second}, 10 * second, 2, false},
		"canadian, lost":       {canadian, []time.Duration{7 * second, 9 * second}, 0, 0, true},
		"byoyomi, main":        {byoyomi, []time.Duration{2 * second}, 3 * second, 0, false},
		"byoyomi, overtime":    {byoyomi, []time.Duration{7 * second, 10 * second, 10 * second}, 10 * second, 3, false},
		"byoyomi, periods":     {byoyomi, []time.Duration{7 * second, 21 * second}, 10 * second, 1, false},
		"byoyomi, at once":     {byoyomi, []time.Duration{35 * second}, 10 * second, 1, false},
		"byoyomi, lost":        {byoyomi, []time.Duration{36 * second}, 0, 0, true},
		"fischer":              {fischer, []time.Duration{4 * second}, 4 * second, 0, false},
		"fischer, cap":         {fischer, []time.Duration{second, 0, 0}, 8 * second, 0, false},
		"longest move":         {longest, []time.Duration{4 * second, second}, 6 * second, 0, false},
		"longest move, lost":   {longest, []time.Duration{second, 4*second + 1}, 0, 0, true},
		"fischer, lost":        {fischer, []time.Duration{6 * second}, 0, 0, true},
	} {
		clock, ok := c.settings.Start(), true
		for _, d := range c.moves {
			clock, ok = clock.Spend(d)
		}
		if ok == c.lost || ok && (clock.Left != c.left || clock.Moves != c.stones) {
			t.Errorf("%s: %v left for %d (in time: %v), want %v for %d (lost: %v)", name, clock.Left, clock.Moves, ok, c.left, c.stones, c.lost)
		}
		if clock.Left < 0 { // lost
			continue
		}
		if limit := clock.Limit(); c.settings.System != Unlimited {
			if _, in := clock.Spend(limit); !in {
				t.Errorf("%s: a move of %v, the limit, is too late", name, limit)
			}
			if _, in := clock.Spend(limit + 1); in {
				t.Errorf("%s: a move longer than the limit of %v is in time", name, limit)
			}
		}
	}
	if c := (Settings{System: Byoyomi, Period: 10 * second, Stones: 3}).Start(); c.Left != 10*second || c.Moves != 3 {
		t.Errorf("without main time overtime begins at once: %+v", c)
	}
}

func TestParseTime(t *testing.T) {
	for text, want := range map[string]Settings{
		"":          {},
		"none":      {},
		"10m":       {System: Absolute, Main: 600 * second},
		"5m+3s":     {System: Fischer, Main: 300 * second, Period: 3 * second},
		"0s+3s":     {System: Fischer, Period: 3 * second},
		"1m+5x10s":  {System: Byoyomi, Main: 60 * second, Period: 10 * second, Stones: 5},
		"1m+30s/10": {System: Canadian, Main: 60 * second, Period: 30 * second, Stones: 10},
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
		if again, err := Parse(want.String()); err != nil || again != want {
			t.Errorf("%q is written as %q, which is read as %+v, %v", text, want, again, err)
		}
	}
	for _, text := range []string{"10", "-1m", "0s", "5m+", "5m+0s", "5m+x10s", "5m+0x10s", "5m+10s/0", "5m+10s/x", "soon"} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is accepted: %+v", text, got)
		}
	}
}
