package traintest

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
)

// Interrupted begins sessions of a run until one comes to its end, and says how many it took.
// The others are stopped, or killed without a chance to save, at a random tick, of which run
// gives one whenever it is asked to report.
func Interrupted(t *testing.T, run func(ctx context.Context, session int, tick func()) error) (sessions int) {
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
