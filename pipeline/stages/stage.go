package stages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/internal/checksum"
	"github.com/tengen-go/tengen/internal/difference"
	"github.com/tengen-go/tengen/internal/interrupt"
)

// Stage is one step of a chain. Its folder has its name.
type Stage struct {
	// Name is the name of the folder, Title what people call the stage.
	Name  string
	Title string
	// Needs are the names of the earlier stages; the stage takes their results.
	Needs []string
	// Settings is what decides the result, in addition to the needed stages: a struct or map that
	// becomes a JSON object. Speed, cadence and the like are not in it.
	Settings any
	// Anew changes Settings, if it is not nil, before the stage begins anew: to what the stage finds then.
	Anew func()
	// Added are settings that records of earlier versions lack: such a record fits any value of them.
	Added []string
	// Results are the files in the folder that later stages take.
	Results []string
	// Run does the stage in its folder, or goes on with it where it was stopped. What it
	// returns becomes a JSON object, the figures of the record.
	Run func(ctx context.Context, dir string) (figures any, err error)
}

// settings are the settings as they are recorded.
func (s *Stage) settings() (map[string]any, error) {
	settings, err := difference.Object(s.Settings)
	if err != nil {
		return nil, fmt.Errorf("stage %s: %w", s.Name, err)
	}
	return settings, nil
}

// misfit says why a record does not fit the settings, or a stage that it took from; "" if it fits. hashes are of the
// stages that are done, anew are those that have to be done anew.
func (s *Stage) misfit(r *Record, settings map[string]any, hashes map[string]string, anew map[string]bool) string {
	if why := difference.Since(r.Settings, settings, s.Added); why != "" {
		return why
	}
	for _, need := range s.Needs {
		hash, done := hashes[need]
		switch {
		case anew[need]:
			return "it takes from " + need
		case done && r.Inputs[need] != hash:
			return need + " came out otherwise than when this took from it"
		}
	}
	return ""
}

// stage does one stage, unless it is done. hashes are of the stages before.
func (c *Chain) stage(ctx context.Context, number int, s *Stage, hashes map[string]string) (*Record, error) {
	dir := c.folder(s)
	settings, err := s.settings()
	if err != nil {
		return nil, err
	}
	inputs := map[string]string{}
	for _, need := range s.Needs {
		inputs[need] = hashes[need]
	}
	r, err := ReadRecord(dir, s.Name)
	if err != nil {
		return nil, err
	}
	if r != nil {
		why := s.misfit(r, settings, inputs, nil)
		switch {
		case why == "" && r.Done:
			c.begin(number, s, true)
			return r, nil
		case why != "" && !r.Done && bare(dir):
			r = nil // nothing came of it, which may have been a mistake
		case why != "" && !c.Redo:
			return nil, refuse(c.Dir, []Change{{s.Name, why}})
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
			number, len(c.Wanted()), s.Title, err)
	}
	c.begin(number, s, false)
	if r == nil {
		if s.Anew != nil {
			s.Anew()
			if settings, err = s.settings(); err != nil {
				return nil, err
			}
		}
		r = &Record{Stage: s.Name, Settings: settings, Inputs: inputs, Began: c.Now().UTC()}
	}
	r.Program, r.Settings = c.Program, settings // with those that a record of an earlier version lacks
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if err := r.Write(dir); err != nil {
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
			return fmt.Errorf("stage %d of %d, %s: %w", number, len(c.Wanted()), s.Title, err)
		}
		_, rest := interrupt.Split(err) // such as a checkpoint that could not be written
		return errors.Join(fmt.Errorf("stage %d of %d, %s; the same command goes on: %w",
			number, len(c.Wanted()), s.Title, ctx.Err()), rest, r.Write(dir))
	}
	if r.Figures, err = json.Marshal(figures); err != nil {
		return fmt.Errorf("stage %s: %w", s.Name, err)
	}
	r.Results = map[string]string{}
	for _, name := range s.Results {
		if r.Results[name], err = checksum.File(filepath.Join(dir, name)); err != nil {
			return fmt.Errorf("stage %s left no %s: %w", s.Name, name, err)
		}
	}
	r.Done, r.Ended = true, c.Now().UTC()
	if err := r.Write(dir); err != nil {
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
				_ = noted.Write(dir) // a folder that cannot be written stops the stage itself
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
