package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/interrupt"
)

// What a command says of how far it came reaches the person whatever ended it: no signal's own
// words stand in its place.
func TestInterruptsAreCancellations(t *testing.T) {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as below nohup, where it shall not count
		list = append(list, syscall.SIGHUP)
	}
	for _, s := range list {
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
		err := fmt.Errorf("3 games made; the same command goes on: %w", context.Cause(ctx))
		if got := interrupt.Words(err); got != "interrupted: 3 games made; the same command goes on" {
			t.Errorf("%v: %q", s, got)
		}
		stop()
	}
}
