package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/models"
)

// resumable is what every kind of run does at the end of a session.
type resumable interface {
	checkpoint() error
	finish() error // adds what was learned to the model
}

// conclude ends a session whose loop has returned err, and returns its error. A run that has
// failed is not saved: its weights may be worth nothing. One that was interrupted is saved, one
// that is done is finished as well. metrics is closed in any case; draw, unless nil, draws the
// curves of a run that has not failed.
func conclude(ctx context.Context, err error, r resumable, metrics func() error, draw func() error) error {
	if err != nil && (ctx.Err() == nil || errors.Is(err, ErrNotFinite) || errors.Is(err, ErrNeverFell)) {
		return errors.Join(err, metrics())
	}
	if err := r.checkpoint(); err != nil {
		return errors.Join(err, metrics())
	}
	if err == nil {
		err = r.finish()
	}
	err = errors.Join(err, metrics())
	if draw != nil {
		err = errors.Join(err, draw())
	}
	return err
}

// recoverState reads the newest whole checkpoint and what it holds beside weights. Damaged ones
// on the way have been set aside and are returned.
func recoverState(dir string, saved any) (c models.Checkpoint, damaged []string, err error) {
	c, damaged, err = models.RecoverCheckpoint(dir)
	if err != nil {
		return c, damaged, err
	}
	if err := json.Unmarshal(c.Extra, saved); err != nil {
		return c, damaged, fmt.Errorf("state of the checkpoint: %w", err)
	}
	return c, damaged, nil
}

// sameRun refuses a run that was started with other options. remedy is what may be done instead
// of giving them again.
func sameRun[C any](saved, now *C, remedy string) error {
	if d := differences(saved, now); d != "" {
		return fmt.Errorf("%w: %s; give the options it was started with, or %s", ErrOtherRun, d, remedy)
	}
	return nil
}
