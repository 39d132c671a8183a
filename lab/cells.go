package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/interrupt"
	"github.com/tengen-go/tengen/internal/splitmix"
)

// Cell is a job that depends on no other.
type Cell struct {
	// Key names it, as no other cell of the experiment is named. The chance of the cell
	// depends on it, so it says what is done ("uct/n=80/3"), not how many cells there are.
	Key string
	// Work is how many units of progress it counts; 0 counts as 1.
	Work int64
}

func (c Cell) work() int64 { return max(1, c.Work) }

// Job is a cell that is worked on.
type Job struct {
	Cell
	// Index is its place among the cells.
	Index int
	// Seed is made of the seed of the run, the experiment and the key.
	Seed uint64
}

// Rand is a new source of the job's chance.
func (j Job) Rand() *rand.Rand { return rand.New(rand.NewPCG(j.Seed, 0x6c6162)) }

// SeedOf is the seed of a cell of that key.
func (r *Run) SeedOf(key string) uint64 { return cellSeed(r.Seed, r.Name, key) }

// cellSeed mixes what a cell's chance depends on.
func cellSeed(seed uint64, experiment, key string) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d\x00%s\x00%s", seed, experiment, key)
	return splitmix.Mix(h.Sum64()) // FNV alone leaves like keys alike
}

// Cells does the cells that the folder of the run does not hold yet. It begins them in their
// order, Threads of them at once, and returns the results of all cells in that order. do is
// called from many goroutines; its result must survive JSON (no infinity, no NaN, exported
// fields). When ctx ends, do should return soon; its result is then not kept. label and unit
// are for the progress. A run may call Cells more than once, with other keys each time.
func Cells[T any](
	ctx context.Context, run *Run, label, unit string, cells []Cell,
	do func(ctx context.Context, job Job) (T, error),
) ([]T, error) {
	var total int64
	keys := make(map[string]bool, len(cells))
	for _, c := range cells {
		if keys[c.Key] {
			return nil, fmt.Errorf("two cells of %s are called %q", run.Name, c.Key)
		}
		keys[c.Key] = true
		total += c.work()
	}
	phase, earlier := run.log.begin(cells)
	results := make([]T, len(cells))
	var todo []int
	var before int64
	for i, c := range cells {
		line, ok := run.log.done[c.Key]
		if !ok {
			todo = append(todo, i)
			continue
		}
		if err := json.Unmarshal(line, &results[i]); err != nil {
			return nil, fmt.Errorf("%s: cell %q: %w (take its line away to do it again)", run.log.path, c.Key, err)
		}
		before += c.work()
	}
	if run.share != nil && len(todo) > 0 {
		return nil, perform(ctx, run, phase, cells, do)
	}
	session := ctx
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var mu sync.Mutex
	finished := before
	tell := func() {
		if run.progress != nil {
			run.progress(Progress{Label: label, Before: before, Done: finished, Total: total, Unit: unit})
		}
	}
	tell()
	// keep has the lock, and returns why no more cells are to be done.
	keep := func(i int, result any) error {
		// What is read back is what a later session will see.
		if err := run.log.add(cells[i].Key, result, &results[i]); err != nil {
			return err
		}
		finished += cells[i].work()
		tell()
		return nil
	}
	var lost error // what went wrong elsewhere while it was interrupted
	if run.elsewhere != nil && len(todo) > 0 {
		p := run.phase(phase, len(cells), earlier)
		p.Accept = accept[T]
		p.Flush = func() error {
			mu.Lock()
			defer mu.Unlock()
			return run.log.flush()
		}
		err := run.elsewhere(ctx, p, todo, func(i int, result json.RawMessage) error {
			mu.Lock()
			defer mu.Unlock()
			run.helped()
			return keep(i, result)
		})
		if err == nil && finished < total {
			err = fmt.Errorf("%s: other machines left out some of %d %s", label, total, unit)
		}
		if err != nil && session.Err() == nil {
			return nil, err
		}
		_, lost = interrupt.Split(err)
		todo = nil
	}
	next := make(chan int)
	go func() {
		defer close(next)
		for _, i := range todo {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	var workers sync.WaitGroup
	for range min(run.Threads, len(todo)) {
		workers.Go(func() {
			for i := range next {
				if ctx.Err() != nil {
					return
				}
				result, err := do(ctx, Job{Cell: cells[i], Index: i, Seed: run.SeedOf(cells[i].Key)})
				if ctx.Err() != nil {
					return // half a cell is none
				}
				if err != nil {
					stop(fmt.Errorf("%s: %w", cells[i].Key, err))
					return
				}
				mu.Lock()
				if ctx.Err() == nil { // after a line that was cut off none shall follow
					if err := keep(i, result); err != nil {
						stop(err)
					}
				}
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if ctx.Err() == nil {
		return results, nil
	}
	if session.Err() != nil {
		_, rest := interrupt.Split(context.Cause(ctx)) // a cell that could not be kept
		return nil, errors.Join(fmt.Errorf(
			"%s: %d of %d %s done; the same command goes on from there: %w", label, finished, total, unit,
			context.Canceled,
		), rest, lost)
	}
	return nil, context.Cause(ctx)
}

// Has says whether a cell was done by an earlier session, or earlier in this one.
func (r *Run) Has(c Cell) bool {
	_, ok := r.log.done[c.Key]
	return ok
}

// cellLog is cells.jsonl: a line for every finished cell.
type cellLog struct {
	path   string
	file   *os.File
	done   map[string]json.RawMessage
	synced time.Time
	added  bool // anything, since it was opened
	// phases is how many calls of Cells there were, phased the keys of their cells.
	phases int
	phased []string
	// kept is called when the first cell was added, and every time when cells have reached the disk.
	kept func() error
}

// cellLine is a line of it.
type cellLine struct {
	Key    string          `json:"cell"`
	Result json.RawMessage `json:"result"`
	// Sum vouches for both, so that no report is made of what no cell said.
	Sum string `json:"crc32c"`
}

// sum is the checksum of a cell and its result, in hexadecimal.
func (c *cellLine) sum() string {
	crc := crc32.Checksum([]byte(c.Key), castagnoli)
	return fmt.Sprintf("%08x", crc32.Update(crc, castagnoli, c.Result))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// syncEvery is how much finished work a power cut may cost.
const syncEvery = time.Second

// openCells reads the finished cells, drops a line that was cut off, and stands ready to
// append.
func openCells(path string) (*cellLog, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cells of the run: %w", err)
	}
	l := &cellLog{path: path, done: map[string]json.RawMessage{}, synced: time.Now()}
	whole := bytes.LastIndexByte(text, '\n') + 1
	n := 0
	for line := range bytes.Lines(text[:whole]) {
		n++
		var c cellLine
		err := json.Unmarshal(line, &c)
		if err == nil && c.Sum != c.sum() {
			err = errors.New("the checksum does not match the cell and its result")
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w (take the line away to do the cell again)", path, n, err)
		}
		if _, twice := l.done[c.Key]; !twice {
			l.done[c.Key] = c.Result
		}
	}
	if whole < len(text) {
		if err := os.Truncate(path, int64(whole)); err != nil {
			return nil, fmt.Errorf("cells of the run: %w", err)
		}
	}
	if l.file, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o644); err != nil {
		return nil, fmt.Errorf("cells of the run: %w", err)
	}
	return l, nil
}

// add appends a finished cell and reads its result back.
func (l *cellLog) add(key string, result, back any) error {
	text, err := json.Marshal(result)
	if err != nil {
		return fmt.Errorf("result of cell %q: %w", key, err)
	}
	if err := json.Unmarshal(text, back); err != nil { // a line of it would have to be taken away by hand
		return fmt.Errorf("result of cell %q: %w", key, err)
	}
	kept := cellLine{Key: key, Result: text}
	kept.Sum = kept.sum()
	line, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("cells of the run: %w", err)
	}
	l.done[key] = text
	first := !l.added
	l.added = true
	if first || time.Since(l.synced) >= syncEvery {
		return l.flush()
	}
	return nil
}

// flush puts all cells on the disk.
func (l *cellLog) flush() error {
	l.synced = time.Now()
	if err := l.file.Sync(); err != nil {
		return fmt.Errorf("cells of the run: %w", err)
	}
	return l.kept()
}

func (l *cellLog) close() error { return errors.Join(l.file.Sync(), l.file.Close()) }

// Chunks divides replications of one thing into cells of at most size replications; Work of a
// cell says how many. More replications begin with the same full cells. A shorter last cell
// is not among them.
func Chunks(key string, replications, size int) (cells []Cell) {
	for first := 0; first < replications; first += size {
		n := min(size, replications-first)
		cells = append(cells, Cell{Key: fmt.Sprintf("%s/%d-%d", key, first+1, first+n), Work: int64(n)})
	}
	return cells
}
