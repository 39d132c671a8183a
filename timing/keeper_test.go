package timing

import (
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
)

// A clock that only the player keeps goes on after it ran out: with a fresh period, the last one, or the increment.
func TestKeptClocksGoOnAfterTheyRanOut(t *testing.T) {
	for text, want := range map[string]Clock{
		"0s+10s/5":  {Left: 10 * time.Second, Moves: 5},
		"1m+10s/5":  {Left: 10 * time.Second, Moves: 5},
		"1m+3x10s":  {Left: 10 * time.Second, Moves: 1},
		"1m+5s":     {Left: 5 * time.Second},
		"1m40s+50s": {Left: 50 * time.Second},
	} {
		settings, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		var k Keeper
		asked := Clock{Settings: settings} // the controller says only this
		k.Spend(board.Black, asked, 10*time.Minute)
		if got := k.Known(board.Black, asked); got.Left != want.Left || got.Moves != want.Moves {
			t.Errorf("%s: after ten minutes %v left, %d; want %v, %d", text, got.Left, got.Moves, want.Left, want.Moves)
		}
		if got, want := k.Known(board.White, asked), settings.Start(); got != want {
			t.Errorf("%s: White's clock is %+v, want %+v", text, got, want)
		}
		if got := k.Share(board.Black, asked, 30, 9, 0, 0); got.Soft < 100*time.Millisecond {
			t.Errorf("%s: a move gets %v after the clock ran out", text, got.Soft)
		}
	}
}

// Nothing is left of absolute time.
func TestAbsoluteTimeEnds(t *testing.T) {
	var k Keeper
	asked := Clock{Settings: Settings{System: Absolute, Main: time.Minute}}
	k.Spend(board.Black, asked, 2*time.Minute)
	if got := k.Share(board.Black, asked, 30, 9, 0, 0); got.Soft != time.Nanosecond {
		t.Errorf("a move gets %v with no time left", got.Soft)
	}
}

// A move that took longer than the longest costs what it took, and no more.
func TestKeptClocksOutlastALongMove(t *testing.T) {
	var k Keeper
	asked := Clock{Settings: Settings{System: Fischer, Main: time.Minute, Period: time.Second, Longest: 5 * time.Second}}
	k.Spend(board.Black, asked, 10*time.Second)
	if got := k.Known(board.Black, asked).Left; got != 50*time.Second {
		t.Errorf("%v left of a minute after ten seconds", got)
	}
}
