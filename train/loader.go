package train

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/train/sample"
)

// Batch is one minibatch, made by the workers of a loader.
type Batch struct {
	// First is the number of the first sample within the run; the others follow.
	First int64
	// Planes are the inputs, [sample][point][stride] with the planes innermost.
	Planes []float32
	// Labels are the answers, [sample][label]: of a policy the move to predict, its
	// row-major point index; of a value network the outcome for the side to move, and
	// the owners of the points if it learns them.
	Labels []float32

	samples int
	pending atomic.Int32  // chunks not yet filled
	filled  chan struct{} // receives when the last chunk is
	err     error         // the first error of a chunk
	fault   sync.Once
}

// begin makes the batch ready to be filled with the samples from first on.
func (b *Batch) begin(first int64) { b.First, b.err, b.fault = first, nil, sync.Once{} }

// fill fills the places from … to−1. The first error of a batch stays with it.
func (b *Batch) fill(fill filler, from, to int) {
	for i := from; i < to; i++ {
		if err := fill(b, i, b.First+int64(i)); err != nil {
			b.fault.Do(func() { b.err = err })
			return
		}
	}
}

// filler writes one sample into place i of a batch. Each worker has its own.
type filler func(b *Batch, i int, sample int64) error

// chunk is the number of samples a worker takes at a time: enough to hide the
// cost of the channel (about 1 µs), few enough to share a batch of 16 out.
const chunk = 4

// A feed hands out the batches of a run, in order. Content and order do not depend
// on the kind of feed nor on its workers.
type feed interface {
	// Next waits for the next batch, or for the end of ctx. The batch belongs to the caller until Release.
	Next(ctx context.Context) (*Batch, error)
	Release(b *Batch)
	// Close stops what the feed has started and waits for it.
	Close()
}

// newFeed returns the feed for a network that is trained on so many threads. If it
// leaves cores free, these fill batches ahead. If it takes all, batches are filled
// between its steps, by all cores: workers beside a step would delay the share of
// the one thread whose core they take, and all the others wait for that one in the
// end (measured: 6 % more time a step than the network alone, instead of 10 %).
func newFeed(ctx context.Context, first int64, threads int, newBatch func() *Batch, fillers []filler) feed {
	if threads >= runtime.GOMAXPROCS(0) {
		return newInterlude(first, newBatch(), fillers)
	}
	// One batch in the network, one ready, one being filled.
	return newLoader(ctx, first, []*Batch{newBatch(), newBatch(), newBatch()}, fillers)
}

// interlude is the feed that fills the next batch when it is asked for.
type interlude struct {
	batch   *Batch
	first   int64
	workers []func() // each fills samples until none is left
	next    atomic.Int64
	wg      sync.WaitGroup
}

func newInterlude(first int64, b *Batch, fillers []filler) *interlude {
	l := &interlude{batch: b, first: first}
	for _, fill := range fillers {
		l.workers = append(l.workers, func() { l.work(fill) })
	}
	return l
}

// Next fills the batch, which must have been released.
func (l *interlude) Next(ctx context.Context) (*Batch, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b := l.batch
	b.begin(l.first)
	l.first += int64(b.samples)
	l.next.Store(0)
	for _, work := range l.workers[1:] {
		l.wg.Go(work)
	}
	l.workers[0]()
	l.wg.Wait()
	return b, b.err
}

func (l *interlude) work(fill filler) {
	for {
		to := int(l.next.Add(chunk))
		from := to - chunk
		if from >= l.batch.samples {
			return
		}
		l.batch.fill(fill, from, min(to, l.batch.samples))
	}
}

// Release does nothing: there is one batch.
func (l *interlude) Release(*Batch) {}

// Close does nothing: workers live as long as a call of Next.
func (l *interlude) Close() {}

// loader is the feed that fills batches ahead of the network. A planner hands out the samples of
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
	stop  context.CancelFunc // ends the goroutines
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
// first, with one worker a filler. They end with ctx, or when the loader is closed. It must be closed.
func newLoader(ctx context.Context, first int64, slots []*Batch, fillers []filler) *loader {
	l := &loader{
		free:  make(chan *Batch, len(slots)),
		queue: make(chan *Batch, len(slots)),
		jobs:  make(chan job, 2*len(fillers)),
	}
	ctx, l.stop = context.WithCancel(ctx)
	for _, b := range slots {
		b.filled = make(chan struct{}, 1)
		l.free <- b
	}
	l.wg.Go(func() { l.plan(ctx, first) })
	for _, fill := range fillers {
		l.wg.Go(func() { l.work(ctx, fill) })
	}
	return l
}

func (l *loader) plan(ctx context.Context, first int64) {
	defer close(l.jobs)
	for {
		var b *Batch
		select {
		case b = <-l.free:
		case <-ctx.Done():
			return
		}
		n := b.samples
		b.begin(first)
		first += int64(n)
		b.pending.Store(int32((n + chunk - 1) / chunk))
		l.queue <- b // never blocks: it holds every slot
		for from := 0; from < n; from += chunk {
			select {
			case l.jobs <- job{b, from, min(from+chunk, n)}:
			case <-ctx.Done():
				return
			}
		}
	}
}

func (l *loader) work(ctx context.Context, fill filler) {
	for j := range l.jobs {
		if ctx.Err() != nil {
			return
		}
		j.batch.fill(fill, j.from, j.to)
		if j.batch.pending.Add(-1) == 0 {
			j.batch.filled <- struct{}{}
		}
	}
}

// Next waits for the next batch.
func (l *loader) Next(ctx context.Context) (*Batch, error) {
	var b *Batch
	select {
	case b = <-l.queue:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	select {
	case <-b.filled:
		return b, b.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Release gives a batch back to be filled again.
func (l *loader) Release(b *Batch) { l.free <- b }

// Close stops the goroutines and waits for them.
func (l *loader) Close() {
	l.stop()
	l.wg.Wait()
}

// shaped is what knows the size of a network's input.
type shaped interface {
	Points() int
	Stride() int
}

// newFiller makes the function with which one worker writes samples of a run.
func newFiller(data sample.Source, p shaped, seed uint64) filler {
	order, err := sample.NewOrder(data.Len(), seed)
	sampler := data.NewSampler(p.Stride())
	size := p.Points() * p.Stride()
	return func(b *Batch, i int, n int64) error {
		if err != nil {
			return err
		}
		position, symmetry := order.Sample(n)
		l, err := sampler.Sample(b.Planes[i*size:(i+1)*size], position, n/data.Len(), symmetry)
		labels := len(b.Labels) / b.samples
		b.Labels[i*labels] = l.Target
		copy(b.Labels[i*labels+1:(i+1)*labels], l.Owners)
		return err
	}
}
