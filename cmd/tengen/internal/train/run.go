package train

import (
	"context"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/interrupt"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/session"
)

// RunFlags are the flags of a run that trains a convolutional network which are no settings of
// the run.
type RunFlags struct {
	devices.Flag
	Validation []string `help:"Games to hold out, instead of 4% of all games. No duplicates of them are trained on." placeholder:"GAMES"`
	Preset     string   `help:"Where unset options come from: practical (Muon, batches of 64, cosine) or paper (Silver et al. 2016)." enum:"practical,paper" default:"practical"`
	Freeze     int      `help:"Keep the first N convolutions of --init; the other layers learn." placeholder:"N"`
	ResumeFlags
}

// freeze freezes the first layers of a run that begins with the weights of a model, "" for none. Of these so many
// layers may be frozen.
func (f *RunFlags) freeze(cfg *train.Learning, model string, layers int) error {
	switch {
	case f.Freeze < 0:
		return usage.Errorf("--freeze %d: want 0 or more", f.Freeze)
	case f.Freeze > 0 && model == "":
		return usage.Errorf("--freeze %d keeps weights of a model to begin with: name one (--init)", f.Freeze)
	case f.Freeze > layers:
		return usage.Errorf("--freeze %d: of %s at most %s can be frozen",
			f.Freeze, model, output.Count(layers, "layer"))
	}
	cfg.Freeze = f.Freeze
	return nil
}

// ResumeFlags are what may be done with a run that stopped.
type ResumeFlags struct {
	Resume bool `help:"Go on where the run in the folder stopped, by the same command." xor:"stopped"`
	Finish bool `help:"End the run where it stopped, by the same command: learn no further, and write the model." xor:"stopped"`
}

// check refuses a folder for a new run that holds one, and one without a run to be ended.
func (f *ResumeFlags) check(dir string) error {
	if f.Finish {
		if err := session.CheckFinish(dir); err != nil {
			return usage.Wrap(err)
		}
		return nil
	}
	return misused(session.Check(dir, f.Resume))
}

// misused makes an error of a run the caller's if it is about flags that only the folder or the games show to be wrong.
func misused(err error) error {
	for _, is := range []error{session.ErrTooLong, session.ErrOther, session.ErrExists} {
		if errors.Is(err, is) {
			return usage.Wrap(err)
		}
	}
	return err
}

// interrupted is the error of a run that stopped there, after so many steps, with what else went wrong in err.
func interrupted[N int | int64](where string, steps N, err error) error {
	next := "the same command with --resume goes on"
	if steps > 0 {
		next += ", with --finish it writes the model"
	}
	_, rest := interrupt.Split(err)
	return errors.Join(fmt.Errorf("stopped %s; %s: %w", where, next, context.Canceled), rest)
}

// resumes says whether the folder may hold a run already.
func (f *ResumeFlags) resumes() bool { return f.Resume || f.Finish }

// overrides are settings of a run with a configuration of type C.
type overrides[C any] interface{ Over(c *C) error }

// defaults is a table of the values of settings O that are left out, with a column for each
// preset, in the order practical and paper if there are two.
func defaults[C any, O any, P interface {
	*O
	overrides[C]
}](presets ...func() C) string {
	var none O
	configs := make([]any, len(presets))
	for i, preset := range presets {
		c := preset()
		if err := P(&none).Over(&c); err != nil {
			panic(err) // no setting is given that could be wrong
		}
		configs[i] = c
	}
	names := []string{"practical", "paper"}
	if len(presets) == 1 {
		names = []string{"default"}
	}
	return settings.Defaults(none, names, configs...)
}

// complete puts the flags of a command over a configuration. Learning is a part of that configuration.
// It checks what it can before the games are read; only the games say what the board is.
func complete[C interface{ Validate() error }](
	cfg *C, learning *train.Learning, over overrides[C], common flags.Common,
) error {
	learning.Seed, learning.Threads = common.Seed, common.Workers()
	learning.Workers = learning.Threads
	if err := over.Over(cfg); err != nil {
		return err
	}
	defer func(size int) { learning.Board = size }(learning.Board)
	learning.Board = 19
	return (*cfg).Validate()
}
