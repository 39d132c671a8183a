package learn

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// host trains on the CPU, data-parallel: every thread runs a graph over its slice of the batch with the
// same weights, and the gradients are summed in the order of the slices. If there are fewer
// positions than threads, several share a graph.
type host struct {
	*task
	graphs  []*graph
	pieces  []piece         // of the parameters
	wholes  []int           // parameters that the optimiser takes as a whole: filters of convolutions
	means   [][]float32     // of their inputs, by parameter and channel
	kernels []*sharedKernel // one for each layer, with the weights of version
	version uint64
	ready   bool // the kernels have been prepared
	opt     *optimizer
	sum     []float32 // of the gradients of Accumulate, laid out as layers.Network.Flat
	result  StepResult
	err     error // of the last step
}

// newHost makes the graphs of a task.
func newHost(task *task, newCriterion func() criterion) (*host, error) {
	n, cfg, labels := task.net, &task.cfg, task.labels
	filters := n.Layers[0].(layers.Conv).Filters // every network begins with one
	blocks := (filters + 31) / 32
	if _, rounded := task.device.(nets.BFloat16); rounded {
		blocks = 1 // its layers are not shared
	}
	d := divide(cfg.Batch, cfg.Threads, blocks)
	cfg.Threads = d.graphs * d.members
	t := &host{
		task:   task,
		pieces: slices.DeleteFunc(cut(n.Spans), func(p piece) bool { return p.param < task.learns() }),
		opt:    newOptimizer(cfg.Optimizer, cfg.Momentum, cfg.WeightDecay, len(n.Params), len(n.Flat)),
	}
	t.means = make([][]float32, len(n.Params))
	for i, q := range n.Params {
		if i >= task.learns() && t.opt.whole(q) {
			t.wholes = append(t.wholes, i)
		}
	}
	var err error
	if t.kernels, err = newKernels(task.device, n.Layers); err != nil {
		return nil, fmt.Errorf("trainer: %w", err)
	}
	for i := range d.graphs {
		// Slices differ by one position at most.
		from, to := i*cfg.Batch/d.graphs, (i+1)*cfg.Batch/d.graphs
		g, err := newGraph(n, cfg.Frozen, t.kernels, newCriterion(), task.targets[from*labels:to*labels],
			task.weights[from:to], cfg.Batch, kernel.NewTeam(d.members), cfg.Owners, len(t.wholes) > 0)
		if err != nil {
			return nil, fmt.Errorf("trainer: %w", err)
		}
		t.graphs = append(t.graphs, g)
	}
	for _, w := range t.wholes {
		t.means[w] = kernel.Aligned(len(t.graphs[0].inputs[w]))
	}
	return t, nil
}

func (t *host) depth() int { return 1 }

// begin makes the whole step.
func (t *host) begin(planes []float32, rate float64) error {
	t.result, t.err = t.step(planes, rate)
	return nil
}

func (t *host) end() (StepResult, error) { return t.result, t.err }

func (t *host) step(planes []float32, rate float64) (StepResult, error) {
	t.refresh()
	if err := t.gradients(planes); err != nil {
		return StepResult{}, err
	}
	var r StepResult
	for _, g := range t.graphs {
		r.Loss += g.loss.sum
		r.Correct += g.loss.correct
		r.TopFive += g.loss.topFives
	}
	if math.IsNaN(r.Loss) || math.IsInf(r.Loss, 0) {
		return r, fmt.Errorf("training step %d: %w (%v): lower the rate", t.opt.steps+1, ErrNotFinite, r.Loss)
	}
	for _, g := range t.graphs {
		if square := kernel.Dot(g.grads, g.grads); square-square != 0 {
			return r, fmt.Errorf("training step %d: %w (a gradient): lower the rate", t.opt.steps+1, ErrNotFinite)
		}
	}
	t.update(float32(rate))
	return r, nil
}

// refresh transforms the weights for the kernels if they have changed.
func (t *host) refresh() {
	version := t.net.Version()
	if t.ready && t.version == version {
		return
	}
	t.share(len(t.kernels), func(i int) {
		from, to := t.net.Own(i)
		// The gradient of its input is for the layer below, if that learns.
		t.kernels[i].prepare(layers.Data(t.net.Params[from:to]), i > t.cfg.Frozen)
	})
	t.version, t.ready = version, true
}

// gradients runs the graphs, each in a goroutine, over their slices.
func (t *host) gradients(planes []float32) error {
	size := t.points * t.stride
	errs := make([]error, len(t.graphs))
	var wg sync.WaitGroup
	first := 0
	for i, g := range t.graphs {
		slice := planes[first*size : (first+g.batch)*size]
		wg.Go(func() { errs[i] = g.run(slice) })
		first += g.batch
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return fmt.Errorf("training step: %w", err)
		}
	}
	return nil
}

// pieceSize is how many values of a parameter one goroutine sums and applies at a
// time: few enough that many threads find work in one large layer, and that the
// sums are still in cache when they are applied.
const pieceSize = 1 << 15

// piece is a range of one parameter.
type piece struct {
	param int
	span  layers.Span
}

// cut divides the parameters into pieces.
func cut(spans []layers.Span) []piece {
	var out []piece
	for i, s := range spans {
		for from := s.From; from < s.To; from += pieceSize {
			out = append(out, piece{i, layers.Span{From: from, To: min(from+pieceSize, s.To)}})
		}
	}
	return out
}

// update sums the gradients into the first graph's and applies them, each piece while
// it is in cache, except to parameters that the optimiser takes as a whole. The sums are
// in the order of the slices, whichever goroutine does which piece.
func (t *host) update(rate float32) { t.descend(t.graphs[0].grads, t.graphs[1:], rate) }

// descend adds the gradients of more graphs to the gradient sum, which may be overwritten. Then
// it takes the optimiser's step.
func (t *host) descend(sum []float32, more []*graph, rate float32) {
	// The function returns no error, and so does Update.
	_ = t.net.Update(func(params []layers.Param) error {
		t.opt.steps++
		t.share(len(t.pieces), func(i int) {
			p := t.pieces[i]
			for _, g := range more {
				kernel.Axpy(sum[p.span.From:p.span.To], g.grads[p.span.From:p.span.To], 1)
			}
			if !t.opt.whole(params[p.param]) {
				t.opt.apply(params, p.param, t.net.Flat, sum, p.span, rate)
			}
		})
		t.share(len(t.wholes), func(i int) {
			w := t.wholes[i]
			t.opt.filters(params, w, t.net, sum, t.mean(w), rate) // its bias has had its step
		})
		return nil
	})
}

// mean is the mean input of filters, by channel, over all points of the batch that the graphs ran last.
func (t *host) mean(filters int) []float32 {
	mean := t.means[filters]
	clear(mean)
	for _, g := range t.graphs {
		kernel.Axpy(mean, g.inputs[filters], 1/float32(t.cfg.Batch*t.points))
	}
	return mean
}

// share calls f for 0 to n-1 from as many goroutines as there are threads. Each
// call works on memory of its own, so who makes it does not matter.
func (t *host) share(n int, f func(i int)) {
	if t.cfg.Threads == 1 || n <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range t.cfg.Threads {
		wg.Go(func() {
			for i := int(next.Add(1) - 1); i < n; i = int(next.Add(1) - 1) {
				f(i)
			}
		})
	}
	wg.Wait()
}

func (t *host) close() {}

func (t *host) settle() error { return nil }

func (t *host) state() []models.Tensor { return t.opt.state(t.lean) }

func (t *host) setState(tensors []models.Tensor) error { return t.opt.setState(t.lean, tensors) }
