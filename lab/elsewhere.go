package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
)

// Elsewhere has other machines do cells of a phase, those of todo by their places among the cells. It calls keep
// with each result as they come, one at a time.
type Elsewhere func(
	ctx context.Context, p Phase, todo []int, keep func(cell int, result json.RawMessage) error,
) error

// Phase is one call of Cells in a run, as other machines have to know it.
type Phase struct {
	// Experiment, Revision, Scale, Seed and Options are those of the run.
	Experiment string
	Revision   int
	Scale      float64
	Seed       uint64
	Options    map[string]string
	// Number counts the calls of Cells, from 0. Cells is how many cells it has.
	Number, Cells int
	// Before are the results of the cells of the calls before, by their keys.
	Before map[string]json.RawMessage
	// Accept says what is wrong with a result that another machine has sent, and Flush puts all that were kept on the
	// disk. Only the machine that ordered the cells has them.
	Accept func(result json.RawMessage) error `json:"-"`
	Flush  func() error                       `json:"-"`
}

// errOtherResult says that a result is not one of its cell.
var errOtherResult = errors.New("it is no result of such a cell")

// accept is Accept for results of a type. A result that lacks something, or has more, would be read as another one.
func accept[T any](result json.RawMessage) error {
	var t T
	if err := json.Unmarshal(result, &t); err != nil {
		return fmt.Errorf("%w: %w", errOtherResult, err)
	}
	if again, err := json.Marshal(t); err != nil || !bytes.Equal(again, result) {
		return errOtherResult
	}
	return nil
}

// Here is the same run with cells that this machine does in any case, because it measures times.
func (r *Run) Here() *Run {
	here := *r
	here.elsewhere = nil
	return &here
}

// Ordered says whether another machine has ordered cells of the run, which are done here.
func (r *Run) Ordered() bool { return r.share != nil }

// begin counts a call of Cells. It returns the number of the call and the results before it.
func (l *cellLog) begin(cells []Cell) (number int, before map[string]json.RawMessage) {
	before = map[string]json.RawMessage{}
	for _, key := range l.phased {
		if result, ok := l.done[key]; ok {
			before[key] = result
		}
	}
	for _, c := range cells {
		l.phased = append(l.phased, c.Key)
	}
	l.phases++
	return l.phases - 1, before
}

// share is what a machine does of a run for another one.
type share struct {
	phase int
	next  func(context.Context) (cell int, ok bool)
	done  func(cell int, result []byte) error
	over  bool
	err   error
}

var (
	errShare   = errors.New("the machine's share is done")
	errNoPhase = errors.New("no such cells; install the version of tengen that ordered them")
)

// Perform does cells of a phase that another machine has ordered: those that next gives, Threads at once. next is
// called by many goroutines, and may wait until its ctx ends, as it does when a cell fails; done is called for each
// result, by one at a time.
func (p Phase) Perform(
	ctx context.Context, e *Experiment, threads int,
	next func(context.Context) (cell int, ok bool), done func(cell int, result []byte) error,
) error {
	if e.Name != p.Experiment || e.Revision != p.Revision {
		return fmt.Errorf("%s, revision %d: this version of tengen has %s, revision %d; install the version that "+
			"ordered it", p.Experiment, p.Revision, e.Name, e.Revision)
	}
	options, err := e.Values(p.Options)
	if err != nil {
		return err
	}
	s := &share{phase: p.Number, next: next, done: done}
	run := &Run{
		Name: e.Name, Scale: p.Scale, Seed: p.Seed, Threads: threads, options: options, share: s,
		log: &cellLog{done: maps.Clone(p.Before)},
	}
	_, err = e.Run(ctx, run)
	switch {
	case s.over:
		return s.err
	case err == nil:
		err = errNoPhase
	}
	return fmt.Errorf("%s: %w", e.Name, err)
}

// perform does cells for another machine, and ends the experiment.
func perform[T any](
	ctx context.Context, run *Run, phase int, cells []Cell, do func(ctx context.Context, job Job) (T, error),
) error {
	s := run.share
	if phase != s.phase {
		return errNoPhase // its results should be among those before
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	one := func(i int) error {
		if i < 0 || i >= len(cells) {
			return fmt.Errorf("cell %d of %d: %w", i, len(cells), errNoPhase)
		}
		result, err := do(ctx, Job{Cell: cells[i], Index: i, Seed: run.SeedOf(cells[i].Key)})
		if err != nil {
			return fmt.Errorf("%s: %w", cells[i].Key, err)
		}
		text, err := json.Marshal(result)
		if err != nil {
			return fmt.Errorf("result of cell %q: %w", cells[i].Key, err)
		}
		mu.Lock()
		defer mu.Unlock()
		return s.done(i, text)
	}
	var workers sync.WaitGroup
	for range run.Threads {
		workers.Go(func() {
			for ctx.Err() == nil {
				i, ok := s.next(ctx)
				if !ok {
					return
				}
				if err := one(i); err != nil {
					stop(err)
				}
			}
		})
	}
	workers.Wait()
	s.over, s.err = true, context.Cause(ctx)
	return errShare
}
