package shapes

import (
	"fmt"
	"path/filepath"

	"github.com/tengen-go/tengen/models"
)

// Names of the tensors in shapes.safetensors: b and t (see the package comment), the weights of
// patterns anywhere, and the weights of patterns at a place. Their order is the order of the
// layout of the board's size, and the format fixes it.
const (
	tensorSpecial  = "constant_and_turn"
	tensorAnywhere = "anywhere"
	tensorHere     = "here"
)

// Tensors is the value function as a file holds it.
func (v *Values) Tensors() []models.Tensor {
	flat := v.Flat()
	a, b := special-constant, v.layout.free-constant
	tensor := func(name string, data []float32) models.Tensor {
		return models.Tensor{Name: name, Shape: []int{len(data)}, Data: data}
	}
	return []models.Tensor{
		tensor(tensorSpecial, flat[:a]), tensor(tensorAnywhere, flat[a:b]), tensor(tensorHere, flat[b:]),
	}
}

// FromTensors is the reverse of Tensors, for a board of this size.
func FromTensors(size int, tensors []models.Tensor) (*Values, error) {
	v, err := New(size)
	if err != nil {
		return nil, err
	}
	var flat []float32
	for _, want := range v.Tensors() {
		t, ok := models.Find(tensors, want.Name)
		if !ok {
			return nil, fmt.Errorf("no tensor %q", want.Name)
		}
		if len(t.Data) != len(want.Data) || len(t.Shape) != 1 {
			return nil, fmt.Errorf("tensor %q has shape %v, want %v for a %d×%d board",
				want.Name, t.Shape, want.Shape, size, size)
		}
		flat = append(flat, t.Data...)
	}
	return v, v.SetFlat(flat)
}

// Save puts the value function into the folder of a model, in the place of another one; the
// networks that are there stay. A folder that is not there is made; one of a model for
// another board is refused.
func Save(dir string, v *Values, training models.Training) error {
	n := models.Network{Architecture: models.Architecture{Shapes: v.Weights()}, Training: training}
	if err := models.Put(dir, models.Shapes, v.Size(), n, v.Tensors()); err != nil {
		return fmt.Errorf("save local shapes: %w", err)
	}
	return nil
}

// Load is models.Open and [Of].
func Load(dir string) (*Values, models.Manifest, error) {
	m, err := models.Open(dir)
	if err != nil {
		return nil, models.Manifest{}, fmt.Errorf("load local shapes: %w", err)
	}
	v, err := Of(m)
	if err != nil {
		return nil, models.Manifest{}, fmt.Errorf("load local shapes: %w", err)
	}
	return v, m.Manifest, nil
}

// Of gives the value function of an opened model its meaning. A model without one is
// refused; the error is a models.Fault.
func Of(m *models.Model) (*Values, error) {
	n, err := m.Network(models.Shapes)
	if err != nil {
		return nil, err
	}
	v, err := FromTensors(m.Manifest.Board, m.Weights[models.Shapes])
	if err == nil && v.Weights() != n.Architecture.Shapes {
		err = fmt.Errorf("%d weights, %s says %d", v.Weights(), models.ManifestName, n.Architecture.Shapes)
	}
	if err != nil {
		return nil, &models.Fault{
			Path: filepath.Join(m.Dir, n.File.Name), Kind: models.ErrDamaged, Reason: err.Error(),
			Remedy: "train or fetch the model again",
		}
	}
	return v, nil
}

// Verify checks the local shapes that an opened model has; to have none is no fault.
func Verify(m *models.Model) error {
	if _, ok := m.Manifest.Networks[models.Shapes]; !ok {
		return nil
	}
	_, err := Of(m)
	return err
}
