package nets

import (
	"fmt"
	"path/filepath"

	"github.com/tengen-go/tengen/models"
)

// SavePolicy makes dir the folder of a model with this one network; see
// models.Save. It returns the manifest written.
func SavePolicy(dir string, p *Policy, training models.Training) (models.Manifest, error) {
	arch := models.Architecture{Planes: p.cfg.Planes, Layers: p.cfg.Layers, Filters: p.cfg.Filters}
	return models.Save(dir, models.Model{
		Manifest: models.Manifest{
			Board:    p.cfg.Board,
			Networks: map[string]models.Network{models.Policy: {Architecture: arch, Training: training}},
		},
		Weights: map[string][]models.Tensor{models.Policy: p.Weights()},
	})
}

// LoadPolicy reads the policy network of a model and checks all of it: what
// models.Load checks, and that the weights are those of the network that the
// manifest describes. There is no fallback to another model.
func LoadPolicy(dir string) (*Policy, models.Manifest, error) {
	m, err := models.Load(dir)
	if err != nil {
		return nil, models.Manifest{}, fmt.Errorf("load policy network: %w", err)
	}
	refuse := func(file string, reason error) error {
		return fmt.Errorf("load policy network: %w", &models.Fault{
			Path: filepath.Join(dir, file), Kind: models.ErrMismatch, Reason: reason.Error(),
			Remedy: "the manifest and the weights do not belong together: fetch or train the model again",
		})
	}
	n, ok := m.Manifest.Networks[models.Policy]
	if !ok {
		return nil, models.Manifest{}, refuse(models.ManifestName, fmt.Errorf("the model has no policy network"))
	}
	a := n.Architecture
	cfg := PolicyConfig{Board: m.Manifest.Board, Planes: a.Planes, Filters: a.Filters, Layers: a.Layers}
	if err := cfg.Validate(); err != nil {
		return nil, models.Manifest{}, refuse(models.ManifestName, err)
	}
	// Before any memory is taken: the manifest may claim a network of any size.
	if _, err := match(m.Weights[models.Policy], layout(cfg)); err != nil {
		return nil, models.Manifest{}, refuse(n.File.Name, err)
	}
	p, err := emptyPolicy(cfg)
	if err != nil {
		return nil, models.Manifest{}, refuse(models.ManifestName, err)
	}
	if err := p.SetWeights(m.Weights[models.Policy]); err != nil {
		return nil, models.Manifest{}, refuse(n.File.Name, err)
	}
	return p, m.Manifest, nil
}

// Verify checks all of a model: the files, and that each network is the one that
// the manifest describes.
func Verify(dir string) (models.Manifest, error) {
	m, err := models.Load(dir)
	if err != nil {
		return models.Manifest{}, err
	}
	if _, ok := m.Manifest.Networks[models.Policy]; ok {
		if _, _, err := LoadPolicy(dir); err != nil {
			return models.Manifest{}, err
		}
	}
	return m.Manifest, nil
}
