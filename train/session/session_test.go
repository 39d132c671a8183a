package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
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

// The curves are drawn now and then while a run goes on, of all lines when it ends, and not twice of the same.
func TestCurvesAreDrawnNowAndThen(t *testing.T) {
	now := time.Now()
	s, err := Open[none, *none](t.TempDir(), Length{Steps: 1}, Options[int]{Now: func() time.Time { return now }}.Complete())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Begin(At{}); err != nil {
		t.Fatal(err)
	}
	var drawn []int
	draw := func() error {
		return s.Draw(func(_ string, lines []none) error {
			drawn = append(drawn, len(lines))
			return nil
		})
	}
	line := func(after time.Duration) {
		now = now.Add(after)
		if err := errors.Join(s.Write(none{}), draw()); err != nil {
			t.Fatal(err)
		}
	}
	for range 4 {
		line(2 * time.Second)
	}
	for range 4 {
		line(time.Second)
	}
	nothing := func() error { return nil }
	if err := errors.Join(s.Conclude(t.Context(), nil, nothing, nothing, draw), draw()); err != nil {
		t.Fatal(err)
	}
	if want := []int{3, 7, 8}; !slices.Equal(drawn, want) {
		t.Errorf("drawn of %v lines, want %v", drawn, want)
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
