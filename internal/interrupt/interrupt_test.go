package interrupt

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestSplit(t *testing.T) {
	full := errors.New("disk full")
	stop := fmt.Errorf("3 of 9 games: %w", context.Canceled)
	for name, c := range map[string]struct {
		err         error
		stop, other string
	}{
		"nothing":          {nil, "", ""},
		"another error":    {full, "", "disk full"},
		"two other errors": {errors.Join(full, full), "", "disk full\ndisk full"},
		"alone":            {stop, "3 of 9 games: context canceled", ""},
		"both":             {errors.Join(stop, full), "3 of 9 games: context canceled", "disk full"},
		"both, wrapped":    {fmt.Errorf("stage: %w", errors.Join(stop, full)), "3 of 9 games: context canceled", "disk full"},
		"joined alone":     {errors.Join(nil, stop), "3 of 9 games: context canceled", ""},
		"twice": {
			errors.Join(errors.Join(full, stop), context.Canceled),
			"3 of 9 games: context canceled\ncontext canceled", "disk full",
		},
		"one sentence": {fmt.Errorf("%w: %w", full, context.Canceled), "disk full: context canceled", ""},
	} {
		t.Run(name, func(t *testing.T) {
			stop, other := Split(c.err)
			if text(stop) != c.stop || text(other) != c.other {
				t.Errorf("%q and %q, want %q and %q", text(stop), text(other), c.stop, c.other)
			}
		})
	}
}

func TestWords(t *testing.T) {
	if got := Words(context.Canceled); got != "interrupted" {
		t.Error(got)
	}
	if got := Words(fmt.Errorf("stopped at step 3, all saved: %w", context.Canceled)); got != "interrupted: stopped at step 3, all saved" {
		t.Error(got)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
