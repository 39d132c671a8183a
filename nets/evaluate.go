package nets

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
)

// chunk is how many positions go through all layers together: enough to use
// the weights of a layer more than once while they are in cache, few enough for
// the activations to stay there.
const chunk = 4

// transformed is a network ready for inference: the weights of one version in
// the form that the kernels want. It is never changed, so calls that are under
// way keep theirs while a new one is made.
type transformed struct {
	version uint64
	convs   []*kernel.Conv
	bias    [][]float32
	head    head
}

// workspace is the memory of one call.
type workspace struct {
	scratch kernel.Scratch
	a, b    []float32 // activations of a chunk, by turns input and output of a layer
}

// output is what becomes of the logits.
type output int

const (
	logits output = iota
	logProbs
	probs
)

// Evaluate writes the probability of each point for n positions: dst is
// [n][points], planes is [n][points][Stride]. Any n ≥ 0 will do, and a
// position's result does not depend on the others. The error tells of slices
// that are too short.
func (p *Policy) Evaluate(dst, planes []float32, n int) error {
	return p.evaluate(dst, planes, n, probs)
}

// LogProbs is Evaluate for the natural logarithms of the probabilities, which do
// not underflow.
func (p *Policy) LogProbs(dst, planes []float32, n int) error {
	return p.evaluate(dst, planes, n, logProbs)
}

// Logits is Evaluate before the softmax.
func (p *Policy) Logits(dst, planes []float32, n int) error {
	return p.evaluate(dst, planes, n, logits)
}

// EvaluateThreads is Evaluate with the positions shared out among goroutines.
// The result is the same to the bit.
func (p *Policy) EvaluateThreads(dst, planes []float32, n, threads int) error {
	if err := p.checkLengths(dst, planes, n); err != nil {
		return err
	}
	size := min(chunk, max(1, n/max(1, threads)))
	pieces := (n + size - 1) / size
	if threads = min(threads, pieces); threads <= 1 {
		return p.evaluate(dst, planes, n, probs)
	}
	points, in := p.Points(), p.Points()*p.Stride()
	var next atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, threads)
	for t := range threads {
		wg.Go(func() {
			for errs[t] == nil {
				i := int(next.Add(1)-1) * size
				if i >= n {
					return
				}
				errs[t] = p.evaluate(dst[i*points:], planes[i*in:], min(size, n-i), probs)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *Policy) checkLengths(dst, planes []float32, n int) error {
	points, in := p.Points(), p.Points()*p.Stride()
	switch {
	case n < 0:
		return fmt.Errorf("evaluate %d positions", n)
	case len(planes) < n*in:
		return fmt.Errorf("evaluate: planes of %d floats, %d positions need %d", len(planes), n, n*in)
	case len(dst) < n*points:
		return fmt.Errorf("evaluate: room for %d results, %d positions need %d", len(dst), n, n*points)
	}
	return nil
}

func (p *Policy) evaluate(dst, planes []float32, n int, out output) error {
	if err := p.checkLengths(dst, planes, n); err != nil {
		return err
	}
	net, err := p.current()
	if err != nil {
		return err
	}
	points, in := p.Points(), p.Points()*p.Stride()
	ws := p.workspace()
	for i := 0; i < n; i += chunk {
		m := min(chunk, n-i)
		net.logits(ws, dst[i*points:(i+m)*points], planes[i*in:(i+m)*in], m)
	}
	p.putBack(ws)
	for i := range n {
		row := dst[i*points : (i+1)*points]
		switch out {
		case probs:
			softmax(row, row)
		case logProbs:
			logSoftmax(row, row)
		}
	}
	return nil
}

// logits runs at most a chunk of positions through all layers.
func (t *transformed) logits(ws *workspace, dst, planes []float32, n int) {
	x, y, z := planes, ws.a, ws.b
	for i, c := range t.convs {
		c.Forward(&ws.scratch, y, x, t.bias[i], n, true)
		x, y, z = y, z, y
	}
	t.head.forward(dst, x, n)
}

// current returns the network of the newest weights.
func (p *Policy) current() (*transformed, error) {
	if t := p.ready.Load(); t != nil && t.version == p.version.Load() {
		return t, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	version := p.version.Load()
	if t := p.ready.Load(); t != nil && t.version == version {
		return t, nil
	}
	t := &transformed{version: version, head: p.head()}
	t.head.weight = append([]float32(nil), t.head.weight...)
	t.head.bias = append([]float32(nil), t.head.bias...)
	for i, shape := range p.cfg.convs() {
		c, err := kernel.NewConv(shape)
		if err != nil {
			return nil, fmt.Errorf("layer %d: %w", i+1, err)
		}
		weight, bias := p.convParams(i)
		c.SetWeights(weight, false)
		t.convs = append(t.convs, c)
		t.bias = append(t.bias, append([]float32(nil), bias...))
	}
	p.ready.Store(t)
	return t, nil
}

// workspace takes one from the free list, whose length the number of calls at
// the same time bounds. sync.Pool would forget them at every collection.
func (p *Policy) workspace() *workspace {
	p.freeMu.Lock()
	defer p.freeMu.Unlock()
	if n := len(p.freeList); n > 0 {
		ws := p.freeList[n-1]
		p.freeList = p.freeList[:n-1]
		return ws
	}
	size := chunk * p.Points() * kernel.PadOut(p.cfg.Filters)
	return &workspace{a: kernel.Aligned(size), b: kernel.Aligned(size)}
}

func (p *Policy) putBack(ws *workspace) {
	p.freeMu.Lock()
	p.freeList = append(p.freeList, ws)
	p.freeMu.Unlock()
}
