package record

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/sgf"
)

// Options are how games are read.
type Options struct {
	Filter   Filter
	Threads  int                     // files read at once; 0: one a core
	Encoding string                  // of all files; empty: each file's own, see sgf.Decode
	Progress func(done, total int64) // bytes as stored; called by one goroutine at a time, may be nil
	OnFault  func(Fault)             // the first thousand of every file, in order; may be nil
	Thoughts bool                    // keep those of packed games: up to a hundred times the memory of the moves
	// EmptyFaults makes an empty .sgf file a fault. Whoever looks at games misses it; a training does not.
	EmptyFaults bool
}

// Read reads all games that the paths stand for: .sgf and .sgfl files and packed
// ones, each also as .gz, .bz2 or .zst, inside .zip, .tar, .tar.gz and .tgz, and
// folders of them, recursively, also through links. Every game kept has been replayed and is legal.
// The order is the order of the paths (within a folder, of the names), for any
// Threads.
//
// A faulty file or game does not end the reading: the Report lists it. The
// error is for paths that do not exist or hold no games' files, an impossible
// filter, and cancellation.
func Read(ctx context.Context, paths []string, opt Options) (*Set, *Report, error) {
	set := &Set{}
	report, err := read(ctx, paths, opt, false, func(part *Set) error {
		set.absorb(part)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	set.About = strings.Join(report.About, "\n")
	return set, report, nil
}

// Each is Read for one game after the other, keeping none: memory is bounded by
// the games of the files being read, packed. The game's slices are valid until f
// returns. An error of f ends the reading.
func Each(ctx context.Context, paths []string, opt Options, f func(Game) error) (*Report, error) {
	return read(ctx, paths, opt, false, func(part *Set) error {
		for i := range part.Len() {
			if err := f(part.Game(i)); err != nil {
				return err
			}
		}
		return nil
	})
}

// outcome is what one file gave.
type outcome struct {
	set  *Set
	part *Report
	err  error // only of cancellation
}

// read runs the parsers and hands the files' games to collect in order.
func read(ctx context.Context, paths []string, opt Options, slow bool, collect func(*Set) error) (*Report, error) {
	if err := opt.Filter.Validate(); err != nil {
		return nil, err
	}
	if _, _, err := sgf.Decode(nil, opt.Encoding); err != nil {
		return nil, err
	}
	files, _, err := list(paths)
	if err != nil {
		return nil, err
	}
	threads := opt.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	threads = min(threads, len(files))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	// Each file has a place for its outcome; the tickets keep the parsers from
	// running far ahead of the collector.
	var (
		results = make([]chan outcome, len(files))
		tickets = make(chan struct{}, threads+2)
		next    atomic.Int64
		done    atomic.Int64
		workers sync.WaitGroup
		total   int64
	)
	for i := range results {
		results[i] = make(chan outcome, 1)
		total += files[i].size
	}
	for range threads {
		workers.Go(func() {
			p := &parser{opt: &opt, done: &done, slow: slow}
			for {
				select {
				case tickets <- struct{}{}:
				case <-ctx.Done():
					return
				}
				i := int(next.Add(1)) - 1
				if i >= len(files) {
					return
				}
				results[i] <- p.outcome(ctx, files[i])
			}
		})
	}
	defer workers.Wait()
	defer cancel()
	stop := opt.report(&done, total)
	defer stop()

	report := &Report{}
	for i := range results {
		var o outcome
		select {
		case o = <-results[i]:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if o.err != nil {
			return nil, o.err
		}
		<-tickets
		if limit := opt.Filter.Limit; limit > 0 && report.Kept+o.set.Len() >= limit {
			keep := limit - report.Kept
			o.set = o.set.Subset(func(i int) bool { return i < keep })
			report.Limited = true
		}
		o.part.Kept, o.part.Moves = o.set.Len(), o.set.Positions()
		if opt.OnFault != nil {
			for _, f := range o.part.Faults {
				opt.OnFault(f)
			}
		}
		report.add(o.part)
		if err := collect(o.set); err != nil {
			return nil, err
		}
		if report.Limited {
			break
		}
	}
	return report, nil
}

// outcome reads one file.
func (p *parser) outcome(ctx context.Context, in input) outcome {
	p.set, p.part = &Set{}, &Report{Files: 1}
	err := p.file(ctx, in)
	if cancelled := ctx.Err(); cancelled != nil {
		return outcome{err: cancelled}
	}
	if err != nil && !errors.Is(err, errLimit) {
		p.failed(in.path, err)
	}
	if cap(p.buffer) > largeFile {
		p.buffer = nil
	}
	return outcome{set: p.set, part: p.part}
}
