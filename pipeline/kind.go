package pipeline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/tengen-go/tengen/pipeline/stages"
)

// kind is a kind of stage as its own file declares it. Everything about the stages is made from
// the list of kinds: the sections of the file and their checks, the stages of a chain, report.json,
// the page, the lines that are printed, and what [Report.Check] asks for. To add a stage, add a
// file with a kind, and a line to the list.
type kind struct {
	// name is the name of the stage and of its folder.
	name string
	// needs are the names of the stages above that this one takes from; stage may add more.
	needs []string
	// sections are the sections of the file that belong to the stage, with their defaults.
	sections []namedSection
	// results are the files in the folder that later stages or people take.
	results []string
	// stage makes the stage; its Name, Needs and Results are filled in.
	stage func(ctx context.Context, w *work) (stages.Stage, error)

	// try looks for mistakes of the stage that would show late, before the first stage begins; nil
	// for none.
	try func(w *work) error

	// key is the name of the figures in report.json, and figures makes empty ones, as a pointer.
	key     string
	figures func() any
	// draw makes what the templates need besides the report; they have it as Own. nil for nothing.
	draw func(ctx context.Context, w *work, p *page) (any, error)
	// tile and text are templates: a tile at the head of the page, and the text on the stage.
	tile, text string
	// say prints a line on what the stage came to; nil for none.
	say func(to io.Writer, r *Report)
	// check says what is wrong with the figures of a chain that ran to its end; nil for nothing.
	check func(r *Report, c *Config) error
}

// section is a section of the file.
type section interface {
	// Validate says which key is wrong.
	Validate(c *Config) error
}

// namedSection is a section with its name in the file, and a function that makes it with its
// defaults.
type namedSection struct {
	name  string
	fresh func() section
}

// kinds are all stages in order. A stage takes results of those above it.
var kinds []kind

func init() {
	kinds = []kind{
		dataKind,
		rolloutKind,
		policyKind,
		reinforceKind,
		valueDataKind,
		valueKind,
		judgementKind,
		modelKind,
		tuningKind,
		tournamentKind,
	}
}

// StageNames are the names of all stages, in order.
func StageNames() []string {
	names := make([]string, len(kinds))
	for i := range kinds {
		names[i] = kinds[i].name
	}
	return names
}

// StagesUntil are the names of the stages that a last one makes necessary, with it, in order; all for "".
func StagesUntil(last string) []string {
	chain := stages.Chain{Until: last}
	for i := range kinds {
		chain.Stages = append(chain.Stages, stages.Stage{Name: kinds[i].name, Needs: kinds[i].needs})
	}
	var names []string
	for _, s := range chain.Wanted() {
		names = append(names, s.Name)
	}
	return names
}

// stages makes the stages of a chain.
func (w *work) stages(ctx context.Context) ([]stages.Stage, error) {
	var all []stages.Stage
	for i := range kinds {
		k := &kinds[i]
		s, err := k.stage(ctx, w)
		if err != nil {
			return nil, err
		}
		s.Name, s.Results = k.name, k.results
		s.Needs = slices.Concat(k.needs, s.Needs)
		all = append(all, s)
	}
	return all, nil
}

// sectionOf is a section of a configuration by its name, nil in a configuration without sections.
func sectionOf[S section](c *Config, name string) S {
	s, _ := c.sections[name].(S)
	return s
}

// figuresOf are the figures of a stage, nil if it is not done.
func figuresOf[F any](r *Report, stage string) *F {
	f, _ := r.Figures[stage].(*F)
	return f
}

// Say prints what the stages came to, a line or more for each of those that have something to say.
func (r *Report) Say(to io.Writer) {
	for i := range kinds {
		if k := &kinds[i]; k.say != nil && r.Figures[k.name] != nil {
			k.say(to, r)
		}
	}
}

// Check says all that is wrong with the report of a chain that ran to its end with c. What it asks
// of the networks holds after seconds of training.
func (r *Report) Check(c *Config) error {
	var all []error
	if r.Board != c.Board || r.Komi != c.Komi || r.Seed != c.Seed || r.Program == "" {
		all = append(all, fmt.Errorf("board %d, komi %v, seed %d, program %q: missing, or not the values of the file",
			r.Board, r.Komi, r.Seed, r.Program))
	}
	if len(r.Stages) != len(kinds) {
		all = append(all, fmt.Errorf("%d stages, want %d", len(r.Stages), len(kinds)))
	}
	for i := range kinds {
		k := &kinds[i]
		at := slices.IndexFunc(r.Stages, func(s StageReport) bool { return s.Name == k.name })
		if at < 0 || !r.Stages[at].Done {
			all = append(all, fmt.Errorf("stage %s is missing or not done", k.name))
			continue
		}
		for _, name := range k.results {
			if len(r.Stages[at].Results[name]) != 64 {
				all = append(all, fmt.Errorf("stage %s left no %s", k.name, name))
			}
		}
		switch {
		case k.figures != nil && r.Figures[k.name] == nil:
			all = append(all, fmt.Errorf("figures of stage %s are missing", k.name))
		case k.check != nil:
			all = append(all, k.check(r, c))
		}
	}
	return errors.Join(all...)
}
