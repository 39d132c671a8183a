package train

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// interrupted begins sessions of a run until one comes to its end, and says how many it took.
// The others are stopped, or killed without a chance to save, at a random tick, of which run
// gives one whenever it is asked to report.
func interrupted(t *testing.T, run func(ctx context.Context, session int, tick func()) error) (sessions int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	crash := errors.New("crash")
	crashes := 0
	for done := false; !done; {
		sessions++
		ctx, cancel := context.WithCancel(t.Context())
		left, crashing := 1+rng.IntN(25), sessions%2 == 0
		func() {
			defer func() {
				switch r := recover(); r {
				case nil:
				case crash:
					crashes++
				default:
					panic(r)
				}
			}()
			err := run(ctx, sessions, func() {
				if left--; left == 0 && crashing {
					panic(crash)
				} else if left == 0 {
					cancel()
				}
			})
			if done = err == nil; !done && !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}()
		cancel()
	}
	if sessions < 4 || crashes == 0 {
		t.Errorf("%d sessions, %d crashes: nothing was interrupted", sessions, crashes)
	}
	return sessions
}

// What a failed run has learned is not saved over the last good checkpoint, not even when it is
// interrupted in the same moment; an interrupted one is saved, and a finished one finished.
func TestConclude(t *testing.T) {
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	disk := errors.New("disk full")
	for _, c := range []struct {
		name string
		ctx  context.Context
		err  error
		did  string
	}{
		{"done", t.Context(), nil, "checkpoint finish close draw "},
		{"interrupted", stopped, context.Canceled, "checkpoint close draw "},
		{"failed", t.Context(), disk, "close "},
		{"not finite and interrupted", stopped, ErrNotFinite, "close "},
		{"never fell and interrupted", stopped, ErrNeverFell, "close "},
	} {
		r := &endings{}
		if err := conclude(c.ctx, c.err, r, r.step("close "), r.step("draw ")); !errors.Is(err, c.err) {
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

func (r *endings) checkpoint() error { return r.step("checkpoint ")() }
func (r *endings) finish() error     { return r.step("finish ")() }
