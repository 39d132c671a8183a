//go:build linux

package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/pipe"
)

// However the other process fails, the program goes on with an error that says how.
func TestTheOtherProcessFails(t *testing.T) {
	for how, words := range map[string]string{
		"crash": "driver: out of luck", "lost": "lost", "killed": "signal: killed",
	} {
		d, err := open(t.Context(), as(how), 0)
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Load(doubling())
		if err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			if how == "killed" && n == 2 {
				if err := d.(*device).cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
			err := r.Run("add", nil, nil)
			if n < 2 && err != nil || n >= 2 && (!errors.Is(err, gpu.ErrLost) || !strings.Contains(err.Error(), words)) {
				t.Errorf("%s, run %d: %v", how, n, err)
			}
		}
		if _, err := d.Load(doubling()); !errors.Is(err, gpu.ErrLost) {
			t.Errorf("%s: load: %v", how, err)
		}
		if err := errors.Join(r.Close(), d.Close()); err != nil {
			t.Errorf("%s: close: %v", how, err)
		}
	}
	for how, words := range map[string]string{
		"none": "no driver", "dead": "exit status 3; its last words: driver: assertion failed", "nonsense": "is not understood",
	} {
		_, err := cards(t.Context(), as(how))
		if !errors.Is(err, gpu.ErrNone) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: list: %v", how, err)
		}
		if _, err := open(t.Context(), as(how), 0); !errors.Is(err, gpu.ErrNone) {
			t.Errorf("%s: open: %v", how, err)
		}
	}
	if _, err := open(t.Context(), as("twin"), 2); !errors.Is(err, gpu.ErrNone) {
		t.Errorf("a card that is not there: %v", err)
	}
}

// A process that does not answer is ended at the deadline, or when the caller gives up.
func TestTheOtherProcessHangs(t *testing.T) {
	d, err := open(t.Context(), as("hang"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	r, err := d.Load(doubling())
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := r.Run("add", nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	request := pipe.Message{Kind: pipe.Run, Numbers: r.(*runner).number, Text: []byte("add")}
	_, err = d.(*device).ask(request, nil, 100*time.Millisecond)
	if !errors.Is(err, gpu.ErrLost) || !strings.Contains(err.Error(), "gave no answer in 100ms") {
		t.Errorf("no answer: %v", err)
	}
	// A request that is under way does not keep a card from being closed.
	waiting, err := open(t.Context(), as("hang"), 0)
	if err != nil {
		t.Fatal(err)
	}
	if r, err = waiting.Load(doubling()); err != nil {
		t.Fatal(err)
	}
	answered := make(chan error)
	go func() {
		var err error
		for err == nil {
			err = r.Run("add", nil, nil)
		}
		answered <- err
	}()
	for waiting.(*device).mu.TryLock() { // until a request is under way
		waiting.(*device).mu.Unlock()
	}
	if err := waiting.Close(); err != nil {
		t.Error(err)
	}
	if err := <-answered; !errors.Is(err, gpu.ErrLost) {
		t.Errorf("a request to a card that was closed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := cards(ctx, as("hang")); !errors.Is(err, context.Canceled) {
		t.Errorf("the caller gave up: %v", err)
	}
}

// Signals of the terminal do not end the other process: the program may still want to read a checkpoint.
func TestTheOtherProcessOutlivesSignals(t *testing.T) {
	d, err := open(t.Context(), as("twin"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if err := d.(*device).cmd.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Load(doubling()); err != nil {
			t.Errorf("after the signal %v: %v", s, err)
		}
	}
}

func TestTailKeepsTheEnd(t *testing.T) {
	var l tail
	for i := range 5000 {
		fmt.Fprintf(&l, "line %d\n", i)
	}
	if got, want := l.String(), "line 4997 / line 4998 / line 4999"; got != want {
		t.Errorf("last words %q, want %q", got, want)
	}
}
