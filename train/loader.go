package train

import (
	"context"
	"sync"
	"sync/atomic"
)

// Batch is one minibatch, made by the workers of a loader.
type Batch struct {
	// First is the number of the first sample within the run; the others follow.
	First int64
	// Planes are the inputs, [sample][point][stride] with the planes innermost.
	Planes []float32
	// Targets are the moves to predict: row-major point indices, one a sample.
	Targets []int32

	pending atomic.Int32  // chunks not yet filled
	filled  chan struct{} // receives when the last chunk is
	err     error         // the first error of a chunk
	fault   sync.Once
}

// filler writes one sample into place i of a batch. Each worker has its own.
type filler func(b *Batch, i int, sample int64) error

// chunk is the number of samples a worker takes at a time: enough to hide the
// cost of the channel (about 1 µs), few enough to share a batch of 16 out.
const chunk = 4

// loader fills batches ahead of the network. A planner hands out the samples of
// the next batch in chunks as soon as a slot is free; workers take chunks in any
// order, but each sample has its place in its batch and batches come out in the
// order of planning. So content and order do not depend on the number of workers.
//
//	free ──► planner ──► jobs ──► workers
//	  ▲         └──────► queue ──► Next ──► Release ──┐
//	  └────────────────────────────────────────────────┘
//
// There are as many slots as the loader was made with; nothing else grows.
type loader struct {
	ctx   context.Context
	stop  context.CancelFunc
	free  chan *Batch
	queue chan *Batch
	jobs  chan job
	wg    sync.WaitGroup
}

type job struct {
	batch    *Batch
	from, to int
}

// newLoader starts the goroutines of a loader whose batches begin at sample
// first, with one worker a filler. It must be closed.
func newLoader(ctx context.Context, first int64, slots []*Batch, fillers []filler) *loader {
	l := &loader{
		free:  make(chan *Batch, len(slots)),
		queue: make(chan *Batch, len(slots)),
		jobs:  make(chan job, 2*len(fillers)),
	}
	l.ctx, l.stop = context.WithCancel(ctx)
	for _, b := range slots {
		b.filled = make(chan struct{}, 1)
		l.free <- b
	}
	l.wg.Go(func() { l.plan(first) })
	for _, fill := range fillers {
		l.wg.Go(func() { l.work(fill) })
	}
	return l
}

func (l *loader) plan(first int64) {
	defer close(l.jobs)
	for {
		var b *Batch
		select {
		case b = <-l.free:
		case <-l.ctx.Done():
			return
		}
		n := len(b.Targets)
		b.First, b.err, b.fault = first, nil, sync.Once{}
		first += int64(n)
		b.pending.Store(int32((n + chunk - 1) / chunk))
		l.queue <- b // never blocks: it holds every slot
		for from := 0; from < n; from += chunk {
			select {
			case l.jobs <- job{b, from, min(from+chunk, n)}:
			case <-l.ctx.Done():
				return
			}
		}
	}
}

func (l *loader) work(fill filler) {
	for j := range l.jobs {
		for i := j.from; i < j.to; i++ {
			if l.ctx.Err() != nil {
				return
			}
			if err := fill(j.batch, i, j.batch.First+int64(i)); err != nil {
				j.batch.fault.Do(func() { j.batch.err = err })
				break
			}
		}
		if j.batch.pending.Add(-1) == 0 {
			j.batch.filled <- struct{}{}
		}
	}
}

// Next waits for the next batch. It belongs to the caller until Release.
func (l *loader) Next() (*Batch, error) {
	var b *Batch
	select {
	case b = <-l.queue:
	case <-l.ctx.Done():
		return nil, l.ctx.Err()
	}
	select {
	case <-b.filled:
		return b, b.err
	case <-l.ctx.Done():
		return nil, l.ctx.Err()
	}
}

// Release gives a batch back to be filled again.
func (l *loader) Release(b *Batch) { l.free <- b }

// Close stops the goroutines and waits for them.
func (l *loader) Close() {
	l.stop()
	l.wg.Wait()
}
