package train

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/models"
)

// resume takes a run up from the checkpoints of its folder. Where there are none the run is
// fresh, unless vacant finds something there that a new run would overwrite.
func resume(dir string, notice func(string), restore func(checkpoints string) (damaged []string, err error), vacant func() error) (fresh bool, err error) {
	damaged, err := restore(filepath.Join(dir, CheckpointsName))
	for _, d := range damaged {
		notice("set aside a damaged checkpoint: " + d)
	}
	switch {
	case err == nil:
		return false, nil
	case !errors.Is(err, models.ErrNoCheckpoint) || len(damaged) > 0:
		return false, fmt.Errorf("resume %s: %w", dir, err)
	}
	if err := vacant(); err != nil {
		return false, err
	}
	notice(dir + " holds no checkpoint yet: starting from the beginning")
	return true, nil
}

// holdsNoModel is an error for a folder with a model: every run saves a checkpoint before
// its first model. flag is the one that gives weights to begin with.
func holdsNoModel(dir, flag string) func() error {
	return func() error {
		if _, err := os.Stat(filepath.Join(dir, models.ManifestName)); err == nil {
			return fmt.Errorf("resume %s: a model without checkpoints, which a new run would overwrite: begin another run from its weights with %s", dir, flag)
		}
		return nil
	}
}

// holdsNoWeights is an error for a model with weights of a kind: a run that adds such weights saves a
// checkpoint before it adds them. An empty folder of checkpoints or metrics without a checkpoint is what
// a run leaves that was stopped before its first one: the run begins anew.
func holdsNoWeights(dir, kind string) func() error {
	return func() error {
		if hasNetwork(dir, kind) {
			return fmt.Errorf("resume %s: the model has %s weights without checkpoints, which a new run would overwrite: choose another folder", dir, kind)
		}
		return nil
	}
}

// goOnWith notes how many threads a run has now, and tells of it if it had others.
func goOnWith(threads int, had *int, notice func(string)) {
	if *had != threads {
		notice(fmt.Sprintf("the run had %d threads and goes on with %d: its weights will differ in the last bits from an unbroken run", *had, threads))
		*had = threads
	}
}
