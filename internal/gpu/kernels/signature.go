package kernels

import (
	"fmt"
	"math"
)

// Kind is what the elements of a buffer are.
type Kind string

// The kinds of buffers. An element of Packed is a word of 32 bits.
const (
	Float32    Kind = "float32"
	Uint32     Kind = "uint32"
	Packed     Kind = "packed"
	Activation Kind = "activation"
)

// Kinds lists the kinds.
func Kinds() []Kind { return []Kind{Float32, Uint32, Packed, Activation} }

// MaxElements is the most elements of a buffer. It keeps the arithmetic of sizes far from overflow, in uint32 too.
const MaxElements = 1 << 30

// Bits is a float as a constant of a call.
func Bits(f float32) uint32 { return math.Float32bits(f) }

// Signature says what a kernel takes. A shader's bindings, its constants (by constant_id) and its
// push constants have the order of these lists.
type Signature struct {
	Kernel  Name
	Buffers []Operand
	Shape   []string
	Args    []string

	need func(v Constants) ([]int, error) // elements of each buffer
}

// Operand is a buffer of a kernel. A written buffer stands once in a call.
type Operand struct {
	Name  string
	Kind  Kind
	Write bool // reads too, where the formula does
	// Atomic says that calls may write the buffer at the same time, and that their order makes no difference.
	Atomic bool
}

// Of is the signature of a kernel, and whether there is such a kernel.
func Of(k Name) (Signature, bool) {
	s, ok := signatures[k]
	return s, ok
}

// All lists the signatures of all kernels.
func All() []Signature {
	out := make([]Signature, len(order))
	for i, k := range order {
		out[i] = signatures[k]
	}
	return out
}

// Constants are the constants of a call by their names in the signature. Floats are as [Bits].
type Constants map[string]int

// Constants are those of a call by their names. Their numbers fit the signature.
func (s Signature) Constants(shape, args []uint32) Constants {
	v := Constants{}
	for i, name := range s.Shape {
		v[name] = int(shape[i])
	}
	for i, name := range s.Args {
		v[name] = int(args[i])
	}
	return v
}

// Sizes are the elements that each buffer of a call must have. An error names a constant out of its range.
func (s Signature) Sizes(shape, args []uint32) ([]int, error) {
	return s.need(s.Constants(shape, args))
}

// Work is about how many operations a call takes: two for each product of a sum, else one for each element.
func (s Signature) Work(shape, args []uint32) int {
	v := s.Constants(shape, args)
	rows := v["boards"] * BoardRows(v["board"])
	switch s.Kernel {
	case Conv, ConvWeights:
		return 2 * rows * v["side"] * v["side"] * v["channels"] * v["filters"]
	case ConvData:
		return 2 * rows * v["side"] * v["side"] * v["below"] * v["filters"]
	case Winograd:
		return 8 * rows * v["channels"] * v["filters"]
	case WinogradData:
		return 8 * rows * v["below"] * v["filters"]
	case Dense, DenseData, DenseWeights:
		return 2 * v["boards"] * v["inputs"] * v["units"]
	case Product:
		return 2 * v["rows"] * v["inner"] * v["columns"]
	case Gram:
		return 2 * v["rows"] * v["columns"] * v["columns"]
	}
	n := 0
	if sizes, err := s.need(v); err == nil {
		for _, size := range sizes {
			n += size
		}
	}
	return n
}

// Float is a constant that is a float.
func (v Constants) Float(name string) float32 { return math.Float32frombits(uint32(v[name])) }

// size multiplies, and stays above what a buffer can have if the product does.
func size(factors ...int) int {
	n := 1
	for _, f := range factors {
		if n *= f; n > MaxElements {
			return MaxElements + 1
		}
	}
	return n
}

// within refuses constants outside of their range.
func (v Constants) within() error {
	for name, value := range v {
		low, high := 1, MaxElements
		switch name {
		case "board":
			low, high = 2, 19
		case "side":
			if value != 1 && value != 3 && value != 5 {
				return fmt.Errorf("side %d, want 1, 3 or 5", value)
			}
		case "channels", "filters", "below":
			multiple := FilterMultiple
			if name == "channels" {
				multiple = PlaneMultiple
			}
			if high = 1 << 13; value%multiple != 0 {
				return fmt.Errorf("%s %d, want a multiple of %d", name, value, multiple)
			}
		case "boards", "splits":
			high = 1 << 16
		case "relu":
			low, high = Linear, ReLU
			if _, convolution := v["filters"]; convolution {
				high = BoundedReLU
			}
		case "biases":
			if columns, ok := v["columns"]; ok && value != 1 && value != columns {
				return fmt.Errorf("biases %d, want 1 or %d", value, columns)
			}
			if board, ok := v["board"]; ok && value != 1 && value != board*board {
				return fmt.Errorf("biases %d, want 1 or %d", value, board*board)
			}
		case "factor", "decay", "momentum", "beta1", "beta2", "epsilon", "a", "b", "c":
			continue // floats
		}
		if value < low || value > high {
			return fmt.Errorf("%s %d, want %d to %d", name, value, low, high)
		}
	}
	if v["planes"] > v["channels"] && v["channels"] > 0 {
		return fmt.Errorf("%d planes in %d channels", v["planes"], v["channels"])
	}
	return nil
}
