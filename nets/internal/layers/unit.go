package layers

import "github.com/tengen-go/tengen/internal/onnx"

// Unit is one unit without ReLU over all inputs.
type Unit struct {
	Name   string
	Inputs int
	// Node is the name in ONNX files, where Name may be the name of an output.
	Node string
}

// plane is the same arithmetic on a board of one point.
func (l Unit) plane() Plane { return Plane{Name: l.Name, Points: 1, Channels: l.Inputs, Biases: 1} }

// Params: variance 1/fan-in, for there is no ReLU.
func (l Unit) Params() []Param { return l.plane().Params() }

func (l Unit) In() int           { return l.Inputs }
func (l Unit) Out() int          { return 1 }
func (l Unit) MultiplyAdds() int { return l.Inputs }

func (l Unit) Kernel() (Kernel, error) { return planeKernel{points: 1, stride: l.Inputs}, nil }

func (l Unit) ONNX(s *onnx.Stack, params [][]float32) { s.Dense(l.Node, 1, params[0], params[1]) }
