package session

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// What a failed run has learned is not saved over the last good checkpoint, not even when it is
// interrupted in the same moment; an interrupted one is saved, and a finished one finished.
func TestConclude(t *testing.T) {
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	disk, notFinite := errors.New("disk full"), errors.New("not finite")
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		did  string
	}{
		{"done", t.Context(), nil, "checkpoint finish close draw "},
		{"interrupted", stopped, context.Canceled, "checkpoint close draw "},
		{"failed", t.Context(), disk, "close "},
		{"not finite and interrupted", stopped, fmt.Errorf("step 3: %w", notFinite), "close "},
	} {
		r := &endings{}
		if err := conclude(c.ctx, c.err, r.step("checkpoint "), r.step("finish "), r.step("draw "), r.step("close "),
			[]error{notFinite}); !errors.Is(err, c.err) {
			t.Errorf("%s: error %v", c.name, err)
		}
		if r.did != c.did {
			t.Errorf("%s: %q, want %q", c.name, r.did, c.did)
		}
	}
}

// endings notes what is done to a run.
type endings struct{ did string }

func (r *endings) step(name string) func() error {
	return func() error {
		r.did += name
		return nil
	}
}
