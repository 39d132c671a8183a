package nets

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
)

// chunk is how many positions go through all layers together: enough to use
// the weights of a layer more than once while they are in cache, few enough for
// the activations to stay there.
const chunk = 4

// inference is the direct way through a network: no graph, no allocation, any
// number of goroutines. It works on a transformed copy of the weights and renews
// it by itself after they changed.
type inference struct {
	net     *network
	planes  int                      // of the input: those of the network, or more, which it ignores
	outputs int                      // of a position
	newTop  func(params []Param) top // the layers above the trunk, over copies of their parameters
	ready   atomic.Pointer[transformed]

	freeMu   sync.Mutex
	freeList []*workspace
}

// top is the layers above the trunk.
type top interface {
	// room is how many floats of work forward needs.
	room() int
	// forward computes the outputs of n positions, dst [n][outputs], from the
	// trunk's activations x.
	forward(dst, x, work []float32, n int)
}

// transformed is a network ready for inference: the weights of one version in
// the form that the kernels want. It is never changed, so calls that are under
// way keep theirs while a new one is made.
type transformed struct {
	version uint64
	convs   []*kernel.Conv
	bias    [][]float32
	top     top
}

// workspace is the memory of one call.
type workspace struct {
	scratch kernel.Scratch
	a, b    []float32 // activations of a chunk, by turns input and output of a layer
	top     []float32 // of the layers above the trunk
}

// of returns the way through the same network for inputs of more planes, those of
// another network.
func (f *inference) of(planes int) *inference {
	if planes == f.planes {
		return f
	}
	return &inference{net: f.net, planes: planes, outputs: f.outputs, newTop: f.newTop}
}

// inSize is the number of floats of a position's input.
func (f *inference) inSize() int { return f.net.Points() * kernel.PadIn(f.planes) }

// run computes the outputs of n positions one chunk after the other and lets
// finish, unless nil, turn those of each position into what the caller wants. A team,
// unless nil, shares every layer.
func (f *inference) run(t *transformed, dst, planes []float32, n int, finish func(row []float32), team *kernel.Team) {
	in := f.inSize()
	ws := f.workspace(t)
	for i := 0; i < n; i += chunk {
		m := min(chunk, n-i)
		x := t.trunk(ws, planes[i*in:(i+m)*in], m, team)
		t.top.forward(dst[i*f.outputs:(i+m)*f.outputs], x, ws.top, m)
	}
	f.putBack(ws)
	if finish == nil {
		return
	}
	for i := range n {
		finish(dst[i*f.outputs : (i+1)*f.outputs])
	}
}

// trunk runs at most a chunk of positions through the convolutions and returns
// the activations of the last one, in ws.
func (t *transformed) trunk(ws *workspace, planes []float32, n int, team *kernel.Team) []float32 {
	x, y, z := planes, ws.a, ws.b
	for i, c := range t.convs {
		if team != nil {
			c.ForwardSplit(team, &ws.scratch, y, x, t.bias[i], n, true)
		} else {
			c.Forward(&ws.scratch, y, x, t.bias[i], n, true)
		}
		x, y, z = y, z, y
	}
	return x
}

// activation is the root mean square of what the first layers make of n positions.
func (f *inference) activation(planes []float32, n, layers int) (float64, error) {
	if err := f.check(make([]float32, max(0, n)*f.outputs), planes, n); err != nil {
		return 0, err
	}
	t, err := f.current()
	if err != nil {
		return 0, err
	}
	t = &transformed{convs: t.convs[:layers], bias: t.bias, top: t.top}
	in, out := f.inSize(), f.net.Points()*f.net.trunk.stride()
	ws := f.workspace(t)
	sum := 0.0
	for i := range n {
		for _, x := range t.trunk(ws, planes[i*in:(i+1)*in], 1, nil)[:out] {
			sum += float64(x) * float64(x)
		}
	}
	f.putBack(ws)
	return math.Sqrt(sum / float64(max(1, n)*out)), nil
}

// check tells of slices that are too short.
func (f *inference) check(dst, planes []float32, n int) error {
	in := f.inSize()
	switch {
	case n < 0:
		return fmt.Errorf("evaluate %d positions", n)
	case len(planes) < n*in:
		return fmt.Errorf("evaluate: planes of %d floats, %d positions need %d", len(planes), n, n*in)
	case len(dst) < n*f.outputs:
		return fmt.Errorf("evaluate: room for %d results, %d positions need %d", len(dst), n, n*f.outputs)
	}
	return nil
}

// evaluate is a whole call on the goroutine of the caller.
func (f *inference) evaluate(dst, planes []float32, n int, finish func(row []float32)) error {
	if err := f.check(dst, planes, n); err != nil {
		return err
	}
	t, err := f.current()
	if err != nil {
		return err
	}
	f.run(t, dst, planes, n, finish, nil)
	return nil
}

// current returns the network of the newest weights.
func (f *inference) current() (*transformed, error) {
	if t := f.ready.Load(); t != nil && t.version == f.net.version.Load() {
		return t, nil
	}
	f.net.mu.Lock()
	defer f.net.mu.Unlock()
	version := f.net.version.Load()
	if t := f.ready.Load(); t != nil && t.version == version {
		return t, nil
	}
	t := &transformed{version: version}
	var err error
	wide := f.net.trunk
	wide.planes = f.planes
	if t.convs, err = wide.newConvs(); err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	for i, c := range t.convs {
		weight, bias := f.net.convParams(i)
		if i == 0 {
			weight = widen(weight, f.net.trunk.planes, f.planes, c.Filter*c.Filter, c.Out)
		}
		c.SetWeights(weight, false)
		t.bias = append(t.bias, append([]float32(nil), bias...))
	}
	var above []Param
	for _, q := range f.net.above() {
		q.Data = append([]float32(nil), q.Data...)
		above = append(above, q)
	}
	t.top = f.newTop(above)
	f.ready.Store(t)
	return t, nil
}

// widen returns weights [tap][from][out] as [tap][to][out], zero for the planes that
// have none.
func widen(w []float32, from, to, taps, out int) []float32 {
	if from == to {
		return w
	}
	wide := make([]float32, taps*to*out)
	for t := range taps {
		copy(wide[t*to*out:], w[t*from*out:(t+1)*from*out])
	}
	return wide
}

// workspace takes one from the free list, whose length the number of calls at
// the same time bounds. sync.Pool would forget them at every collection.
func (f *inference) workspace(t *transformed) *workspace {
	f.freeMu.Lock()
	defer f.freeMu.Unlock()
	if n := len(f.freeList); n > 0 {
		ws := f.freeList[n-1]
		f.freeList = f.freeList[:n-1]
		return ws
	}
	size := chunk * f.net.Points() * f.net.trunk.stride()
	return &workspace{a: kernel.Aligned(size), b: kernel.Aligned(size), top: kernel.Aligned(t.top.room())}
}

func (f *inference) putBack(ws *workspace) {
	f.freeMu.Lock()
	f.freeList = append(f.freeList, ws)
	f.freeMu.Unlock()
}
