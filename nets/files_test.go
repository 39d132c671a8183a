package nets

import (
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/models"
)

// Twice into the same folder, with other weights the second time: what comes back is the
// network to the bit, and it says where it comes from.
func TestSaveTwiceAndLoad(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "model")
	p := newPolicy(t, small[2], 1)
	b := newBatch(p, 3, 1)
	before := evaluate(t, p, b)
	for steps := range uint64(2) {
		drawBiases(t, &p.network, 10+steps)
		if sameBits(before, evaluate(t, p, b)) {
			t.Fatal("other weights give the same answers")
		}
		want := models.Training{Data: []string{"made up"}, Steps: steps + 1, Seed: 1, Figures: map[string]float64{"top1": 0.25}}
		if _, err := SavePolicy(dir, p, want); err != nil {
			t.Fatal(err)
		}
		q, m, err := LoadPolicy(dir)
		if err != nil {
			t.Fatal(err)
		}
		if q.Config() != p.Config() || m.Board != 5 {
			t.Errorf("loaded %+v of board %d, saved %+v", q.Config(), m.Board, p.Config())
		}
		n := m.Networks[models.Policy]
		if n.Training.Steps != steps+1 || n.Training.Figures["top1"] != 0.25 {
			t.Errorf("provenance %+v", n.Training)
		}
		if !sameBits(p.net.Flat, q.net.Flat) || !sameBits(evaluate(t, p, b), evaluate(t, q, b)) {
			t.Error("the network has changed on its way through the file")
		}
	}
}

func TestLoadPolicyRefuses(t *testing.T) {
	p := newPolicy(t, small[1], 1)
	good := models.Architecture{Planes: p.cfg.Planes, Layers: p.cfg.Layers, Filters: p.cfg.Filters}
	for _, c := range []struct {
		name, want string
		spoil      func(m *models.Manifest, a *models.Architecture, w []models.Tensor) []models.Tensor
	}{
		{"another board", "head.bias", func(m *models.Manifest, _ *models.Architecture, w []models.Tensor) []models.Tensor {
			m.Board = 5
			return w
		}},
		{"more filters", "conv1.weight", func(_ *models.Manifest, a *models.Architecture, w []models.Tensor) []models.Tensor {
			a.Filters = 2 * p.cfg.Filters
			return w
		}},
		{"more layers", "is missing", func(_ *models.Manifest, a *models.Architecture, w []models.Tensor) []models.Tensor {
			a.Layers = maxLayers
			return w
		}},
		{"fewer layers", "want 4", func(_ *models.Manifest, a *models.Architecture, w []models.Tensor) []models.Tensor {
			a.Layers--
			return w
		}},
		{"impossible planes", "13 planes", func(_ *models.Manifest, a *models.Architecture, w []models.Tensor) []models.Tensor {
			a.Planes = 13
			return w
		}},
		{"a shape turned round", "conv2.weight", func(_ *models.Manifest, _ *models.Architecture, w []models.Tensor) []models.Tensor {
			w[2].Shape = []int{5, 5, 9}
			return w
		}},
		{"NaN", "NaN", func(_ *models.Manifest, _ *models.Architecture, w []models.Tensor) []models.Tensor {
			w[2].Data[7] = float32(math.NaN())
			return w
		}},
		{"infinite", "Inf", func(_ *models.Manifest, _ *models.Architecture, w []models.Tensor) []models.Tensor {
			w[0].Data[0] = float32(math.Inf(-1))
			return w
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, a := models.Manifest{Board: p.cfg.Board}, good
			w := c.spoil(&m, &a, p.Weights())
			m.Networks = map[string]models.Network{models.Policy: {Architecture: a}}
			dir := t.TempDir()
			if _, err := models.Save(dir, models.Model{Manifest: m, Weights: map[string][]models.Tensor{models.Policy: w}}); err != nil {
				t.Fatal(err)
			}
			_, _, err := LoadPolicy(dir)
			var f *models.Fault
			if !errors.As(err, &f) || !errors.Is(err, models.ErrMismatch) || f.Remedy == "" || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want a mismatch with %q", err, c.want)
			}
		})
	}
}

// Finite weights may overflow. Such a network is refused, which would play anything and get every move
// right: no probability is larger than one that is not a number.
func TestLoadRefusesWeightsThatOverflow(t *testing.T) {
	p, v := newPolicy(t, small[1], 1), newValue(t, smallValues[1], 1)
	for _, huge := range []float32{1e38, -1e38, 1e18} {
		for name, save := range map[string]func(dir string) error{
			"policy": func(dir string) error { _, err := SavePolicy(dir, p, models.Training{}); return err },
			"value":  func(dir string) error { _, err := SaveValue(dir, v, models.Training{}); return err },
		} {
			for _, n := range []*network{&p.network, &v.network} {
				err := n.Update(func(params []Param) error {
					for _, q := range params {
						for i := range q.Data {
							q.Data[i] = huge
						}
					}
					if huge < 0 { // past the ReLU
						params[1].Data[0] = -huge
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			dir := t.TempDir()
			if err := save(dir); err != nil {
				t.Fatal(err)
			}
			_, _, err := LoadModel(dir)
			var f *models.Fault
			if !errors.As(err, &f) || !errors.Is(err, models.ErrDamaged) || f.Path != filepath.Join(dir, name+".safetensors") || f.Remedy == "" {
				t.Errorf("%s with all weights %g: error %v", name, huge, err)
			}
		}
	}
}

// A model of both networks: each comes back to the bit, alone and together, with its
// own provenance.
func TestSaveAndLoadModel(t *testing.T) {
	dir := t.TempDir()
	m := Model{Policy: newPolicy(t, small[2], 1), Value: newValue(t, smallValues[2], 2)}
	training := map[string]models.Training{models.Policy: {Steps: 3}, models.Value: {Steps: 4, Notes: "made up"}}
	if _, err := SaveModel(dir, m, training); err != nil {
		t.Fatal(err)
	}
	got, manifest, err := LoadModel(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !sameBits(got.Policy.net.Flat, m.Policy.net.Flat) || !sameBits(got.Value.net.Flat, m.Value.net.Flat) {
		t.Error("a network has changed on its way through the file")
	}
	if got.Policy.Config() != m.Policy.Config() || got.Value.Config() != m.Value.Config() {
		t.Errorf("loaded %+v and %+v", got.Policy.Config(), got.Value.Config())
	}
	for kind, want := range training {
		if n := manifest.Networks[kind]; n.Training.Steps != want.Steps || n.Training.Notes != want.Notes {
			t.Errorf("provenance of %s: %+v", kind, n.Training)
		}
	}
	if v, _, err := LoadValue(dir); err != nil || !sameBits(v.net.Flat, m.Value.net.Flat) {
		t.Errorf("the value network alone: error %v", err)
	}
	if p, _, err := LoadPolicy(dir); err != nil || !sameBits(p.net.Flat, m.Policy.net.Flat) {
		t.Errorf("the policy network alone: error %v", err)
	}
	if _, _, err := LoadModel(dir); err != nil {
		t.Error(err)
	}
	m.Value = newValue(t, smallValues[1], 1)
	if _, err := SaveModel(dir, m, nil); err == nil || !strings.Contains(err.Error(), "boards of 5 and 3") {
		t.Errorf("error %v for networks of two sizes", err)
	}
}

func TestLoadValueRefuses(t *testing.T) {
	v := newValue(t, smallValues[1], 1)
	save := func(spoil func(a *models.Architecture)) string {
		a := models.Architecture{Planes: v.cfg.Planes, Layers: v.cfg.Layers, Filters: v.cfg.Filters, Hidden: v.cfg.Hidden}
		spoil(&a)
		dir := t.TempDir()
		manifest := models.Manifest{Board: 3, Networks: map[string]models.Network{models.Value: {Architecture: a}}}
		if _, err := models.Save(dir, models.Model{Manifest: manifest, Weights: map[string][]models.Tensor{models.Value: v.Weights()}}); err != nil {
			t.Fatal(err)
		}
		return dir
	}
	for want, spoil := range map[string]func(a *models.Architecture){
		"0 hidden units": func(a *models.Architecture) { a.Hidden = 0 },
		"hidden.weight":  func(a *models.Architecture) { a.Hidden = maxHidden },
		"conv1.weight":   func(a *models.Architecture) { a.Planes = 48 },
		"7 planes":       func(a *models.Architecture) { a.Planes = 7 },
		"is missing":     func(a *models.Architecture) { a.Layers++ },
	} {
		_, _, err := LoadValue(save(spoil))
		if !errors.Is(err, models.ErrMismatch) || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want a mismatch with %q", err, want)
		}
	}
	dir := save(func(*models.Architecture) {})
	if _, _, err := LoadValue(dir); err != nil {
		t.Error(err)
	}
	if _, _, err := LoadPolicy(dir); !errors.Is(err, models.ErrMismatch) ||
		!strings.Contains(err.Error(), "no policy network, only value (give a model that has one)") {
		t.Errorf("error %v for a policy network that is not there", err)
	}
}

// A network that could be saved and never opened again is refused before it is trained.
func TestNetworksThatNoModelHoldsAreRefused(t *testing.T) {
	big := PolicyConfig{Board: 19, Planes: 48, Filters: 1024, Layers: 32}
	if err := big.Validate(); err == nil || !strings.Contains(err.Error(), "take fewer") {
		t.Error(err)
	}
	value := ValueConfig{Board: 19, Planes: 49, Filters: 1024, Layers: 32, Hidden: 256}
	if err := value.Validate(); err == nil || !strings.Contains(err.Error(), "take fewer") {
		t.Error(err)
	}
	big.Filters, big.Layers = 384, 40 // four times the paper's
	if err := big.Validate(); err != nil {
		t.Error(err)
	}
}
