package stages

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/folder"
	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/models"
)

// Chain is stages in order. Each takes results of earlier ones.
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
	wants := func(ch Change) bool {
		return slices.ContainsFunc(c.Wanted(), func(s *Stage) bool { return s.Name == ch.Stage })
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
	for i, s := range c.Wanted() {
		r, err := c.stage(ctx, i+1, s, hashes)
		if err != nil {
			return err
		}
		hashes[s.Name] = r.Hash()
	}
	return nil
}

// Wanted are the stages to do, in order: the last one and all that it takes from, at whatever remove. They are all
// stages if there is no last one.
func (c *Chain) Wanted() (list []*Stage) {
	want := map[string]bool{c.Until: true}
	for i := len(c.Stages) - 1; i >= 0; i-- {
		s := &c.Stages[i]
		if c.Until != "" && !want[s.Name] {
			continue
		}
		for _, n := range s.Needs {
			want[n] = true
		}
		list = append(list, s)
	}
	slices.Reverse(list)
	return list
}

// CheckUntil refuses a last stage that there is not. Run would do nothing.
func (c *Chain) CheckUntil() error {
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
		r, err := ReadRecord(c.folder(s), s.Name)
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

// Change is why a stage has to be done anew.
type Change struct{ Stage, Why string }

// changed looks through the folder for damage, and for work that does not fit the settings, as
// far as that shows beforehand.
func (c *Chain) changed() ([]Change, error) {
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
	return c.Misfits(records)
}

// Misfits are the stages with a record that does not fit: other settings, or results of another stage that are no more.
func (c *Chain) Misfits(records map[string]*Record) ([]Change, error) {
	hashes := map[string]string{}
	for name, r := range records {
		if r.Done {
			hashes[name] = r.Hash()
		}
	}
	var list []Change
	anew := map[string]bool{}
	for i := range c.Stages {
		s := &c.Stages[i]
		r := records[s.Name]
		if r == nil || !r.Done && bare(c.folder(s)) {
			continue
		}
		settings, err := s.settings()
		if err != nil {
			return nil, err
		}
		if why := s.misfit(r, settings, hashes, anew); why != "" {
			list = append(list, Change{s.Name, why})
			anew[s.Name] = true
		}
	}
	return list, nil
}

func refuse(dir string, changed []Change) error {
	lines := make([]string, len(changed))
	for i, ch := range changed {
		lines[i] = fmt.Sprintf("\n  %s: %s", ch.Stage, ch.Why)
	}
	return fmt.Errorf("%s: %w; these stages must run again:%s\nallow it with --redo, or choose another folder with -o",
		dir, ErrChanged, strings.Join(lines, ""))
}
