package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/difference"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/interrupt"
	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/pipeline/internal/source"
)

// Chain is stages in order, each of which takes results of earlier ones.
type Chain struct {
	// Dir has a folder for every stage.
	Dir    string
	Stages []Stage
	// Program is the version for the records.
	Program string
	// Redo allows what a changed setting makes necessary: that stages which are done, or
	// begun, are done anew.
	Redo bool
	// Until is the name of the last stage to do: only those that it takes from are done before it. "" for all.
	Until string
	// Begin is called for every stage before it is done, and for stages that were done before. It
	// may be nil.
	Begin func(number int, s *Stage, done bool)
	// After is called when a stage has been done, or thrown away; nil for none.
	After func() error
	// Now is the clock; nil for time.Now.
	Now func() time.Time
}

// ErrChanged says that the folder holds work of other settings.
var ErrChanged = errors.New("the folder holds work of other settings")

// discarded is where the folders of stages that are done anew go: a rename is one step
// and a removal is not, so that no kill leaves half of a stage.
const discarded = ".discarded"

// Run does the stages that are not done. A stage that was interrupted goes on; one that
// was done with the same settings and the same results of the stages that it needs is
// kept. If a setting has changed, that stage and those that take its results have to be
// done anew: Run refuses with ErrChanged and says which and why, unless Redo allows it.
// A stage that began and left no file, as by an error, may have other settings the next time.
// A stage that comes out as before, byte for byte, leaves those after it as they are. Two runs
// at once in a folder are refused.
func (c *Chain) Run(ctx context.Context) (err error) {
	if c.Now == nil {
		c.Now = time.Now
	}
	if err := models.CheckWritable(c.Dir); err != nil { // it may be part of the program
		return err
	}
	work, err := folder.Open(c.Dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, work.Close()) }()
	if err := os.RemoveAll(filepath.Join(c.Dir, discarded)); err != nil {
		return err
	}
	changed, err := c.changed()
	if err != nil {
		return err
	}
	wants := func(ch change) bool {
		return slices.ContainsFunc(c.wanted(), func(s *Stage) bool { return s.Name == ch.stage })
	}
	if !c.Redo && slices.ContainsFunc(changed, wants) {
		return refuse(c.Dir, changed)
	}
	for i := range c.Stages { // what a killed run left: these folders are the chain's own, as changed has found
		if err := atomicfile.Clean(c.folder(&c.Stages[i])); err != nil {
			return err
		}
	}
	hashes := map[string]string{}
	for i, s := range c.wanted() {
		r, err := c.stage(ctx, i+1, s, hashes)
		if err != nil {
			return err
		}
		hashes[s.Name] = r.hash()
	}
	return nil
}

// wanted are the stages to do, in order.
func (c *Chain) wanted() []*Stage {
	names, needs := make([]string, len(c.Stages)), make([][]string, len(c.Stages))
	for i := range c.Stages {
		names[i], needs[i] = c.Stages[i].Name, c.Stages[i].Needs
	}
	var list []*Stage
	for _, i := range upTo(c.Until, names, needs) {
		list = append(list, &c.Stages[i])
	}
	return list
}

// upTo are the indices of the last stage and of all that it takes from, at whatever remove; of all stages if
// there is no last one.
func upTo(last string, names []string, needs [][]string) (list []int) {
	want := map[string]bool{last: true}
	for i := len(names) - 1; i >= 0; i-- {
		if last != "" && !want[names[i]] {
			continue
		}
		for _, n := range needs[i] {
			want[n] = true
		}
		list = append(list, i)
	}
	slices.Reverse(list)
	return list
}

// checkUntil refuses a last stage that there is not.
func (c *Chain) checkUntil() error {
	var names []string
	for i := range c.Stages {
		names = append(names, c.Stages[i].Name)
	}
	if c.Until == "" || slices.Contains(names, c.Until) {
		return nil
	}
	return fmt.Errorf("no stage is called %q%s (there are %s)",
		c.Until, spelling.Nearest(c.Until, names), strings.Join(names, ", "))
}

// Records are the records of all stages that have one, by name.
func (c *Chain) Records() (map[string]*Record, error) {
	records := map[string]*Record{}
	for i := range c.Stages {
		s := &c.Stages[i]
		r, err := readRecord(c.folder(s), s.Name)
		if err != nil {
			return nil, err
		}
		if r != nil {
			records[s.Name] = r
		}
	}
	return records, nil
}

func (c *Chain) folder(s *Stage) string { return filepath.Join(c.Dir, s.Name) }

// change is why a stage has to be done anew.
type change struct{ stage, why string }

// changed looks through the folder for damage, and for work that does not fit the settings, as
// far as that shows beforehand.
func (c *Chain) changed() ([]change, error) {
	records, err := c.Records()
	if err != nil {
		return nil, err
	}
	for i := range c.Stages {
		s := &c.Stages[i]
		if r := records[s.Name]; r != nil && r.Done {
			if err := r.verify(c.folder(s)); err != nil {
				return nil, err
			}
		}
	}
	return c.misfits(records)
}

// misfits are the records that do not fit the settings, or another record that they took from.
func (c *Chain) misfits(records map[string]*Record) ([]change, error) {
	var list []change
	anew := map[string]bool{}
	for i := range c.Stages {
		s := &c.Stages[i]
		r := records[s.Name]
		if r == nil || !r.Done && bare(c.folder(s)) {
			continue
		}
		settings, err := difference.Object(s.Settings)
		if err != nil {
			return nil, fmt.Errorf("stage %s: %w", s.Name, err)
		}
		why := difference.Since(r.Settings, settings, s.Added)
		if why == "" {
			why = outdated(s, r, records, anew)
		}
		if why != "" {
			list = append(list, change{s.Name, why})
			anew[s.Name] = true
		}
	}
	return list, nil
}

// outdated says which of the stages that s took from is, or will be, another; "" if none.
func outdated(s *Stage, r *Record, records map[string]*Record, anew map[string]bool) string {
	for _, need := range s.Needs {
		n := records[need]
		switch {
		case anew[need]:
			return "it takes from " + need
		case n != nil && n.Done && r.Inputs[need] != n.hash():
			return need + " came out otherwise than when this took from it"
		}
	}
	return ""
}

func refuse(dir string, changed []change) error {
	lines := make([]string, len(changed))
	for i, ch := range changed {
		lines[i] = fmt.Sprintf("\n  %s: %s", ch.stage, ch.why)
	}
	return fmt.Errorf("%s: %w; these stages must run again:%s\nallow it with --redo, or choose another folder with -o",
		dir, ErrChanged, strings.Join(lines, ""))
}

// stage does one stage, unless it is done. hashes are of the stages before.
func (c *Chain) stage(ctx context.Context, number int, s *Stage, hashes map[string]string) (*Record, error) {
	dir := c.folder(s)
	settings, err := difference.Object(s.Settings)
	if err != nil {
		return nil, fmt.Errorf("stage %s: %w", s.Name, err)
	}
	inputs := map[string]string{}
	for _, need := range s.Needs {
		inputs[need] = hashes[need]
	}
	r, err := readRecord(dir, s.Name)
	if err != nil {
		return nil, err
	}
	if r != nil {
		why := difference.Since(r.Settings, settings, s.Added)
		for _, need := range s.Needs {
			if why == "" && r.Inputs[need] != inputs[need] {
				why = need + " came out otherwise than when this took from it"
			}
		}
		switch {
		case why == "" && r.Done:
			c.begin(number, s, true)
			return r, nil
		case why != "" && !r.Done && bare(dir):
			r = nil // nothing came of it, which may have been a mistake
		case why != "" && !c.Redo:
			return nil, refuse(c.Dir, []change{{s.Name, why}})
		case why != "":
			if err := c.discard(dir); err != nil {
				return nil, err
			}
			if err := c.after(); err != nil { // otherwise the report would go on showing it
				return nil, err
			}
			r = nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("stage %d of %d, %s, is next; the same command goes on: %w",
			number, len(c.wanted()), s.Title, err)
	}
	c.begin(number, s, false)
	if r == nil {
		if s.Anew != nil {
			s.Anew()
			if settings, err = difference.Object(s.Settings); err != nil {
				return nil, fmt.Errorf("stage %s: %w", s.Name, err)
			}
		}
		r = &Record{Stage: s.Name, Settings: settings, Inputs: inputs, Began: c.Now().UTC()}
	}
	r.Program, r.Settings = c.Program, settings // with those that a record of an earlier version lacks
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := r.write(dir); err != nil {
		return nil, err
	}
	return r, c.do(ctx, number, s, r)
}

// do runs a stage and closes its record.
func (c *Chain) do(ctx context.Context, number int, s *Stage, r *Record) error {
	dir := c.folder(s)
	stop := c.keepTime(dir, r)
	figures, err := s.Run(ctx, dir)
	stop()
	if err != nil {
		if ctx.Err() == nil {
			return fmt.Errorf("stage %d of %d, %s: %w", number, len(c.wanted()), s.Title, err)
		}
		_, rest := interrupt.Split(err) // such as a checkpoint that could not be written
		return errors.Join(fmt.Errorf("stage %d of %d, %s; the same command goes on: %w",
			number, len(c.wanted()), s.Title, ctx.Err()), rest, r.write(dir))
	}
	if r.Figures, err = json.Marshal(figures); err != nil {
		return fmt.Errorf("stage %s: %w", s.Name, err)
	}
	r.Results = map[string]string{}
	for _, name := range s.Results {
		if r.Results[name], err = source.File(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("stage %s left no %s: %w", s.Name, name, err)
		}
	}
	r.Done, r.Ended = true, c.Now().UTC()
	if err := r.write(dir); err != nil {
		return err
	}
	return c.after()
}

// timeKept is how often the time of a stage is written down: what a kill takes off it at most.
const timeKept = 10 * time.Second

// keepTime counts the time of a stage until stop is called, and writes it into the record now
// and then, for a kill leaves no time to.
func (c *Chain) keepTime(dir string, r *Record) (stop func()) {
	before, start := r.Seconds, c.Now()
	seconds := func() float64 { return before + c.Now().Sub(start).Seconds() }
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(timeKept)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
				noted := *r
				noted.Seconds = seconds()
				_ = noted.write(dir) // a folder that cannot be written stops the stage itself
			}
		}
	}()
	return func() {
		close(done)
		<-ended
		r.Seconds = seconds()
	}
}

func (c *Chain) after() error {
	if c.After == nil {
		return nil
	}
	return c.After()
}

func (c *Chain) begin(number int, s *Stage, done bool) {
	if c.Begin != nil {
		c.Begin(number, s, done)
	}
}

// discard takes a stage's folder away, in one step as far as the chain can see.
func (c *Chain) discard(dir string) error {
	aside := filepath.Join(c.Dir, discarded)
	if err := os.MkdirAll(aside, 0o755); err != nil {
		return err
	}
	if err := os.Rename(dir, filepath.Join(aside, filepath.Base(dir))); err != nil {
		return err
	}
	return os.RemoveAll(aside)
}
