package onnx

import "fmt"

// Stack is a network of layers, each fed by the one before. The first layer that
// does not fit is the error of Encode; what is added after it counts for nothing.
type Stack struct {
	input   value
	outputs []value
	nodes   []node
	tensors []tensor
	top     string // name of the newest result
	shape   []int  // its dimensions after the batch
	err     error
}

// value is an input or output of the graph.
type value struct {
	name  string
	shape []int // after the batch
}

// node is one operator.
type node struct {
	op         string
	inputs     []string
	output     string // names the node as well
	attributes []attribute
}

// attribute is an option of an operator: one integer, or a list of them.
type attribute struct {
	name string
	one  int
	list []int // instead of one, if not nil
}

// tensor is an array of weights, row-major.
type tensor struct {
	name  string
	shape []int
	data  []float32
}

// NewStack begins a network of one input, [N, channels, height, width].
func NewStack(input string, channels, height, width int) *Stack {
	in := value{input, []int{channels, height, width}}
	s := &Stack{input: in, top: in.name, shape: in.shape}
	if channels < 1 || height < 1 || width < 1 {
		s.fail(input, "shape %v", in.shape)
	}
	return s
}

// Conv adds a convolution with zeros beyond the border, which leaves height and
// width as they are. filter is the odd side of the filter; weight is
// [row][column][input][output], as package nets has it, and bias is [output], or
// nil for none.
//
//	y[k][p] = bias[k] + Σ over taps (i, j) and channels c of x[c][p + (i, j) − filter/2]·weight[i][j][c][k]
func (s *Stack) Conv(name string, filter, out int, weight, bias []float32) {
	if s.err == nil && len(s.shape) != 3 {
		s.fail(name, "a convolution of a result of shape %v", s.shape)
	}
	if s.err != nil {
		return
	}
	in := s.shape[0]
	switch {
	case filter < 1 || filter%2 == 0 || out < 1:
		s.fail(name, "%d filters of side %d", out, filter)
	case len(weight) != filter*filter*in*out:
		s.fail(name, "%d weights, want %d×%d×%d×%d", len(weight), filter, filter, in, out)
	case bias != nil && len(bias) != out:
		s.fail(name, "%d biases, want %d", len(bias), out)
	}
	if s.err != nil {
		return
	}
	pad := filter / 2
	inputs := []string{
		s.top,
		s.weights(name+".weight", []int{out, in, filter, filter}, transposed(weight, filter, in, out)),
	}
	if bias != nil {
		inputs = append(inputs, s.weights(name+".bias", []int{out}, bias))
	}
	s.add("Conv", name, inputs,
		attribute{name: "kernel_shape", list: []int{filter, filter}},
		attribute{name: "pads", list: []int{pad, pad, pad, pad}})
	s.shape = []int{out, s.shape[1], s.shape[2]}
}

// transposed turns [row][column][input][output] into ONNX's
// [output][input][row][column].
func transposed(w []float32, filter, in, out int) []float32 {
	y := make([]float32, len(w))
	taps := filter * filter
	for tap := range taps {
		for c := range in {
			for k := range out {
				y[(k*in+c)*taps+tap] = w[(tap*in+c)*out+k]
			}
		}
	}
	return y
}

// Dense adds a fully connected layer, y[k] = bias[k] + Σ over c of x[c]·weight[c][k].
func (s *Stack) Dense(name string, out int, weight, bias []float32) {
	if s.err == nil && len(s.shape) != 1 {
		s.fail(name, "a dense layer of a result of shape %v", s.shape)
	}
	if s.err != nil {
		return
	}
	in := s.shape[0]
	if out < 1 || len(weight) != in*out || len(bias) != out {
		s.fail(name, "%d weights and %d biases, want %d×%d and %d", len(weight), len(bias), in, out, out)
		return
	}
	s.add("Gemm", name, []string{
		s.top,
		s.weights(name+".weight", []int{in, out}, weight),
		s.weights(name+".bias", []int{out}, bias),
	})
	s.shape = []int{out}
}

// Add adds a bias to each value of a flat result.
func (s *Stack) Add(name string, bias []float32) {
	if s.err == nil && (len(s.shape) != 1 || s.shape[0] != len(bias)) {
		s.fail(name, "%d biases for a result of shape %v", len(bias), s.shape)
	}
	if s.err == nil {
		s.add("Add", name, []string{s.top, s.weights(name+".bias", []int{len(bias)}, bias)})
	}
}

// Flatten makes one dimension of all after the batch, the last running fastest.
func (s *Stack) Flatten() {
	size := 1
	for _, n := range s.shape {
		size *= n
	}
	s.add("Flatten", s.top+".flat", []string{s.top}, attribute{name: "axis", one: 1})
	s.shape = []int{size}
}

// Relu replaces negative values by 0.
func (s *Stack) Relu() { s.add("Relu", s.top+".relu", []string{s.top}) }

// Tanh applies the hyperbolic tangent to each value.
func (s *Stack) Tanh() { s.add("Tanh", s.top+".tanh", []string{s.top}) }

// Softmax turns a flat result into probabilities.
func (s *Stack) Softmax() {
	s.add("Softmax", s.top+".softmax", []string{s.top}, attribute{name: "axis", one: 1})
}

// Output makes the newest result an output of the network under this name.
func (s *Stack) Output(name string) {
	if s.err != nil {
		return
	}
	if len(s.nodes) == 0 || len(s.outputs) > 0 && s.outputs[len(s.outputs)-1].name == s.top {
		s.fail(name, "an output without a layer of its own")
		return
	}
	s.nodes[len(s.nodes)-1].output = name
	s.top = name
	s.outputs = append(s.outputs, value{name, s.shape})
}

// add puts an operator on top.
func (s *Stack) add(op, output string, inputs []string, attributes ...attribute) {
	if s.err != nil {
		return
	}
	s.nodes = append(s.nodes, node{op, inputs, output, attributes})
	s.top = output
}

// weights keeps a tensor and returns its name.
func (s *Stack) weights(name string, shape []int, data []float32) string {
	s.tensors = append(s.tensors, tensor{name, shape, data})
	return name
}

func (s *Stack) fail(name, format string, args ...any) {
	s.err = fmt.Errorf("onnx: %s: %w", name, fmt.Errorf(format, args...))
}

// check reports what makes the graph no ONNX model: a layer that did not fit, no
// output, a name used twice, or more than a protocol buffer can hold.
func (s *Stack) check() error {
	if s.err != nil {
		return s.err
	}
	if len(s.outputs) == 0 {
		return fmt.Errorf("onnx: no output")
	}
	used := map[string]bool{"": true}
	names := []string{s.input.name}
	size := int64(0)
	for _, t := range s.tensors {
		names = append(names, t.name)
		size += 4 * int64(len(t.data))
	}
	for _, n := range s.nodes {
		names = append(names, n.output)
	}
	for _, name := range names {
		if used[name] {
			return fmt.Errorf("onnx: the name %q is empty or used twice", name)
		}
		used[name] = true
	}
	if size > maxBytes {
		return fmt.Errorf("onnx: %d MB of weights, one file holds at most %d MB", size>>20, maxBytes>>20)
	}
	return nil
}
