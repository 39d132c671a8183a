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
	var networks []stored
	if m.Policy != nil {
		networks = append(networks, m.Policy.stored())
	}
	if m.Value != nil {
		networks = append(networks, m.Value.stored())
	}
	return save(dir, training, networks...)
}

// stored is a network as the folder of a model holds it.
type stored struct {
	kind string // of package models
	*network
	models.Architecture
}

// save makes dir the folder of a model with networks of any kinds.
func save(dir string, training map[string]models.Training, networks ...stored) (models.Manifest, error) {
	out := models.Model{
		Manifest: models.Manifest{Networks: map[string]models.Network{}},
		Weights:  map[string][]models.Tensor{},
	}
	for _, n := range networks {
		if b := out.Manifest.Board; b != 0 && b != n.board {
			return models.Manifest{}, fmt.Errorf("save %s: networks for boards of %d and %d", dir, b, n.board)
		}
		out.Manifest.Board = n.board
		out.Manifest.Networks[n.kind] = models.Network{Architecture: n.Architecture, Training: training[n.kind]}
		out.Weights[n.kind] = n.Weights()
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

// PutPolicy puts the network into the folder of a model; see models.Put. Other networks there stay.
func PutPolicy(dir string, p *Policy, training models.Training) error {
	return put(dir, p.stored(), training)
}

// PutValue puts the network into the folder of a model; see models.Put. Other networks there stay.
func PutValue(dir string, v *Value, training models.Training) error {
	return put(dir, v.stored(), training)
}

func put(dir string, n stored, training models.Training) error {
	about := models.Network{Architecture: n.Architecture, Training: training}
	return models.Put(dir, n.kind, n.board, about, n.Weights())
}

// Of makes the networks of an opened model. It refuses weights that do not fit the networks
// in the manifest.
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

// architecture is what the manifest says of a network. A model without one is refused.
func architecture(m *models.Model, kind string) (models.Architecture, error) {
	n, err := m.Network(kind)
	return n.Architecture, err
}

// take makes n the network of a kind that an opened model has.
func (n *network) take(m *models.Model, kind string, s shape) error {
	if err := s.Validate(); err != nil {
		return refuse(m, models.ManifestName, err)
	}
	// Before any memory is taken: the manifest may claim a network of any size.
	if err := match(m, kind, s.layers()); err != nil {
		return err
	}
	if err := n.lay(s); err != nil {
		return refuse(m, models.ManifestName, err)
	}
	if err := n.SetWeights(m.Weights[kind]); err != nil {
		return err
	}
	return probe(m, kind, &n.inference)
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
