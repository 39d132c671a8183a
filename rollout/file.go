package rollout

import (
	"fmt"
	"path/filepath"

	"github.com/tengen-go/tengen/models"
)

// Names of the tensors in rollout.safetensors and tree.safetensors. Weights are [features];
// patterns are [patterns][2], the bits above the lowest 20 and these 20: numbers that a
// float32 holds exactly.
const (
	tensorWeights   = "weights"
	tensorResponses = "responses"
	tensorSquares   = "squares"
	tensorDiamonds  = "diamonds"

	halfBits = 20
)

// Tensors is the policy as a file holds it.
func (p *Policy) Tensors() []models.Tensor {
	patterns := p.Patterns()
	return []models.Tensor{
		{Name: tensorWeights, Shape: []int{len(p.weights)}, Data: p.weights},
		pack(tensorResponses, patterns.Responses),
		pack(tensorSquares, patterns.Squares),
		pack(tensorDiamonds, patterns.Diamonds),
	}
}

func pack(name string, patterns []uint64) models.Tensor {
	t := models.Tensor{Name: name, Shape: []int{len(patterns), 2}, Data: make([]float32, 0, 2*len(patterns))}
	for _, x := range patterns {
		t.Data = append(t.Data, float32(x>>halfBits), float32(x&(1<<halfBits-1)))
	}
	return t
}

func unpack(tensors []models.Tensor, name string) ([]uint64, error) {
	t, ok := models.Find(tensors, name)
	if !ok {
		return nil, fmt.Errorf("no tensor %q", name)
	}
	if len(t.Shape) != 2 || t.Shape[1] != 2 {
		return nil, fmt.Errorf("tensor %q has shape %v, want [n 2]", name, t.Shape)
	}
	patterns := make([]uint64, t.Shape[0])
	for i := range patterns {
		high, low := t.Data[2*i], t.Data[2*i+1]
		if !half(high) || !half(low) {
			return nil, fmt.Errorf("tensor %q: pattern %d is %v, %v", name, i, high, low)
		}
		patterns[i] = uint64(high)<<halfBits | uint64(low)
	}
	return patterns, nil
}

// half says whether x is one half of a pattern; of what is no number it is not.
func half(x float32) bool { return x >= 0 && x < 1<<halfBits && x == float32(int32(x)) }

// FromTensors is the reverse of Tensors.
func FromTensors(kind Kind, tensors []models.Tensor) (*Policy, error) {
	var patterns Patterns
	for _, g := range []struct {
		name string
		to   *[]uint64
	}{
		{tensorResponses, &patterns.Responses},
		{tensorSquares, &patterns.Squares},
		{tensorDiamonds, &patterns.Diamonds},
	} {
		var err error
		if *g.to, err = unpack(tensors, g.name); err != nil {
			return nil, err
		}
	}
	w, ok := models.Find(tensors, tensorWeights)
	if !ok {
		return nil, fmt.Errorf("no tensor %q", tensorWeights)
	}
	if w.Data == nil {
		return nil, fmt.Errorf("tensor %q is empty", tensorWeights)
	}
	return NewPolicy(kind, patterns, w.Data)
}

// Save puts the policy into the folder of a model, in the place of another one of its
// kind; the networks that are there stay. A folder that is not there is made.
func Save(dir string, p *Policy, training models.Training) error {
	n := models.Network{Architecture: models.Architecture{Features: p.Features()}, Training: training}
	if err := models.Put(dir, string(p.Kind()), 0, n, p.Tensors()); err != nil {
		return fmt.Errorf("save %s policy: %w", p.Kind(), err)
	}
	return nil
}

// Load is models.Open and [Of].
func Load(dir string, kind Kind) (*Policy, models.Manifest, error) {
	m, err := models.Open(dir)
	if err != nil {
		return nil, models.Manifest{}, fmt.Errorf("load %s policy: %w", kind, err)
	}
	p, err := Of(m, kind)
	if err != nil {
		return nil, models.Manifest{}, fmt.Errorf("load %s policy: %w", kind, err)
	}
	return p, m.Manifest, nil
}

// Of gives a policy of an opened model its meaning. A model without one is refused; the
// error is a models.Fault.
func Of(m *models.Model, kind Kind) (*Policy, error) {
	n, err := m.Network(string(kind))
	if err != nil {
		return nil, err
	}
	p, err := FromTensors(kind, m.Weights[string(kind)])
	if err == nil && p.Features() != n.Architecture.Features {
		err = fmt.Errorf("%d features, %s says %d", p.Features(), models.ManifestName, n.Architecture.Features)
	}
	if err != nil {
		return nil, &models.Fault{
			Path: filepath.Join(m.Dir, n.File.Name), Kind: models.ErrDamaged, Reason: err.Error(),
			Remedy: "train or fetch the model again",
		}
	}
	return p, nil
}

// Verify checks every linear policy that an opened model has; to have none is no fault.
func Verify(m *models.Model) error {
	for _, kind := range []Kind{KindRollout, KindTree} {
		if _, ok := m.Manifest.Networks[string(kind)]; !ok {
			continue
		}
		if _, err := Of(m, kind); err != nil {
			return err
		}
	}
	return nil
}
