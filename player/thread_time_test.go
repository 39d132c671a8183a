//go:build linux

package player

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tengen-go/tengen/board"
)

// A thread that works gets older.
func TestThreadTimeGoesOn(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	began, err := ThreadTime()
	if err != nil {
		t.Fatal(err)
	}
	for now := began; now <= began; {
		if now, err = ThreadTime(); err != nil {
			t.Fatal(err)
		}
		if now < began {
			t.Fatalf("%v after %v", now, began)
		}
	}
}

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
		if err := s.NewGame(emptyGame(t, 5)); err != nil {
			t.Fatal(err)
		}
		var err error
		if watched {
			_, err = s.GenmoveAnalyze(context.Background(), board.Black, Clock{}, AnalyzeOptions{}, func(*Analysis) {})
		} else {
			_, err = s.Genmove(context.Background(), board.Black, Clock{})
		}
		if err != nil || len(asked) != 1 {
			t.Errorf("watched %v: error %v, threads asked: %v", watched, err, asked)
		}
	}
}
