package player

import (
	"context"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/timing"
)

// With clock=cpu one thread is asked for its time during a move, whether somebody looks on or not.
func TestOneThreadIsAskedForItsTime(t *testing.T) {
	for _, watched := range []bool{false, true} {
		s := searcher(t, "uct:time=1s,early=off,threads=1,clock=cpu")
		clock := newTicking(2 * time.Millisecond)
		var mu sync.Mutex
		asked := map[int]int{}
		s.thread = func() time.Time {
			mu.Lock()
			asked[unix.Gettid()]++
			mu.Unlock()
			return clock.now()
		}
		if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
			t.Fatal(err)
		}
		var err error
		if watched {
			_, err = s.GenmoveAnalyze(context.Background(), board.Black, timing.Clock{}, AnalyzeOptions{}, func(*Analysis) {})
		} else {
			_, err = s.Genmove(context.Background(), board.Black, timing.Clock{})
		}
		if err != nil || len(asked) != 1 {
			t.Errorf("watched %v: error %v, threads asked: %v", watched, err, asked)
		}
	}
}
