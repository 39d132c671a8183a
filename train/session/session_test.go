package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/tfrecord"
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

// Very long runs once came out as one step, and as a negative time left.
func TestLengthsBeyondNumbers(t *testing.T) {
	for epochs, want := range map[float64]int64{1e-9: 1, 1.5: 15, 1e16: 1e17} {
		if n, err := WholeSteps(epochs, epochs*10); n != want || err != nil {
			t.Errorf("%v epochs: %d steps, error %v, want %d", epochs, n, err, want)
		}
	}
	for _, epochs := range []float64{1e18, 1e30, math.MaxFloat64} {
		if n, err := WholeSteps(epochs, epochs*10); !errors.Is(err, ErrTooLong) {
			t.Errorf("%v epochs: %d steps, error %v", epochs, n, err)
		}
	}
	now := time.Now()
	s := Session[none, *none]{length: Length{Steps: math.MaxInt64}, now: func() time.Time { return now }}
	s.clock = folder.NewClock(s.now, 0)
	now = now.Add(time.Minute)
	if left := s.Left(1); left != math.MaxInt64 {
		t.Errorf("%v left", left)
	}
}

// none is a line of metrics that says nothing.
type none struct{}

func (*none) At() (step int64, measured bool) { return 0, false }
func (*none) Scalars() []tfrecord.Scalar      { return nil }

// endings notes what is done to a run.
type endings struct{ did string }

func (r *endings) step(name string) func() error {
	return func() error {
		r.did += name
		return nil
	}
}
