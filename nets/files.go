package nets

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"

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

// LoadModel reads the networks of a model and checks all of it: what models.Load
// checks, and that the weights are those of the networks that the manifest
// describes. There is no fallback to another model.
func LoadModel(dir string) (Model, models.Manifest, error) {
	stored, err := models.Load(dir)
	if err != nil {
		return Model{}, models.Manifest{}, fmt.Errorf("load model: %w", err)
	}
	l := loader{dir: dir, stored: stored}
	var m Model
	if _, ok := stored.Manifest.Networks[models.Policy]; ok {
		m.Policy, err = l.policy()
	}
	if _, ok := stored.Manifest.Networks[models.Value]; ok && err == nil {
		m.Value, err = l.value()
	}
	if err != nil {
		return Model{}, models.Manifest{}, fmt.Errorf("load model: %w", err)
	}
	return m, stored.Manifest, nil
}

// LoadPolicy reads the policy network of a model and checks it and the files of
// all others, as [LoadModel] does. A model without one is refused.
func LoadPolicy(dir string) (*Policy, models.Manifest, error) {
	return loadNetwork(dir, "policy network", loader.policy)
}

// LoadValue is LoadPolicy for the value network.
func LoadValue(dir string) (*Value, models.Manifest, error) {
	return loadNetwork(dir, "value network", loader.value)
}

func loadNetwork[N any](dir, what string, read func(loader) (*N, error)) (*N, models.Manifest, error) {
	stored, err := models.Load(dir)
	if err != nil {
		return nil, models.Manifest{}, fmt.Errorf("load %s: %w", what, err)
	}
	n, err := read(loader{dir, stored})
	if err != nil {
		return nil, models.Manifest{}, fmt.Errorf("load %s: %w", what, err)
	}
	return n, stored.Manifest, nil
}

// Verify checks all of a model: the files, and that each network is the one that
// the manifest describes.
func Verify(dir string) (models.Manifest, error) {
	_, m, err := LoadModel(dir)
	return m, err
}

// loader gives the tensors of a stored model their meaning.
type loader struct {
	dir    string
	stored models.Model
}

func (l loader) policy() (*Policy, error) {
	a, err := l.architecture(models.Policy)
	if err != nil {
		return nil, err
	}
	cfg := PolicyConfig{Board: l.stored.Manifest.Board, Planes: a.Planes, Filters: a.Filters, Layers: a.Layers}
	if err := cfg.Validate(); err != nil {
		return nil, l.refuse(models.ManifestName, err)
	}
	// Before any memory is taken: the manifest may claim a network of any size.
	if err := l.match(models.Policy, cfg.layers()); err != nil {
		return nil, err
	}
	p, err := emptyPolicy(cfg)
	if err != nil {
		return nil, l.refuse(models.ManifestName, err)
	}
	if err := p.SetWeights(l.stored.Weights[models.Policy]); err != nil {
		return nil, err
	}
	return p, l.probe(models.Policy, &p.inference)
}

func (l loader) value() (*Value, error) {
	a, err := l.architecture(models.Value)
	if err != nil {
		return nil, err
	}
	cfg := ValueConfig{Board: l.stored.Manifest.Board, Planes: a.Planes, Filters: a.Filters, Layers: a.Layers, Hidden: a.Hidden}
	if err := cfg.Validate(); err != nil {
		return nil, l.refuse(models.ManifestName, err)
	}
	if err := l.match(models.Value, cfg.layers()); err != nil {
		return nil, err
	}
	v, err := emptyValue(cfg)
	if err != nil {
		return nil, l.refuse(models.ManifestName, err)
	}
	if err := v.SetWeights(l.stored.Weights[models.Value]); err != nil {
		return nil, err
	}
	return v, l.probe(models.Value, &v.inference)
}

// probe refuses a network which does not give finite numbers before its last function: finite weights
// may overflow. Planes hold 0 and 1, so it is asked about the two extremes, all 0 and all 1.
func (l loader) probe(kind string, f *inference) error {
	const n = 2
	in, points := f.inSize(), l.stored.Manifest.Board*l.stored.Manifest.Board
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
				Path: filepath.Join(l.dir, l.stored.Manifest.Networks[kind].File.Name), Kind: models.ErrDamaged,
				Reason: "the weights are so large that what the network computes is not a number",
				Remedy: "train or fetch the model again",
			}
		}
	}
	return nil
}

func (l loader) architecture(kind string) (models.Architecture, error) {
	n, ok := l.stored.Manifest.Networks[kind]
	if !ok {
		return models.Architecture{}, &models.Fault{
			Path: filepath.Join(l.dir, models.ManifestName), Kind: models.ErrMismatch,
			Reason: fmt.Sprintf("the model has no %s network, only %s", kind, strings.Join(slices.Sorted(maps.Keys(l.stored.Manifest.Networks)), " and ")),
			Remedy: "give a model that has one",
		}
	}
	return n.Architecture, nil
}

// match checks that the tensors of a network are its parameters.
func (l loader) match(kind string, list []layers.Layer) error {
	if _, err := models.Match(l.stored.Weights[kind], tensors(layers.Params(list))); err != nil {
		return l.refuse(l.stored.Manifest.Networks[kind].File.Name, err)
	}
	return nil
}

func (l loader) refuse(file string, reason error) error {
	return &models.Fault{
		Path: filepath.Join(l.dir, file), Kind: models.ErrMismatch, Reason: reason.Error(),
		Remedy: "the manifest and the weights do not belong together: fetch or train the model again",
	}
}
