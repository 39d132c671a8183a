package usage

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestInterrupted(t *testing.T) {
	stop := fmt.Errorf("3 of 9 games: %w", context.Canceled)
	for want, err := range map[string]error{
		"interrupted":               context.Canceled,
		"interrupted: 3 of 9 games": stop,
		"interrupted: 3 of 9 games\ntengen: the disk is full": errors.Join(stop, errors.New("the disk is full")),
	} {
		if got := Interrupted(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
