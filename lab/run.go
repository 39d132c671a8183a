package lab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/models"
)

// Names of the files of a run. Every figure also has a picture of each kind.
const (
	AboutName   = "run.json"
	CellsName   = "cells.jsonl"
	ReportName  = "report.md"
	ResultsCSV  = "results.csv"
	ResultsJSON = "results.json"
)

// Config is what a caller asks of a run.
type Config struct {
	// Dir is the folder of the run.
	Dir string
	// Scale is the part of the full number of replications or games, from 0.01 to 1.
	Scale float64
	// Seed is where all chance comes from.
	Seed uint64
	// Threads is how many cells are worked on at once, 1 or more. No result depends on it,
	// except measured times and searches with several threads.
	Threads int
	// Options replace defaults of the experiment.
	Options map[string]string
	// Program is the name and version that the report gives itself.
	Program string
	// Progress reports how far the run is. It is called from many goroutines, but never by two
	// at once. It may be nil.
	Progress func(Progress)
	// Elsewhere has other machines do the cells; nil: this one does. Note is what readers of the report should know
	// about cells that others have done; it may be empty.
	Elsewhere Elsewhere
	Note      string
}

// Validate refuses what no run can be made of.
func (c Config) Validate() error {
	switch {
	case !(c.Scale >= 0.01 && c.Scale <= 1):
		return fmt.Errorf("a scale of %v: want 0.01 to 1", c.Scale)
	case c.Threads < 1:
		return fmt.Errorf("%d threads: want 1 or more", c.Threads)
	case c.Dir == "":
		return errors.New("no folder for the run")
	}
	return nil
}

// Progress is how far a run is.
type Progress struct {
	// Label is the experiment, or the part of it that is under way.
	Label string
	// Done of Total units of work are done, Before of them by an earlier session.
	Before, Done, Total int64
	// Unit is what is counted, such as games.
	Unit string
}

// Run is an experiment under way.
type Run struct {
	// Name is the experiment's.
	Name string
	// Scale, Seed, Threads and Dir are the Config's.
	Scale   float64
	Seed    uint64
	Threads int
	Dir     string

	options  map[string]string
	log      *cellLog
	progress func(Progress)

	revision  int
	elsewhere Elsewhere // nil for cells that this machine does
	helped    func()    // notes for the report that another machine did a cell
	share     *share    // of a machine that works for another; nil for others
}

// phase is a call of Cells for other machines.
func (r *Run) phase(number, cells int, before map[string]json.RawMessage) Phase {
	return Phase{
		Experiment: r.Name, Revision: r.revision, Scale: r.Scale, Seed: r.Seed, Options: r.options, Number: number,
		Cells: cells, Before: before,
	}
}

// Scaled is how many of full replications a run of this scale makes, at least the given number
// and never more than full.
func (r *Run) Scaled(full, least int) int {
	return min(full, max(least, int(math.Round(r.Scale*float64(full)))))
}

// Option is the value of an option of the experiment.
func (r *Run) Option(name string) string {
	value, ok := r.options[name]
	if !ok {
		panic("lab: " + r.Name + " declares no option " + name)
	}
	return value
}

// Quiet is the same run without its reports of progress, for work that takes no time.
func (r *Run) Quiet() *Run {
	quiet := *r
	quiet.progress = nil
	return &quiet
}

// about is run.json: what the cells of a folder belong to.
type about struct {
	Experiment string            `json:"experiment"`
	Revision   int               `json:"revision"`
	Scale      float64           `json:"scale"`
	Seed       uint64            `json:"seed"`
	Options    map[string]string `json:"options,omitempty"`
	// Programs did the cells; more than one if another version went on.
	Programs []string `json:"programs"`
	// Note is that of a session, if one had any.
	Note string `json:"note,omitempty"`
	// Seconds is the time of all sessions.
	Seconds float64 `json:"seconds"`
}

// Summary is what came of Execute.
type Summary struct {
	Report *Report
	// Files are those written, the report first.
	Files []string
	// Seconds is the time of all sessions of the run.
	Seconds float64
}

// noteEvery is how much of the time of a session a kill keeps out of run.json.
const noteEvery = 10 * time.Second

// Execute does the rest of an experiment and writes its report. When ctx ends, it returns an
// error that is context.Canceled and says how far the run has come; the same call goes on
// from there. A call with a larger scale keeps all cells that have the same keys. A
// *ConfigError is the caller's mistake.
func Execute(ctx context.Context, e *Experiment, c Config) (s *Summary, err error) {
	if err := c.Validate(); err != nil {
		return nil, &ConfigError{err}
	}
	options, err := e.Values(c.Options)
	if err != nil {
		return nil, &ConfigError{err}
	}
	if err := makeFolder(c.Dir); err != nil {
		return nil, err
	}
	lock, err := folder.Open(c.Dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	began := time.Now()
	a, err := openAbout(
		c.Dir,
		about{
			Experiment: e.Name,
			Revision:   e.Revision,
			Scale:      c.Scale,
			Seed:       c.Seed,
			Options:    options,
			Programs:   []string{c.Program},
		},
	)
	if err != nil {
		return nil, err
	}
	log, err := openCells(filepath.Join(c.Dir, CellsName))
	if err != nil {
		return nil, err
	}
	run := &Run{
		Name: e.Name, Scale: c.Scale, Seed: c.Seed, Threads: c.Threads, Dir: c.Dir,
		options: options, log: log, progress: c.Progress, revision: e.Revision, elsewhere: c.Elsewhere,
		helped: func() { a.Note = cmp.Or(a.Note, c.Note) },
	}
	before, told := a.Seconds, began
	note := func() error {
		told = time.Now()
		a.Seconds = math.Round(1000*(before+told.Sub(began).Seconds())) / 1000
		return a.write(c.Dir)
	}
	log.kept = func() error {
		if !slices.Contains(a.Programs, c.Program) {
			a.Programs = append(a.Programs, c.Program)
			return note()
		}
		if time.Since(told) < noteEvery {
			return nil
		}
		return note()
	}
	report, err := e.Run(ctx, run)
	err = errors.Join(err, log.close(), note())
	if err != nil {
		return nil, err
	}
	report.experiment, report.run, report.programs, report.program = e, run, a.Programs, c.Program
	report.note = a.Note
	files, err := report.write(c.Dir)
	if err != nil {
		return nil, err
	}
	return &Summary{Report: report, Files: files, Seconds: a.Seconds}, nil
}

// makeFolder makes the folder of a run if it is not there.
func makeFolder(dir string) error {
	if err := models.CheckWritable(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("folder of the run: %w", err)
	}
	return nil
}

// openAbout begins the folder of a run, or sees that it is this run's.
func openAbout(dir string, a about) (about, error) {
	path := filepath.Join(dir, AboutName)
	text, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		for _, name := range []string{ReportName, ResultsCSV} {
			if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
				return a, &ConfigError{
					fmt.Errorf(
						"%s has a %s but no %s: a finished report, which would be written over; choose another "+
							"folder, or remove %s and %s",
						dir, name, AboutName, ReportName, ResultsCSV,
					),
				}
			}
		}
		switch came, err := cameOut(dir); {
		case err != nil:
			return a, fmt.Errorf("folder of the run: %w", err)
		case came:
			return a, &ConfigError{fmt.Errorf("%s has a %s but no %s, so it is not known which run did these cells: "+
				"choose another folder", dir, CellsName, AboutName)}
		}
		if other := ofOthers(dir); other != "" {
			return a, &ConfigError{
				fmt.Errorf("%s holds other work (it has a %s): choose another folder", dir, other),
			}
		}
		return a, a.write(dir)
	case err != nil:
		return a, fmt.Errorf("folder of the run: %w", err)
	}
	var was about
	if err := json.Unmarshal(text, &was); err != nil {
		return a, fmt.Errorf(
			"%s is damaged (%w), so it is not known which run did the cells of this folder: choose another folder",
			path,
			err,
		)
	}
	if other := a.differs(was); other != "" {
		if came, err := cameOut(dir); err != nil {
			return a, fmt.Errorf("folder of the run: %w", err)
		} else if !came {
			return a, a.write(dir) // nothing has come of the other run, which may have been a mistake
		}
		return a, &ConfigError{
			fmt.Errorf("%w: %s is of %s; go on with that, or choose another folder", ErrOtherRun, dir, other),
		}
	}
	was.Scale = a.Scale
	return was, nil
}

// cameOut says whether anything has come of the run of a folder: a cell or a report.
func cameOut(dir string) (bool, error) {
	for _, name := range []string{CellsName, ReportName, ResultsCSV} {
		info, err := os.Stat(filepath.Join(dir, name))
		switch {
		case err == nil && info.Size() > 0:
			return true, nil
		case err != nil && !errors.Is(err, fs.ErrNotExist):
			return false, err
		}
	}
	return false, nil
}

// workOfOthers are the files that say what other work is in a folder: a model, a match, a tournament, a chain.
var workOfOthers = []string{models.ManifestName, "match.json", "standing.json", "report.json"}

// ofOthers is the one that is in a folder; "" for none.
func ofOthers(dir string) string {
	for _, name := range workOfOthers {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return name
		}
	}
	return ""
}

// differs names what makes a folder another's: "" if nothing does.
func (a about) differs(was about) string {
	switch {
	case was.Experiment != a.Experiment:
		return fmt.Sprintf("%s, not %s", was.Experiment, a.Experiment)
	case was.Revision != a.Revision:
		return fmt.Sprintf("revision %d of %s, which is at revision %d now", was.Revision, a.Experiment, a.Revision)
	case was.Scale > a.Scale: // a smaller one grows: its cells of the same keys are taken over
		return fmt.Sprintf("scale %v, not %v", was.Scale, a.Scale)
	case was.Seed != a.Seed:
		return fmt.Sprintf("seed %d, not %d", was.Seed, a.Seed)
	}
	for name, value := range a.Options { // one that came later was empty before
		if before := was.Options[name]; before != value {
			return fmt.Sprintf("%s=%s, not %s", name, strconv.Quote(before), strconv.Quote(value))
		}
	}
	for name := range was.Options {
		if _, ok := a.Options[name]; !ok {
			return "other options"
		}
	}
	return ""
}

func (a about) write(dir string) error {
	text, err := json.MarshalIndent(a, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(filepath.Join(dir, AboutName), append(text, '\n'))
}
