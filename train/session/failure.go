package session

import (
	"errors"
	"fmt"
)

// ErrNotFinite is wrapped when the loss becomes NaN or infinite.
var ErrNotFinite = errors.New("the loss is not a number")

// NotFinite is the error of the step, update or game with a loss of NaN or infinity. A run keeps
// its rate when it is resumed, so the remedy is another run.
func NotFinite(what string, number int64, rate float64, remedy string) error {
	return fmt.Errorf("%s %d: %w (rate %.3g): begin again in another folder with a lower --rate%s",
		what, number, ErrNotFinite, rate, remedy)
}
