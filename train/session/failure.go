package session

import (
	"errors"
	"fmt"
	"math"
)

// ErrNotFinite is wrapped when the loss becomes NaN or infinite.
var ErrNotFinite = errors.New("the loss is not a number")

// ErrTooLong is wrapped by the error of a run that has more steps than can be counted.
var ErrTooLong = errors.New("more steps than can be counted")

// WholeSteps is the length of a run of so many epochs, which take so many steps.
func WholeSteps(epochs, steps float64) (int64, error) {
	if steps = math.Ceil(steps); !(steps < math.MaxInt64) {
		return 0, fmt.Errorf("epochs %v: %w", epochs, ErrTooLong)
	}
	return max(1, int64(steps)), nil
}

// NotFinite is the error of the step, update or game with a loss of NaN or infinity. A run keeps
// its rate when it is resumed, so the remedy is another run.
func NotFinite(what string, number int64, rate float64, remedy string) error {
	return fmt.Errorf("%s %d: %w (rate %.3g): begin again in another folder with a lower --rate%s",
		what, number, ErrNotFinite, rate, remedy)
}
