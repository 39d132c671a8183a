package nets

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// Model is the networks that a model's folder holds, all for boards of one size.
type Model struct {
	Policy *Policy // nil: none
	Value  *Value  // nil: none
}

// SaveModel makes dir the folder of a model with these networks; see models.Save.
// training says by kind (models.Policy, models.Value) where the weights come from. It
// returns the manifest written.
func SaveModel(dir string, m Model, training map[string]models.Training) (models.Manifest, error) {
	out := models.Model{
		Manifest: models.Manifest{Networks: map[string]models.Network{}},
		Weights:  map[string][]models.Tensor{},
	}
	add := func(kind string, n *network, a models.Architecture) error {
		if b := out.Manifest.Board; b != 0 && b != n.board {
			return fmt.Errorf("save %s: networks for boards of %d and %d", dir, b, n.board)
		}
		out.Manifest.Board = n.board
		out.Manifest.Networks[kind] = models.Network{Architecture: a, Training: training[kind]}
		out.Weights[kind] = n.Weights()
		return nil
	}
	if m.Policy != nil {
		c := m.Policy.cfg
		a := models.Architecture{Planes: c.Planes, Layers: c.Layers, Filters: c.Filters}
		if err := add(models.Policy, &m.Policy.network, a); err != nil {
			return models.Manifest{}, err
		}
	}
	if m.Value != nil {
		c := m.Value.cfg
		a := models.Architecture{Planes: c.Planes, Layers: c.Layers, Filters: c.Filters, Hidden: c.Hidden}
		if err := add(models.Value, &m.Value.network, a); err != nil {
			return models.Manifest{}, err
		}
	}
	return models.Save(dir, out)
}

// SavePolicy makes dir the folder of a model with this one network.
func SavePolicy(dir string, p *Policy, training models.Training) (models.Manifest, error) {
	return SaveModel(dir, Model{Policy: p}, map[string]models.Training{models.Policy: training})
}

// SaveValue makes dir the folder of a model with this one network.
func SaveValue(dir string, v *Value, training models.Training) (models.Manifest, error) {
	return SaveModel(dir, Model{Value: v}, map[string]models.Training{models.Value: training})
}

// Of gives the networks of an opened model their meaning. It refuses weights which are
// not those of the networks that the manifest describes.
func Of(m *models.Model) (Model, error) {
	var out Model
	var err error
	if _, ok := m.Manifest.Networks[models.Policy]; ok {
		out.Policy, err = PolicyOf(m)
	}
	if _, ok := m.Manifest.Networks[models.Value]; ok && err == nil {
		out.Value, err = ValueOf(m)
	}
	if err != nil {
		return Model{}, err
	}
	return out, nil
}

// LoadModel is models.Open and [Of]. There is no fallback to another model.
func LoadModel(dir string) (Model, models.Manifest, error) {
	return load(dir, "model", Of)
}

// LoadPolicy is models.Open and [PolicyOf].
func LoadPolicy(dir string) (*Policy, models.Manifest, error) {
	return load(dir, "policy network", PolicyOf)
}

// LoadValue is models.Open and [ValueOf].
func LoadValue(dir string) (*Value, models.Manifest, error) {
	return load(dir, "value network", ValueOf)
}

func load[N any](dir, what string, of func(*models.Model) (N, error)) (n N, manifest models.Manifest, err error) {
	m, err := models.Open(dir)
	if err == nil {
		n, err = of(m)
	}
	if err != nil {
		var none N
		return none, models.Manifest{}, fmt.Errorf("load %s: %w", what, err)
	}
	return n, m.Manifest, nil
}

// PolicyOf is [Of] for the policy network alone. A model without one is refused.
func PolicyOf(m *models.Model) (*Policy, error) {
	n, err := m.Network(models.Policy)
	if err != nil {
		return nil, err
	}
	a := n.Architecture
	cfg := PolicyConfig{Board: m.Manifest.Board, Planes: a.Planes, Filters: a.Filters, Layers: a.Layers}
	if err := cfg.Validate(); err != nil {
		return nil, refuse(m, models.ManifestName, err)
	}
	// Before any memory is taken: the manifest may claim a network of any size.
	if err := match(m, models.Policy, cfg.layers()); err != nil {
		return nil, err
	}
	p, err := emptyPolicy(cfg)
	if err != nil {
		return nil, refuse(m, models.ManifestName, err)
	}
	if err := p.SetWeights(m.Weights[models.Policy]); err != nil {
		return nil, err
	}
	if err := probe(m, models.Policy, &p.inference); err != nil {
		return nil, err
	}
	return p, nil
}

// ValueOf is [Of] for the value network alone. A model without one is refused.
func ValueOf(m *models.Model) (*Value, error) {
	n, err := m.Network(models.Value)
	if err != nil {
		return nil, err
	}
	a := n.Architecture
	cfg := ValueConfig{Board: m.Manifest.Board, Planes: a.Planes, Filters: a.Filters, Layers: a.Layers, Hidden: a.Hidden}
	if err := cfg.Validate(); err != nil {
		return nil, refuse(m, models.ManifestName, err)
	}
	if err := match(m, models.Value, cfg.layers()); err != nil {
		return nil, err
	}
	v, err := emptyValue(cfg)
	if err != nil {
		return nil, refuse(m, models.ManifestName, err)
	}
	if err := v.SetWeights(m.Weights[models.Value]); err != nil {
		return nil, err
	}
	if err := probe(m, models.Value, &v.inference); err != nil {
		return nil, err
	}
	return v, nil
}

// probe refuses a network which does not give finite numbers before its last function: finite weights
// may overflow. Planes hold 0 and 1, so it is asked about the two extremes, all 0 and all 1.
func probe(m *models.Model, kind string, f *inference) error {
	const n = 2
	in, points := f.inSize(), m.Manifest.Board*m.Manifest.Board
	planes, out := make([]float32, n*in), make([]float32, n*f.outSize())
	for at := in; at < n*in; at += in / points {
		for i := range f.planes { // not the padding behind them
			planes[at+i] = 1
		}
	}
	if err := f.evaluate(out, planes, n, nil); err != nil {
		return err
	}
	for _, x := range out {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return &models.Fault{
				Path: filepath.Join(m.Dir, m.Manifest.Networks[kind].File.Name), Kind: models.ErrDamaged,
				Reason: "the weights are so large that what the network computes is not a number",
				Remedy: "train or fetch the model again",
			}
		}
	}
	return nil
}

// match checks that the tensors of a network are its parameters.
func match(m *models.Model, kind string, list []layers.Layer) error {
	if _, err := models.Match(m.Weights[kind], tensors(layers.Params(list))); err != nil {
		return refuse(m, m.Manifest.Networks[kind].File.Name, err)
	}
	return nil
}

func refuse(m *models.Model, file string, reason error) error {
	return &models.Fault{
		Path: filepath.Join(m.Dir, file), Kind: models.ErrMismatch, Reason: reason.Error(),
		Remedy: "the manifest and the weights do not belong together: fetch or train the model again",
	}
}
