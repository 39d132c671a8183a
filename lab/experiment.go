package lab

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/spelling"
)

// Experiment is one experiment of a paper, or of our own.
type Experiment struct {
	// Name is what the command line calls it, such as aoap-1.1.
	Name string
	// Title is one line for people, Source the paper and its section, figure or table.
	Title, Source string
	// About says what is measured and which reading of the paper is taken, in Markdown.
	About string
	// Estimate is about how long it takes at full scale on two cores.
	Estimate time.Duration
	// Revision is raised whenever a cell of the same key would come out otherwise than
	// before, so that no run is made of two halves that do not belong together.
	Revision int
	// Options are what a caller may change besides scale and seed.
	Options []Option
	// Run does the experiment. What it returns may depend on the scale, the seed and the
	// options of the run and on the results of its cells alone.
	Run func(ctx context.Context, run *Run) (*Report, error)
}

// Option is a setting of one experiment, a text that the experiment reads.
type Option struct {
	Name, Default, Help string
	// Check refuses what the option cannot be; nil takes everything.
	Check func(value string) error
	// Yours is a file or folder that must be given. It has no default, and no value of it departs from the experiment
	// as it is described. A report has its name without the folders above.
	Yours bool
}

// Find is the experiment of that name among several.
func Find(name string, among []*Experiment) (*Experiment, error) {
	var names []string
	for _, e := range among {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return nil, fmt.Errorf(
		"no experiment is called %q%s (tengen lab list names them)", name, spelling.Nearest(name, names),
	)
}

// Values are the values of all options: the given ones over the defaults. An option that the
// experiment does not have, or a value that it refuses, is an error.
func (e *Experiment) Values(given map[string]string) (map[string]string, error) {
	values := map[string]string{}
	var names []string
	for _, o := range e.Options {
		values[o.Name] = o.Default
		names = append(names, o.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		i := slices.Index(names, name)
		if i < 0 {
			if len(names) == 0 {
				return nil, fmt.Errorf("%s has no options, so no %q", e.Name, name)
			}
			return nil, fmt.Errorf(
				"%s has no option %q%s (there are %s)", e.Name, name, spelling.Nearest(name, names),
				strings.Join(names, ", "),
			)
		}
		if check := e.Options[i].Check; check != nil {
			if err := check(given[name]); err != nil {
				return nil, fmt.Errorf("option %s of %s: %w", name, e.Name, err)
			}
		}
		values[name] = given[name]
	}
	for _, o := range e.Options {
		if o.Yours && values[o.Name] == "" {
			return nil, fmt.Errorf("%s needs %s, %s: --set %s=VALUE", e.Name, o.Name, o.Help, o.Name)
		}
	}
	return values, nil
}

// ConfigError is a mistake of the caller's: a scale, a seed, an option, a folder.
type ConfigError struct{ Err error }

func (e *ConfigError) Error() string { return e.Err.Error() }
func (e *ConfigError) Unwrap() error { return e.Err }

// ErrOtherRun says that a folder holds another run than the one to be done.
var ErrOtherRun = errors.New("the folder holds another run")
