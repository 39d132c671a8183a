// Package experiments has tengen lab.
package experiments

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/lab/papers"
	"github.com/tengen-go/tengen/lab/papers/training"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// LabCmd repeats the experiments of the papers.
type LabCmd struct {
	List LabListCmd `cmd:"" help:"Name the experiments, their sources and how long they take."`
	Run  LabRunCmd  `cmd:"" help:"Run an experiment: numbers, figures and a report that compares them with the paper's."`
}

// LabListCmd names the experiments.
type LabListCmd struct {
	flags.Common
	Name string `arg:"" optional:"" help:"Describe this experiment: what it measures, how the paper is read, its options."`
}

// Help shows an example.
func (c *LabListCmd) Help() string {
	return `The times are for full scale on two cores.

Examples:

    tengen lab list
    tengen lab list ucb-regret
    tengen lab list --json`
}

// experiments are all that can be run.
func experiments(device nets.Device) []*lab.Experiment {
	return papers.Experiments(papers.Env{
		Players: players.Registry(), ModelDirs: players.ModelDirs(), Device: device, Train: training.Policy,
	})
}

// likeWorkers are all, with the models that workers have.
func likeWorkers(device nets.Device) []*lab.Experiment {
	return papers.Experiments(papers.Env{
		Players: players.Registry(), ModelDirs: []string{models.ShippedPrefix}, Device: device,
		Train: training.Policy,
	})
}

// labEntry is one experiment of the JSON of tengen lab list.
type labEntry struct {
	Name    string      `json:"name"`
	Title   string      `json:"title"`
	Source  string      `json:"source"`
	Seconds float64     `json:"seconds"` // about, at full scale on two cores
	Options []labOption `json:"options,omitempty"`
	About   string      `json:"about,omitempty"` // of one experiment only
}

type labOption struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

func newLabEntry(e *lab.Experiment) labEntry {
	entry := labEntry{Name: e.Name, Title: e.Title, Source: e.Source, Seconds: e.Estimate.Seconds()}
	for _, o := range e.Options {
		entry.Options = append(entry.Options, labOption{o.Name, o.Default, o.Help})
	}
	return entry
}

// Run prints them.
func (c *LabListCmd) Run() error {
	if c.Name != "" {
		return c.one()
	}
	entries := []labEntry{}
	for _, e := range experiments(nil) {
		entries = append(entries, newLabEntry(e))
	}
	if c.JSON {
		return output.JSON(struct {
			Experiments []labEntry `json:"experiments"`
		}{entries})
	}
	for i, e := range experiments(nil) {
		if i > 0 {
			output.Println()
		}
		output.Printf("%-19s %s\n%-19s %s\n", e.Name, e.Title, "", e.Source)
		output.Printf("%-19s %s at full scale\n", "", about(e.Estimate))
	}
	return nil
}

// one describes one experiment.
func (c *LabListCmd) one() error {
	e, err := lab.Find(c.Name, experiments(nil))
	if err != nil {
		return usage.Wrap(err)
	}
	if c.JSON {
		entry := newLabEntry(e)
		entry.About = e.About
		return output.JSON(entry)
	}
	output.Printf("%s: %s\n\n", e.Name, e.Title)
	text := fmt.Sprintf("%s; %s at full scale on two cores\n\n%s", e.Source, about(e.Estimate), e.About)
	output.Println(reflowed(text))
	for i, o := range e.Options {
		if i == 0 {
			output.Println()
		}
		if o.Yours {
			output.Printf("--set %s=VALUE, which must be given\n      %s\n", o.Name, o.Help)
			continue
		}
		output.Printf("--set %s=%s\n      %s\n", o.Name, o.Default, o.Help)
	}
	return nil
}

// reflowed fills the lines of paragraphs and of points of lists, which begin with "- ".
func reflowed(text string) string {
	const width = 100
	var lines []string
	margin, open := "", false // open: the last line's paragraph goes on
	for line := range strings.SplitSeq(text, "\n") {
		if point := strings.HasPrefix(line, "- "); point || !open || line == "" {
			lines, margin = append(lines, ""), ""
			if point {
				margin = "  "
			}
		}
		for _, word := range strings.Fields(line) {
			last := &lines[len(lines)-1]
			switch {
			case *last == "":
				*last = word
			case utf8.RuneCountInString(*last)+1+utf8.RuneCountInString(word) <= width:
				*last += " " + word
			default:
				lines = append(lines, margin+word)
			}
		}
		open = line != ""
	}
	return strings.Join(lines, "\n")
}

// about says a duration in one unit.
func about(d time.Duration) string {
	switch {
	case d >= 2*time.Hour:
		return fmt.Sprintf("about %.0f hours", d.Hours())
	case d >= 2*time.Minute:
		return fmt.Sprintf("about %.0f minutes", d.Minutes())
	}
	return fmt.Sprintf("about %.0f seconds", max(1, d.Seconds()))
}

// LabRunCmd does an experiment.
type LabRunCmd struct {
	flags.Common
	devices.Flag
	Name  string            `arg:"" help:"The experiment; tengen lab list names them."`
	Scale float64           `help:"Part of the full number of replications or games, 0.01 to 1 (default: 1)." default:"1" placeholder:"X"`
	Set   map[string]string `help:"Change an option of the experiment; may be repeated." placeholder:"NAME=VALUE" mapsep:"none"`
	Hub   string            `help:"The workers of a hub do the work: file with an owner's token, or URL of NATS." placeholder:"TOKEN"`
	Out   string            `name:"output" aliases:"out" short:"o" help:"Folder for report.md, results.csv, results.json, the figures and the finished work; a run that was interrupted goes on from there (default: runs/lab/NAME)." placeholder:"DIR" type:"path"`
}

// Help is printed below the flags.
func (c *LabRunCmd) Help() string {
	return `Press Ctrl-C whenever you like: the same command goes on. The report is the same as without
the interruption, for any --threads, except for measured times and for searches with several
threads. A larger --scale keeps the work that is done. docs/lab.md says how to read a report.

With --hub the report is the same as without, with the same exceptions. Work that measures times
stays on this machine.

Examples:

    tengen lab run ucb-regret
    tengen lab run aoap-1.1 --scale 0.05 -o runs/pcs`
}

// Run does what is not done yet, and tells what came of it.
func (c *LabRunCmd) Run(ctx context.Context) error {
	if _, err := lab.Find(c.Name, experiments(nil)); err != nil {
		return usage.Wrap(err)
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer done()
	e, err := lab.Find(c.Name, experiments(device))
	if err != nil {
		return usage.Wrap(err)
	}
	dir := c.Out
	if dir == "" {
		dir = filepath.Join("runs", "lab", e.Name)
	}
	watch := &labWatch{quiet: c.Quiet}
	config := lab.Config{
		Dir: dir, Scale: c.Scale, Seed: c.Seed, Threads: c.Workers(), Options: c.Set,
		Program: "tengen " + version.String(), Progress: watch.progress,
	}
	if c.Hub != "" {
		leave, err := c.elsewhere(ctx, e, &config)
		if err != nil {
			return err
		}
		defer leave()
		if e, err = lab.Find(c.Name, likeWorkers(device)); err != nil {
			return usage.Wrap(err)
		}
	}
	summary, err := lab.Execute(ctx, e, config)
	watch.close()
	var bad *lab.ConfigError
	if errors.As(err, &bad) {
		return usage.Wrap(err)
	}
	if err != nil {
		return err
	}
	return c.print(summary)
}

// elsewhere has the workers of a hub do the work.
func (c *LabRunCmd) elsewhere(ctx context.Context, e *lab.Experiment, config *lab.Config) (leave func(), err error) {
	if os.Getenv("TENGEN_MODELS") != "" {
		return nil, usage.Errorf("--hub takes the models of the program: unset TENGEN_MODELS, and name a model with " +
			"--set model=DIR or --set player=model=DIR where the experiment has such an option")
	}
	options, err := e.Values(c.Set)
	if err != nil {
		return nil, usage.Wrap(err)
	}
	m, err := cluster.OpenMatches(ctx, cluster.MatchConfig{Hub: c.Hub, Folder: config.Dir, Say: c.Say})
	if err != nil {
		return nil, err
	}
	config.Elsewhere = m.Cells
	if _, timed := options["time"]; timed || strings.Contains(options["player"]+options["opponent"], "time=") {
		config.Note = cluster.UnlikeMachines
	}
	return m.Close, nil
}

// labReport is the JSON object of tengen lab run.
type labReport struct {
	Experiment string   `json:"experiment"`
	Scale      float64  `json:"scale"`
	Seed       uint64   `json:"seed"`
	Seconds    float64  `json:"seconds"`
	Differing  []string `json:"differing"`
	Files      []string `json:"files"`
}

func (c *LabRunCmd) print(s *lab.Summary) error {
	if c.JSON {
		return output.JSON(labReport{c.Name, c.Scale, c.Seed, s.Seconds, s.Report.Differing(), s.Files})
	}
	output.Print(s.Report.Text())
	took := time.Duration(s.Seconds * float64(time.Second)).Round(time.Second)
	output.Printf("report: %s (%v in all)\n", s.Files[0], took)
	return nil
}

// labWatch shows how far a run is.
type labWatch struct {
	quiet bool
	label string
	bar   *progress.Bar
}

func (w *labWatch) progress(p lab.Progress) {
	if w.bar == nil || w.label != p.Label {
		w.close()
		w.label, w.bar = p.Label, progress.New(w.quiet, p.Label, p.Total, p.Unit)
		w.bar.Resume(p.Before)
	}
	w.bar.Set(p.Done)
}

func (w *labWatch) close() {
	if w.bar != nil {
		w.bar.Finish()
		w.bar = nil
	}
}
