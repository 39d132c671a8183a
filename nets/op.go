package nets

import (
	"fmt"
	"hash"
	"hash/fnv"

	"github.com/chewxy/hm"
	"gorgonia.org/gorgonia"
	"gorgonia.org/tensor"
)

// op is what our gorgonia operations share. An operation belongs to one node of
// one graph and owns the memory of its result: gorgonia's tape drops every
// register at Reset, so results that it allocates itself would be allocated
// anew in each step (1.4 GB for a batch of 16 of the paper's network).
type op struct {
	// name is unique within the graph. gorgonia takes two nodes with equal hash
	// and equal children for one.
	name   string
	dims   []int // of the arguments
	result *tensor.Dense
}

// newOp returns an operation whose result lies in data.
func newOp(name string, dims []int, data []float32, shape ...int) op {
	return op{name: name, dims: dims, result: view(data, shape...)}
}

// view makes a tensor over existing memory.
func view(data []float32, shape ...int) *tensor.Dense {
	return tensor.New(tensor.WithShape(shape...), tensor.WithBacking(data))
}

func (o *op) Arity() int { return len(o.dims) }

// Type tells gorgonia the dimensions of arguments and result.
func (o *op) Type() hm.Type {
	var types []hm.Type
	for _, d := range append(o.dims[:len(o.dims):len(o.dims)], o.result.Dims()) {
		types = append(types, tensorType(d))
	}
	return hm.NewFnType(types...)
}

func tensorType(dims int) hm.Type {
	if dims == 0 {
		return hm.TypeVariable('a')
	}
	return gorgonia.TensorType{Dims: dims, Of: hm.TypeVariable('a')}
}

func (o *op) InferShape(...gorgonia.DimSizer) (tensor.Shape, error) { return o.result.Shape(), nil }
func (o *op) ReturnsPtr() bool                                      { return false }
func (o *op) CallsExtern() bool                                     { return false }
func (o *op) OverwritesInput() int                                  { return -1 }
func (o *op) WriteHash(h hash.Hash)                                 { fmt.Fprint(h, o.name) }
func (o *op) String() string                                        { return o.name }

func (o *op) Hashcode() uint32 {
	h := fnv.New32a()
	o.WriteHash(h)
	return h.Sum32()
}

// floats returns the memory of a float32 tensor.
func floats(v gorgonia.Value) []float32 { return v.Data().([]float32) }

// takeOp hands on a gradient that the backward operation it depends on has left
// in memory: gorgonia's operations have one result, a layer's backward has
// three.
type takeOp struct{ op }

func (o *takeOp) Do(...gorgonia.Value) (gorgonia.Value, error) { return o.result, nil }

// take adds a takeOp for each of the two parameters of a layer behind its
// backward node.
func take(layer string, backward *gorgonia.Node, dw, db []float32, wShape ...int) (w, b *gorgonia.Node, err error) {
	dims := []int{backward.Dims()}
	if w, err = gorgonia.ApplyOp(&takeOp{newOp(layer+".dw", dims, dw, wShape...)}, backward); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", layer, err)
	}
	if b, err = gorgonia.ApplyOp(&takeOp{newOp(layer+".db", dims, db, len(db))}, backward); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", layer, err)
	}
	return w, b, nil
}
