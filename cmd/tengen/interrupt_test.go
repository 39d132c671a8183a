package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"
	"time"
)

// What a command says of how far it came reaches the person whatever ended it: no signal's own
// words stand in its place.
func TestInterruptsAreCancellations(t *testing.T) {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		ctx, stop := interruptible()
		if err := self.Signal(s); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Minute):
			t.Fatalf("%v does not end the context", s)
		}
		if cause := context.Cause(ctx); cause != context.Canceled {
			t.Errorf("%v: cause %v", s, cause)
		}
		told := fmt.Errorf("3 games made; the same command goes on: %w", context.Cause(ctx))
		if got := interruption(told); got != "interrupted: 3 games made; the same command goes on" {
			t.Errorf("%v: %q", s, got)
		}
		stop()
	}
}
