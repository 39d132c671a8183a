package timing

import (
	"testing"
	"time"
)

func TestMoveBudget(t *testing.T) {
	const ms = time.Millisecond
	longest := func(d time.Duration) Settings {
		return Settings{System: Fischer, Period: 10 * second, Longest: d}
	}
	for name, c := range map[string]struct {
		settings   Settings
		left       time.Duration
		moves      int // of the clock
		played     int
		size       int
		soft, hard time.Duration
	}{
		// 361/5 = 72: a share of 144 parts at the start, of 72 from move 72 on.
		"absolute, opening":   {Settings{System: Absolute}, 146660 * ms, 0, 0, 19, 1000 * ms, 2000 * ms},
		"absolute, middle":    {Settings{System: Absolute}, 74660 * ms, 0, 72, 19, 1000 * ms, 2000 * ms},
		"absolute, end":       {Settings{System: Absolute}, 74660 * ms, 0, 250, 19, 1000 * ms, 2000 * ms},
		"absolute, trouble":   {Settings{System: Absolute}, 400 * ms, 0, 250, 19, 0, 0},
		"fischer":             {Settings{System: Fischer, Period: 10 * second}, 72500 * ms, 0, 100, 19, 10 * second, 20 * second},
		"fischer, little":     {Settings{System: Fischer, Period: 10 * second}, 2500 * ms, 0, 100, 19, 2 * second, 2 * second},
		"canadian, overtime":  {Settings{System: Canadian, Period: 60 * second, Stones: 10}, 20500 * ms, 4, 100, 19, 5 * second, 10 * second},
		"canadian, last":      {Settings{System: Canadian, Period: 60 * second, Stones: 10}, 20500 * ms, 1, 100, 19, 20 * second, 20 * second},
		"canadian, main":      {Settings{System: Canadian, Period: 60500 * ms, Stones: 10}, 36500 * ms, 0, 72, 19, 6 * second, 12 * second},
		"byoyomi, overtime":   {Settings{System: Byoyomi, Period: 30 * second, Stones: 3}, 30 * second, 3, 100, 19, 29500 * ms, 29500 * ms},
		"byoyomi, main":       {Settings{System: Byoyomi, Period: 30500 * ms, Stones: 3}, 10500 * ms, 0, 72, 19, 30 * second, 40 * second},
		"byoyomi, much":       {Settings{System: Byoyomi, Period: 5 * second, Stones: 3}, 720500 * ms, 0, 72, 19, 10 * second, 20 * second},
		"lag, a short period": {Settings{System: Byoyomi, Period: 400 * ms, Stones: 1}, 400 * ms, 1, 0, 19, 200 * ms, 200 * ms},
		"longest move":        {longest(8500 * ms), 72500 * ms, 0, 100, 19, 8 * second, 8 * second},
		"longest, hard only":  {longest(12500 * ms), 72500 * ms, 0, 100, 19, 10 * second, 12 * second},
		"longest, far":        {longest(90 * second), 72500 * ms, 0, 100, 19, 10 * second, 20 * second},
		"lag, a short move":   {longest(400 * ms), 72500 * ms, 0, 100, 19, 200 * ms, 200 * ms},
		"small board":         {Settings{System: Absolute}, 16980 * ms, 0, 30, 9, 1000 * ms, 2000 * ms},
	} {
		b := MoveBudget(Clock{Settings: c.settings, Known: true, Left: c.left, Moves: c.moves}, c.played, c.size, DefaultLag)
		if b.Soft != c.soft || b.Hard != c.hard {
			t.Errorf("%s: %v to %v, want %v to %v", name, b.Soft, b.Hard, c.soft, c.hard)
		}
	}
}
