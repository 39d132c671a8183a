package models

import (
	"fmt"
	"slices"
)

// Match returns the values of the tensors that have exactly the names and shapes of
// want, in the order of want. Missing tensors, other shapes, values that are not finite
// and tensors that are left over are errors. The values of want do not matter.
func Match(tensors, want []Tensor) ([][]float32, error) {
	data := make([][]float32, len(want))
	for i, w := range want {
		t, ok := Find(tensors, w.Name)
		if !ok {
			return nil, fmt.Errorf("tensor %q is missing", w.Name)
		}
		if err := t.Check(); err != nil {
			return nil, err
		}
		if !slices.Equal(t.Shape, w.Shape) {
			return nil, fmt.Errorf("tensor %q has shape %v, want %v", w.Name, t.Shape, w.Shape)
		}
		for j, v := range t.Data {
			if v-v != 0 {
				return nil, fmt.Errorf("tensor %q: value %d is %v", w.Name, j, v)
			}
		}
		data[i] = t.Data
	}
	if len(tensors) != len(want) {
		return nil, fmt.Errorf("%d tensors, want %d", len(tensors), len(want))
	}
	return data, nil
}
