package nets

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// A reader and interpreter of ONNX files that shares nothing with their writer:
// the message as a tree of fields by number, the operators as their specification
// says, in loops of float64.

// fields is a message: by field number its values in order, numbers as uint64,
// the rest as bytes.
type fields map[protowire.Number][]any

func parseFields(b []byte) (fields, error) {
	out := fields{}
	for len(b) > 0 {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		b = b[n:]
		switch typ {
		case protowire.VarintType:
			v, m := protowire.ConsumeVarint(b)
			out[num], n = append(out[num], v), m
		case protowire.BytesType:
			v, m := protowire.ConsumeBytes(b)
			out[num], n = append(out[num], v), m
		default:
			return nil, fmt.Errorf("field %d has wire type %d", num, typ)
		}
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		b = b[n:]
	}
	return out, nil
}

func (f fields) text(num protowire.Number) string {
	if len(f[num]) == 0 {
		return ""
	}
	return string(f[num][0].([]byte))
}

func (f fields) texts(num protowire.Number) []string {
	var out []string
	for _, v := range f[num] {
		out = append(out, string(v.([]byte)))
	}
	return out
}

func (f fields) numbers(num protowire.Number) []int {
	var out []int
	for _, v := range f[num] {
		out = append(out, int(int64(v.(uint64))))
	}
	return out
}

func (f fields) number(num protowire.Number) int {
	if all := f.numbers(num); len(all) == 1 {
		return all[0]
	}
	return math.MinInt
}

func (f fields) messages(num protowire.Number) ([]fields, error) {
	var out []fields
	for _, v := range f[num] {
		b, ok := v.([]byte)
		if !ok {
			return nil, fmt.Errorf("field %d is a number", num)
		}
		m, err := parseFields(b)
		if err != nil {
			return nil, fmt.Errorf("field %d: %w", num, err)
		}
		out = append(out, m)
	}
	return out, nil
}

// array is a tensor of any rank, row-major.
type array struct {
	shape []int
	data  []float64
}

func newArray(shape ...int) array {
	n := 1
	for _, s := range shape {
		n *= s
	}
	return array{shape, make([]float64, n)}
}

// onnxFile is a model as read.
type onnxFile struct {
	ir, opset         int
	producer, version string
	doc, graph        string
	properties        map[string]string
	inputs, outputs   map[string][]any // shapes: int, or string for an open dimension
	weights           map[string]array
	nodes             []onnxNode
}

type onnxNode struct {
	op, name        string
	inputs, outputs []string
	attributes      map[string][]int
}

// readONNX reads what TestONNX needs of onnx.proto.
func readONNX(b []byte) (*onnxFile, error) {
	model, err := parseFields(b)
	if err != nil {
		return nil, err
	}
	f := &onnxFile{
		ir: model.number(1), producer: model.text(2), version: model.text(3), doc: model.text(6),
		properties: map[string]string{}, inputs: map[string][]any{}, outputs: map[string][]any{}, weights: map[string]array{},
	}
	opsets, err := model.messages(8)
	if err != nil || len(opsets) != 1 || opsets[0].text(1) != "" {
		return nil, fmt.Errorf("operator sets %v, error %v", opsets, err)
	}
	f.opset = opsets[0].number(2)
	entries, err := model.messages(14)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		f.properties[e.text(1)] = e.text(2)
	}
	graphs, err := model.messages(7)
	if err != nil || len(graphs) != 1 {
		return nil, fmt.Errorf("%d graphs, error %v", len(graphs), err)
	}
	g := graphs[0]
	f.graph = g.text(2)
	if f.inputs, err = readValues(g, 11); err != nil {
		return nil, err
	}
	if f.outputs, err = readValues(g, 12); err != nil {
		return nil, err
	}
	tensors, err := g.messages(5)
	if err != nil {
		return nil, err
	}
	for _, t := range tensors {
		a := newArray(t.numbers(1)...)
		raw := []byte(t.text(9))
		if t.number(2) != 1 || len(raw) != 4*len(a.data) || t.text(8) == "" {
			return nil, fmt.Errorf("tensor %q of type %d: shape %v, %d bytes", t.text(8), t.number(2), a.shape, len(raw))
		}
		for i := range a.data {
			a.data[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:])))
		}
		f.weights[t.text(8)] = a
	}
	nodes, err := g.messages(1)
	if err != nil {
		return nil, err
	}
	for _, n := range nodes {
		attributes, err := n.messages(5)
		if err != nil {
			return nil, err
		}
		node := onnxNode{n.text(4), n.text(3), n.texts(1), n.texts(2), map[string][]int{}}
		for _, a := range attributes {
			switch a.number(20) {
			case 2:
				node.attributes[a.text(1)] = a.numbers(3)
			case 7:
				node.attributes[a.text(1)] = a.numbers(8)
			default:
				return nil, fmt.Errorf("attribute %s of %s is of type %d", a.text(1), node.name, a.number(20))
			}
		}
		f.nodes = append(f.nodes, node)
	}
	return f, nil
}

// readValues reads the inputs or outputs of a graph.
func readValues(g fields, num protowire.Number) (map[string][]any, error) {
	values, err := g.messages(num)
	if err != nil {
		return nil, err
	}
	out := map[string][]any{}
	for _, v := range values {
		at := v
		for _, step := range []protowire.Number{2, 1} { // TypeProto, TypeProto.Tensor
			inner, err := at.messages(step)
			if err != nil || len(inner) != 1 {
				return nil, fmt.Errorf("value %q: %d types, error %v", v.text(1), len(inner), err)
			}
			at = inner[0]
		}
		shapes, err := at.messages(2)
		if err != nil || len(shapes) != 1 || at.number(1) != 1 {
			return nil, fmt.Errorf("value %q: element type %d, %d shapes, error %v", v.text(1), at.number(1), len(shapes), err)
		}
		dims, err := shapes[0].messages(1)
		if err != nil {
			return nil, err
		}
		shape := []any{}
		for _, d := range dims {
			if name := d.text(2); name != "" {
				shape = append(shape, name)
			} else {
				shape = append(shape, d.number(1))
			}
		}
		out[v.text(1)] = shape
	}
	return out, nil
}

// run computes all results for one input.
func (f *onnxFile) run(input string, x array) (map[string]array, error) {
	known := map[string]array{input: x}
	for name, w := range f.weights {
		known[name] = w
	}
	for _, n := range f.nodes {
		var in []array
		for _, name := range n.inputs {
			a, ok := known[name]
			if !ok {
				return nil, fmt.Errorf("%s %s: input %q is made by no node before", n.op, n.name, name)
			}
			in = append(in, a)
		}
		if len(n.outputs) != 1 {
			return nil, fmt.Errorf("%s %s: %d outputs", n.op, n.name, len(n.outputs))
		}
		if _, ok := known[n.outputs[0]]; ok {
			return nil, fmt.Errorf("%s %s: output %q exists", n.op, n.name, n.outputs[0])
		}
		y, err := n.apply(in)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", n.op, n.name, err)
		}
		known[n.outputs[0]] = y
	}
	return known, nil
}

func (n onnxNode) apply(in []array) (array, error) {
	for name := range n.attributes {
		if !slices.Contains(map[string][]string{"Conv": {"kernel_shape", "pads"}, "Flatten": {"axis"}, "Softmax": {"axis"}}[n.op], name) {
			return array{}, fmt.Errorf("attribute %s", name)
		}
	}
	switch {
	case n.op == "Conv" && len(in) >= 2:
		return onnxConv(n.attributes, in)
	case n.op == "Gemm" && len(in) == 3:
		return onnxGemm(in[0], in[1], in[2])
	case n.op == "Add" && len(in) == 2:
		return onnxAdd(in[0], in[1])
	case len(in) != 1:
	case n.op == "Flatten" && slices.Equal(n.attributes["axis"], []int{1}):
		return array{[]int{in[0].shape[0], len(in[0].data) / in[0].shape[0]}, in[0].data}, nil
	case n.op == "Relu":
		return each(in[0], func(v float64) float64 { return math.Max(v, 0) }), nil
	case n.op == "Tanh":
		return each(in[0], math.Tanh), nil
	case n.op == "Softmax" && len(in[0].shape) == 2 && slices.Equal(n.attributes["axis"], []int{1}):
		return onnxSoftmax(in[0]), nil
	}
	return array{}, fmt.Errorf("not known with %d inputs and attributes %v", len(in), n.attributes)
}

func each(x array, f func(float64) float64) array {
	y := newArray(x.shape...)
	for i, v := range x.data {
		y.data[i] = f(v)
	}
	return y
}

// onnxConv is Conv of rank 4 with strides, dilations and group 1.
func onnxConv(attributes map[string][]int, in []array) (array, error) {
	x, w := in[0], in[1]
	pads := attributes["pads"]
	if len(x.shape) != 4 || len(w.shape) != 4 || x.shape[1] != w.shape[1] || len(pads) != 4 ||
		!slices.Equal(attributes["kernel_shape"], w.shape[2:]) {
		return array{}, fmt.Errorf("input %v, weights %v, attributes %v", x.shape, w.shape, attributes)
	}
	channels, height, width := x.shape[1], x.shape[2], x.shape[3]
	out, kh, kw := w.shape[0], w.shape[2], w.shape[3]
	y := newArray(x.shape[0], out, height+pads[0]+pads[2]-kh+1, width+pads[1]+pads[3]-kw+1)
	if len(in) == 3 && !slices.Equal(in[2].shape, []int{out}) {
		return array{}, fmt.Errorf("bias %v for %d filters", in[2].shape, out)
	}
	at := 0
	for b := range y.shape[0] {
		for k := range out {
			for row := range y.shape[2] {
				for col := range y.shape[3] {
					var sum float64
					if len(in) == 3 {
						sum = in[2].data[k]
					}
					for c := range channels {
						for i := range kh {
							for j := range kw {
								r, s := row+i-pads[0], col+j-pads[1]
								if r >= 0 && r < height && s >= 0 && s < width {
									sum += x.data[((b*channels+c)*height+r)*width+s] * w.data[((k*channels+c)*kh+i)*kw+j]
								}
							}
						}
					}
					y.data[at] = sum
					at++
				}
			}
		}
	}
	return y, nil
}

// onnxGemm is a·b + c with the defaults of all attributes.
func onnxGemm(a, b, c array) (array, error) {
	if len(a.shape) != 2 || len(b.shape) != 2 || a.shape[1] != b.shape[0] || !slices.Equal(c.shape, b.shape[1:]) {
		return array{}, fmt.Errorf("shapes %v, %v, %v", a.shape, b.shape, c.shape)
	}
	rows, inner, cols := a.shape[0], a.shape[1], b.shape[1]
	y := newArray(rows, cols)
	for i := range rows {
		for j := range cols {
			sum := c.data[j]
			for k := range inner {
				sum += a.data[i*inner+k] * b.data[k*cols+j]
			}
			y.data[i*cols+j] = sum
		}
	}
	return y, nil
}

// onnxAdd adds a row to every row.
func onnxAdd(x, b array) (array, error) {
	if len(x.shape) != 2 || !slices.Equal(b.shape, x.shape[1:]) {
		return array{}, fmt.Errorf("shapes %v, %v", x.shape, b.shape)
	}
	y := newArray(x.shape...)
	for i, v := range x.data {
		y.data[i] = v + b.data[i%len(b.data)]
	}
	return y, nil
}

func onnxSoftmax(x array) array {
	y := newArray(x.shape...)
	n := x.shape[1]
	for from := 0; from < len(x.data); from += n {
		row := x.data[from : from+n]
		most, sum := slices.Max(row), 0.0
		for _, v := range row {
			sum += math.Exp(v - most)
		}
		for i, v := range row {
			y.data[from+i] = math.Exp(v-most) / sum
		}
	}
	return y
}
