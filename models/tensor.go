package models

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// Tensor is a named array of float32 in row-major order.
type Tensor struct {
	Name  string
	Shape []int     // sizes, all ≥ 0; no sizes at all is a scalar
	Data  []float32 // as many values as the product of Shape
	Half  bool      // in files in half precision: 2 bytes a value, to which it is rounded when written
}

// bytes is the size of the values in a file.
func (t Tensor) bytes() int {
	if t.Half {
		return 2 * len(t.Data)
	}
	return 4 * len(t.Data)
}

// Check reports the first thing that makes the tensor unfit for a file: an
// empty or ill-encoded name, a negative size, or a number of values that is not
// the product of the sizes, or a number that half precision cannot hold.
func (t Tensor) Check() error {
	switch {
	case t.Name == "":
		return fmt.Errorf("a tensor has no name")
	case !utf8.ValidString(t.Name):
		return fmt.Errorf("tensor name %q is not UTF-8", t.Name)
	case t.Name == metadataKey:
		return fmt.Errorf("tensor name %q is reserved by safetensors", t.Name)
	}
	n, err := elements(t.Shape)
	if err != nil {
		return fmt.Errorf("tensor %q: %w", t.Name, err)
	}
	if n != len(t.Data) {
		return fmt.Errorf("tensor %q: shape %v needs %d values, there are %d", t.Name, t.Shape, n, len(t.Data))
	}
	if t.Half {
		for i, v := range t.Data {
			if toHalf(v)&0x7fff == 0x7c00 && !math.IsInf(float64(v), 0) {
				return fmt.Errorf("tensor %q: value %d is %v, half precision ends at %d", t.Name, i, v, maxHalf)
			}
		}
	}
	return nil
}

// Find returns the tensor of that name.
func Find(tensors []Tensor, name string) (Tensor, bool) {
	for _, t := range tensors {
		if t.Name == name {
			return t, true
		}
	}
	return Tensor{}, false
}

// elements is the product of the sizes, refused when negative or so large that
// its size in bytes would not fit an int.
func elements(shape []int) (int, error) {
	n := 1
	for _, s := range shape {
		if s < 0 {
			return 0, fmt.Errorf("shape %v has a negative size", shape)
		}
		if s == 0 {
			return 0, nil
		}
		if n > math.MaxInt/4/s {
			return 0, fmt.Errorf("shape %v is too large", shape)
		}
		n *= s
	}
	return n, nil
}
