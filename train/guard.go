package train

import (
	"errors"
	"fmt"
	"math"
)

// ErrNeverFell is wrapped when the loss stays at the loss of guessing.
var ErrNeverFell = errors.New("the loss never fell")

// stallMargin is how many nats below uniform guessing the loss must come. A network
// with dead hidden units still learns how often each point is played, through the bias
// of each point, and that is worth about a tenth of a nat.
const stallMargin = 0.2

// valueMargin is how far the loss ½(z − v)² of a value network must come below the loss of
// the best constant. That is further than chance takes the lowest of many windows of a few
// thousand samples (each has a standard error of about 0.005). It is for z of ±1; of other targets it is as much less
// as their mean square is.
const valueMargin = 0.02

// guard watches for a loss that training does not move.
type guard struct {
	guess  float64 // loss of a blind guess
	margin float64 // how far below it the loss must come
	blind  string  // what the guess is, in words
	after  int64   // steps after which the loss must have fallen; 0: never asked
	best   float64 // lowest mean of a log window so far
}

// newGuard is the guard of a policy. The blind guess is uniform: ln(points).
func newGuard(points int, after int64) guard {
	return guard{
		guess:  math.Log(float64(points)),
		margin: stallMargin,
		blind:  "nats, a blind guess over all points",
		after:  after,
		best:   math.Inf(1),
	}
}

// newValueGuard is the guard of a value network, for targets with a mean and a mean square. The mean is the blind
// guess.
func newValueGuard(mean, square float64, after int64) guard {
	return guard{
		guess:  (square - mean*mean) / 2,
		margin: valueMargin * square,
		blind:  "(half the squared error), the mean outcome as constant answer",
		after:  after,
		best:   math.Inf(1),
	}
}

// window checks the mean loss of a log window that ends at step.
func (g *guard) window(step int64, loss, rate float64) error {
	g.best = min(g.best, loss)
	if g.after > 0 && step >= g.after && g.best > g.guess-g.margin {
		return fmt.Errorf("%w: after %d steps the best mean loss is %.4f %s costs %.4f (rate %.3g): "+
			"raise or lower --rate, or check the games with `tengen data verify`",
			ErrNeverFell, step, g.best, g.blind, g.guess, rate)
	}
	return nil
}
