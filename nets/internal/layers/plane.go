package layers

import (
	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/internal/onnx"
)

// Plane is a 1×1 convolution to one plane, without ReLU, with a bias for each point or
// one for all. Its input is the output of a [Conv], its output is [point].
type Plane struct {
	Name     string
	Points   int
	Channels int
	Biases   int // Points or 1
}

// Params: variance 1/fan-in, for there is no ReLU.
func (l Plane) Params() []Param {
	return []Param{
		{Name: l.Name + ".weight", Shape: []int{l.Channels}, Variance: 1 / float64(l.Channels)},
		{Name: l.Name + ".bias", Shape: []int{l.Biases}},
	}
}

func (l Plane) In() int           { return l.Points * kernel.PadOut(l.Channels) }
func (l Plane) Out() int          { return l.Points }
func (l Plane) MultiplyAdds() int { return l.Points * l.Channels }

func (l Plane) Kernel() (Kernel, error) {
	return planeKernel{points: l.Points, stride: kernel.PadOut(l.Channels)}, nil
}

func (l Plane) ONNX(s *onnx.Stack, params [][]float32) {
	weight, bias := params[0], params[1]
	if l.Biases == 1 {
		s.Conv(l.Name, 1, 1, weight, bias)
		s.Flatten()
		return
	}
	s.Conv(l.Name, 1, 1, weight, nil)
	s.Flatten()
	s.Add(l.Name+".point", bias)
}

type planeKernel struct{ points, stride int }

func (k planeKernel) Prepare(params [][]float32, _ bool) [][]float32 { return params }

// Forward computes y[b][p] = x[b][p]·weight + bias[p].
func (k planeKernel) Forward(_ *Env, y, x []float32, params [][]float32, n int) {
	weight, bias := params[0], params[1]
	for b := range n {
		row := y[b*k.points : (b+1)*k.points]
		xs := x[b*k.points*k.stride:]
		for p := range row {
			row[p] = kernel.Dot(xs[p*k.stride:p*k.stride+len(weight)], weight) + bias[p%len(bias)]
		}
	}
}

func (k planeKernel) Backward(_ *Env, g Gradients, x, _, dy []float32, params [][]float32, n int) {
	weight, dw, db := params[0], g.Params[0], g.Params[1]
	if g.X != nil {
		clear(g.X[:n*k.points*k.stride])
	}
	clear(dw)
	clear(db)
	for b := range n {
		for p := range k.points {
			d := dy[b*k.points+p]
			at := (b*k.points + p) * k.stride
			kernel.Axpy(dw, x[at:at+len(weight)], d)
			if g.X != nil {
				kernel.Axpy(g.X[at:at+len(weight)], weight, d)
			}
			db[p%len(db)] += d
		}
	}
}
