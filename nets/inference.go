package nets

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets/internal/layers"
	"github.com/tengen-go/tengen/nets/internal/plans"
)

// chunk is how many positions go through all layers together: enough to use
// the weights of a layer more than once while they are in cache, few enough for
// the activations to stay there.
const chunk = 4

// inference is the direct way through a network: no graph, no allocation, any
// number of goroutines. It works on a transformed copy of the weights and renews
// the copy after the weights have changed.
type inference struct {
	net    *layers.Network
	layers []layers.Layer // the layers of net, for inputs of so many planes
	planes int            // of the input; the network ignores planes that it does not have
	ready  atomic.Pointer[prepared]
	device Device
	card   *accelerator // nil on the CPU

	freeMu   sync.Mutex
	freeList []*workspace
}

// prepared is a network ready for inference: the weights of one version in
// the form that the kernels want. It is never changed, so calls that are under
// way keep theirs while a new one is made.
type prepared struct {
	version uint64
	layers  []preparedLayer
}

type preparedLayer struct {
	layers.Kernel
	params [][]float32
	out    int // floats of a position's output, padding included
	work   int // multiplications for a position
}

// workspace is the memory of one call.
type workspace struct {
	env  layers.Env
	a, b []float32 // activations of a chunk: they alternate as input and output of a layer
}

// of returns the way through the same network for inputs with the planes of another network,
// which has more.
func (f *inference) of(planes int) *inference {
	if planes == f.planes {
		return f
	}
	first := f.layers[0].(layers.Conv) // every network begins with one
	first.Channels = planes
	list := append([]layers.Layer{first}, f.layers[1:]...)
	wide := &inference{net: f.net, planes: planes, device: f.device, layers: list}
	if f.card != nil {
		wide.card = f.card.gpu.accelerator(wide)
	}
	return wide
}

// inSize and outSize are the floats of a position's input and output.
func (f *inference) inSize() int  { return f.layers[0].In() }
func (f *inference) outSize() int { return f.layers[len(f.layers)-1].Out() }

// run computes the outputs of n positions one chunk after the other. finish, unless nil,
// turns each position's outputs into what the caller wants. A team, unless nil, shares
// every layer.
func (f *inference) run(t *prepared, dst, planes []float32, n int, finish func(row []float32), team *kernel.Team) {
	in, out := f.inSize(), f.outSize()
	ws := f.workspace()
	ws.env.Team = team
	for i := 0; i < n; i += chunk {
		m := min(chunk, n-i)
		t.forward(ws, dst[i*out:(i+m)*out], planes[i*in:(i+m)*in], m)
	}
	f.putBack(ws)
	f.finish(dst, n, finish)
}

// accelerated computes the outputs on the graphics device, if there is one, and says whether it could.
func (f *inference) accelerated(dst, planes []float32, n int, finish func(row []float32)) bool {
	if !f.card.run(dst, planes, n) {
		return false
	}
	if n <= finishChunk || finish == nil {
		f.finish(dst, n, finish)
		return true
	}
	out := f.outSize()
	plans.OnCores(n, finishChunk, func(from, to int) { f.finish(dst[from*out:to*out], to-from, finish) })
	return true
}

// finishChunk is how many positions a core finishes at a time after a card. A softmax of 19×19 takes 4 µs.
const finishChunk = 32

// finish turns the outputs of n positions into what the caller wants. finish may be nil.
func (f *inference) finish(dst []float32, n int, finish func(row []float32)) {
	if finish == nil {
		return
	}
	out := f.outSize()
	for i := range n {
		finish(dst[i*out : (i+1)*out])
	}
}

// forward runs at most a chunk of positions through all layers. dst is the output of
// the last one.
func (t *prepared) forward(ws *workspace, dst, planes []float32, n int) {
	x, y, z := planes, ws.a, ws.b
	last := len(t.layers) - 1
	for i := range t.layers {
		if i == last {
			y = dst
		}
		l := &t.layers[i]
		l.Forward(&ws.env, y, x, l.params, n)
		x, y, z = y, z, y
	}
}

// activation is the root mean square of what the first layers make of n positions.
func (f *inference) activation(planes []float32, n, first int) (float64, error) {
	if err := f.check(make([]float32, max(0, n)*f.outSize()), planes, n); err != nil {
		return 0, err
	}
	t, err := f.current()
	if err != nil {
		return 0, err
	}
	t = &prepared{layers: t.layers[:first]}
	in := f.inSize()
	dst := make([]float32, t.layers[first-1].out)
	ws := f.workspace()
	sum := 0.0
	for i := range n {
		t.forward(ws, dst, planes[i*in:(i+1)*in], 1)
		for _, x := range dst {
			sum += float64(x) * float64(x)
		}
	}
	f.putBack(ws)
	return math.Sqrt(sum / float64(max(1, n)*f.layers[first-1].Out())), nil // as many as with all filters
}

// check reports slices that are too short.
func (f *inference) check(dst, planes []float32, n int) error {
	in := f.inSize()
	switch {
	case n < 0:
		return fmt.Errorf("evaluate %d positions", n)
	case len(planes) < n*in:
		return fmt.Errorf("evaluate: planes of %d floats, %d positions need %d", len(planes), n, n*in)
	case len(dst) < n*f.outSize():
		return fmt.Errorf("evaluate: room for %d results, %d positions need %d", len(dst), n, n*f.outSize())
	}
	return nil
}

// evaluate is a whole call on the goroutine of the caller.
func (f *inference) evaluate(dst, planes []float32, n int, finish func(row []float32)) error {
	if err := f.check(dst, planes, n); err != nil {
		return err
	}
	if f.accelerated(dst, planes, n, finish) {
		return nil
	}
	t, err := f.current()
	if err != nil {
		return err
	}
	f.run(t, dst, planes, n, finish, nil)
	return nil
}

// current returns the network of the newest weights.
func (f *inference) current() (t *prepared, err error) {
	if t := f.ready.Load(); t != nil && t.version == f.net.Version() {
		return t, nil
	}
	f.net.Read(func() {
		if t = f.ready.Load(); t != nil && t.version == f.net.Version() {
			return
		}
		if t, err = f.prepare(); err == nil {
			f.ready.Store(t)
		}
	})
	if err != nil {
		return nil, fmt.Errorf("evaluate: %w", err)
	}
	return t, nil
}

// prepare copies the weights into the form that the kernels want, without the filters that are always zero. No
// goroutine may write the weights meanwhile.
func (f *inference) prepare() (*prepared, error) { return f.arrange(layers.Narrow(f.listed())) }

// multiplyAdds is the number of multiplications of one evaluation, without filters that are always zero.
func (f *inference) multiplyAdds() int {
	n := 0
	f.net.Read(func() {
		for _, l := range layers.Narrow(f.listed()) {
			n += l.MultiplyAdds()
		}
	})
	return n
}

// listed is the layers with the weights of the network itself. Callers neither keep nor change them.
func (f *inference) listed() []layers.Narrowed {
	list := make([]layers.Narrowed, len(f.layers))
	for i, l := range f.layers {
		from, to := f.net.Own(i)
		params := layers.Data(f.net.Params[from:to])
		if c, ok := f.net.Layers[i].(layers.Conv); ok && i == 0 {
			params[0] = widen(params[0], c.Channels, f.planes, c.Side*c.Side, c.Filters)
		}
		list[i] = layers.Narrowed{Layer: l, Params: params}
	}
	return list
}

// arrange makes the kernels of layers, with copies of their weights.
func (f *inference) arrange(list []layers.Narrowed) (*prepared, error) {
	t := &prepared{version: f.net.Version()}
	for i, l := range list {
		k, err := f.device.kernel(i, l.Layer)
		if err != nil {
			return nil, err
		}
		params := make([][]float32, len(l.Params))
		for j, data := range l.Params {
			params[j] = slices.Clone(data)
		}
		t.layers = append(t.layers, preparedLayer{k, k.Prepare(params, false), l.Out(), l.MultiplyAdds()})
	}
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

// workspace takes one from the free list. The number of calls at the same time bounds
// the list's length. sync.Pool would forget workspaces at every collection.
func (f *inference) workspace() *workspace {
	f.freeMu.Lock()
	defer f.freeMu.Unlock()
	if n := len(f.freeList); n > 0 {
		ws := f.freeList[n-1]
		f.freeList = f.freeList[:n-1]
		return ws
	}
	return f.newWorkspace()
}

func (f *inference) newWorkspace() *workspace {
	size := 0
	for _, l := range f.layers {
		size = max(size, chunk*l.Out())
	}
	return &workspace{a: kernel.Aligned(size), b: kernel.Aligned(size)}
}

func (f *inference) putBack(ws *workspace) {
	ws.env.Team = nil
	f.freeMu.Lock()
	f.freeList = append(f.freeList, ws)
	f.freeMu.Unlock()
}
