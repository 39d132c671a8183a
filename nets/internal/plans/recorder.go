package plans

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// recorder makes the plan of a network for at most so many boards at once.
type recorder struct {
	gpu.Plan
	net    *layers.Network
	planes int // of the input
	board  int
	boards int
	stages []stage // of the layers
	params Arrays
	relu   int // of convolutions

	bits, input int // buffers: the planes as bits, and on the row grid
}

// stage is a layer on the card.
type stage struct {
	layer        layers.Layer
	weight, bias int // buffers of the parameters
	copy, turned int // of a convolution: its weights as it reads them
	in, out      int // figures of the layer as the kernels have them
	y            int // buffer of the output
	side         int // of a filter
	onGrid       bool
	followsRelu  bool // the input is the output of a ReLU
	first        int  // number of the layer's first parameter
}

// newRecorder lays out the input and the parameters.
func newRecorder(net *layers.Network, planes, boards int, grade gpu.Grade) (*recorder, error) {
	first, ok := net.Layers[0].(layers.Conv)
	if !ok {
		return nil, fmt.Errorf("record a network: the first layer is %T, want a convolution", net.Layers[0])
	}
	r := &recorder{
		Plan: gpu.Plan{Version: gpu.Version, Grade: grade},
		net:  net, planes: planes, board: first.Board, boards: boards, relu: kernels.ReLU,
	}
	words := kernels.Words(r.board * r.board * planes)
	r.bits = r.buffer("planes", kernels.Packed, boards*words)
	channels := kernels.PaddedPlanes(planes)
	r.input = r.rows("input", channels)
	relu := false // of the layer below
	for i, l := range net.Layers {
		from, _ := net.Own(i)
		s := stage{layer: l, first: from, followsRelu: relu}
		if err := r.lay(&s, channels); err != nil {
			return nil, err
		}
		channels, relu = s.out, false
		switch l := l.(type) {
		case layers.Conv:
			relu = !l.Linear
		case layers.Dense:
			relu = true
		}
		r.stages = append(r.stages, s)
	}
	return r, nil
}

// lay adds the parameters of a layer whose input has so many channels.
func (r *recorder) lay(s *stage, channels int) error {
	switch l := s.layer.(type) {
	case layers.Conv:
		s.in, s.out, s.side, s.onGrid = channels, kernels.PaddedFilters(l.Filters), l.Side, true
		taps := l.Side * l.Side
		if l.Side != 1 && l.Side != 3 && l.Side != 5 {
			return fmt.Errorf("record %s: a filter of side %d, want 1, 3 or 5", l.Name, l.Side)
		}
		s.weight = r.param(s.first, Layout{
			Blocks: taps, Rows: l.Channels, Columns: l.Filters, PaddedRows: s.in, PaddedColumns: s.out,
		})
		s.bias = r.param(s.first+1, Layout{Blocks: 1, Rows: 1, Columns: l.Filters, PaddedRows: 1, PaddedColumns: s.out})
		s.copy = r.buffer(l.Name+" copy", kernels.Activation, taps*s.in*s.out)
		s.turned = r.buffer(l.Name+" turned", kernels.Activation, taps*s.in*s.out)
	case layers.Plane:
		s.in, s.out = channels, l.Points
		s.weight = r.param(s.first, Layout{Blocks: 1, Rows: 1, Columns: l.Channels, PaddedRows: 1, PaddedColumns: s.in})
		s.bias = r.param(s.first+1, plain(l.Biases))
	case layers.Dense:
		s.in, s.out = l.Inputs, l.Units
		s.weight, s.bias = r.param(s.first, plain(l.Inputs*l.Units)), r.param(s.first+1, plain(l.Units))
	case layers.Unit:
		s.in, s.out = l.Inputs, 1
		s.weight, s.bias = r.param(s.first, plain(l.Inputs)), r.param(s.first+1, plain(1))
	default:
		return fmt.Errorf("record a network: a graphics device has no layers of the kind %T", l)
	}
	return nil
}

// param adds the buffer of a parameter.
func (r *recorder) param(i int, l Layout) int {
	l.Buffer = r.buffer(r.net.Params[i].Name, kernels.Float32, l.Size())
	r.params.add(l)
	return l.Buffer
}

// buffer adds a buffer.
func (r *recorder) buffer(name string, kind kernels.Kind, size int) int {
	return r.Add(gpu.Buffer{Name: name, Kind: kind, Size: size})
}

// rows adds a buffer of rows with so many channels.
func (r *recorder) rows(name string, channels int) int {
	return r.buffer(name, kernels.Activation, kernels.Rows(r.board, r.boards)*channels)
}

// alternating are buffers of rows, two for each number of channels. What one layer writes the next one reads, and
// nobody after it, so every second layer may write to the same buffer. Layers of another number of channels may not: it
// says where the zeros before the first board lie, which convolutions read beyond the border and nobody writes.
type alternating struct {
	*recorder
	name    string
	buffers map[[2]int]int
}

// of is the buffer of a layer by its number.
func (a *alternating) of(layer, channels int) int {
	key := [2]int{layer % 2, channels}
	b, ok := a.buffers[key]
	if !ok {
		if a.buffers == nil {
			a.buffers = map[[2]int]int{}
		}
		b = a.rows(fmt.Sprintf("%s %d of %d channels", a.name, layer%2, channels), channels)
		a.buffers[key] = b
	}
	return b
}

// output adds the buffer of a stage's output.
func (r *recorder) output(s *stage, name string) int {
	if s.onGrid {
		return r.rows(name, s.out)
	}
	return r.buffer(name, kernels.Float32, r.boards*s.out)
}

// load is the program that follows new weights: it makes the copies that convolutions read.
func (r *recorder) load() []gpu.Call {
	var calls []gpu.Call
	for i := range r.stages {
		calls = append(calls, r.copies(i)...)
	}
	return calls
}

// copies makes the copies of a stage's weights, if it reads copies.
func (r *recorder) copies(i int) []gpu.Call {
	s := &r.stages[i]
	if !s.onGrid {
		return nil
	}
	return []gpu.Call{{
		Kernel: kernels.Copies, Buffers: []int{s.weight, s.copy, s.turned}, Shape: shape(s.in, s.out, s.side),
	}}
}

// forward computes the outputs of all stages for so many boards.
func (r *recorder) forward(boards int) []gpu.Call {
	calls := []gpu.Call{{
		Kernel: kernels.Expand, Buffers: []int{r.bits, r.input},
		Shape: shape(r.planes, kernels.PaddedPlanes(r.planes), r.board), Args: shape(boards),
	}}
	x := r.input
	for i := range r.stages {
		s := &r.stages[i]
		c := gpu.Call{Buffers: []int{x, s.weight, s.bias, s.y}, Args: shape(boards)}
		switch l := s.layer.(type) {
		case layers.Conv:
			c.Kernel, c.Buffers[1] = kernels.Conv, s.copy
			relu := r.relu
			if l.Linear {
				relu = kernels.Linear
			}
			c.Shape = shape(s.in, s.out, s.side, r.board, relu)
		case layers.Plane:
			c.Kernel, c.Shape = kernels.Plane, shape(s.in, r.board, l.Biases)
		case layers.Dense:
			c.Kernel, c.Shape = kernels.Dense, shape(s.in, s.out, kernels.ReLU)
		case layers.Unit:
			c.Kernel, c.Shape = kernels.Dense, shape(s.in, s.out, kernels.Linear)
		}
		calls = append(calls, c)
		x = s.y
	}
	return calls
}

// shape is figures as a call has them.
func shape(figures ...int) []uint32 {
	out := make([]uint32, len(figures))
	for i, f := range figures {
		out[i] = uint32(f)
	}
	return out
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}
