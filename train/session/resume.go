package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// ErrExists means that a new run would overwrite an old one.
var ErrExists = errors.New("the folder holds a run already")

// ErrOther is wrapped when a checkpoint belongs to other data or to another configuration than
// those given.
var ErrOther = folder.ErrOther

// Check refuses a folder that holds a run for a new one.
func Check(dir string, resume bool) error {
	if err := models.CheckWritable(dir); err != nil {
		return err
	}
	found, err := hasRun(dir)
	if err != nil {
		return err
	}
	if found && !resume {
		return fmt.Errorf("%s: %w: --resume goes on with it; else choose another folder", dir, ErrExists)
	}
	return nil
}

// CheckFinish refuses a folder in which no run stopped that could be ended.
func CheckFinish(dir string) error {
	if !models.HasCheckpoint(filepath.Join(dir, CheckpointsName)) {
		return fmt.Errorf("finish %s: no training stopped here: give the folder of one, or leave --finish out", dir)
	}
	return nil
}

// hasRun reports whether a folder holds anything that a run leaves. Linear weights are of runs in folders of
// their own, and any run may add to them.
func hasRun(dir string) (bool, error) {
	for _, name := range []string{MetricsName, CheckpointsName} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	return hasNetwork(dir, models.Policy, models.Value)
}

// AdditionDir is where a run that adds weights of a kind to the model in dir keeps its files.
func AdditionDir(dir, kind string) string { return filepath.Join(dir, kind+"-training") }

// CheckAddition refuses a folder that holds such a run, or weights of the kind, for a new one.
// what says in words what they are.
// board is the one that the weights are for, 0 for any.
func CheckAddition(dir, kind string, board int, what string, resume bool) error {
	if err := models.CheckWritable(dir); err != nil {
		return err
	}
	found, err := hasRun(AdditionDir(dir, kind))
	if !found && err == nil {
		found, err = hasNetwork(dir, kind)
	}
	if err != nil {
		return err
	}
	if found && !resume {
		return fmt.Errorf("%s: %w of %s: --resume goes on with it; else choose another folder", dir, ErrExists, what)
	}
	return models.CheckPut(dir, kind, board)
}

// hasNetwork reports whether there is a model with weights of one of these kinds.
func hasNetwork(dir string, kinds ...string) (bool, error) {
	m, err := models.ReadManifest(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return slices.ContainsFunc(kinds, func(kind string) bool {
		_, has := m.Networks[kind]
		return has
	}), err
}

// Restore takes a run up from its checkpoints, unless it is not resumed or there are none. The run
// is then fresh, if vacant finds nothing that it would overwrite. restore is given the folder of the
// checkpoints and names the damaged ones that it set aside.
func (s *Session[M, P]) Restore(
	resume bool, restore func(checkpoints string) (damaged []string, err error), vacant func() error,
) (fresh bool, err error) {
	if !resume {
		return true, nil
	}
	damaged, err := restore(filepath.Join(s.dir, CheckpointsName))
	for _, d := range damaged {
		s.fault("set aside a damaged checkpoint: " + d)
	}
	switch {
	case err == nil:
		return false, nil
	case !errors.Is(err, models.ErrNoCheckpoint) || len(damaged) > 0:
		what := "resume"
		if s.finish {
			what = "finish"
		}
		return false, fmt.Errorf("%s %s: %w", what, s.dir, err)
	}
	if err := vacant(); err != nil {
		return false, err
	}
	s.fresh(s.dir)
	return true, nil
}

// NoModel is an error for a folder with a policy or value network: every run saves a checkpoint before its first
// model. flag is the one that gives weights to begin with.
func NoModel(dir, flag string) func() error {
	return func() error {
		has, err := hasNetwork(dir, models.Policy, models.Value)
		if has {
			return fmt.Errorf("resume %s: a model without checkpoints, which a new run would overwrite: begin "+
				"another run from its weights with %s", dir, flag)
		}
		return err
	}
}

// NoWeights is an error for a model with weights of a kind: a run that adds such weights saves a
// checkpoint before it adds them. An empty folder of checkpoints or metrics without a checkpoint is
// what a run leaves that was stopped before its first one: the run begins anew.
func NoWeights(dir, kind string) func() error {
	return func() error {
		has, err := hasNetwork(dir, kind)
		if has {
			return fmt.Errorf("resume %s: the model has %s weights without checkpoints, which a new run would "+
				"overwrite: choose another folder", dir, kind)
		}
		return err
	}
}

// Recover reads the newest whole checkpoint and what it holds besides weights. Damaged ones on the
// way have been set aside and are returned.
func Recover(dir string, saved any) (c models.Checkpoint, damaged []string, err error) {
	c, damaged, err = models.RecoverCheckpoint(dir)
	if err != nil {
		return c, damaged, err
	}
	if err := json.Unmarshal(c.Extra, saved); err != nil {
		return c, damaged, fmt.Errorf("state of the checkpoint: %w", err)
	}
	return c, damaged, nil
}

// Same refuses a run that was started with other options. remedy is what may be done instead of
// giving them again.
func Same(saved, now any, remedy string) error {
	return folder.Same(saved, now, "give the options it was started with, or "+remedy)
}

// Threads notes how many threads a run has now, and gives notice if it had others.
func (s *Session[M, P]) Threads(now int, had *int) {
	if *had != now {
		s.notice(fmt.Sprintf("the run had %d threads and goes on with %d: its weights will differ in the last bits "+
			"from an unbroken run", *had, now))
		*had = now
	}
}

// Device notes the device that a run is on now, behind the devices that it was on before.
func (s *Session[M, P]) Device(now nets.Device, had *[]string) {
	if n := len(*had); n == 0 || (*had)[n-1] != now.Name() {
		*had = append(*had, now.Name())
	}
}

// OnDevices is the end of a sentence about a run: the devices that it was on, empty if that is the CPU alone.
func OnDevices(had []string) string {
	if len(had) == 0 || len(had) == 1 && had[0] == (nets.CPU{}).Name() {
		return ""
	}
	return ", on " + strings.Join(had, ", then ")
}
