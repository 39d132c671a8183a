package nets

import (
	"fmt"
	"math"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// kindOwnership is the kind in a model's folder; in earnest a line of models/kind.go.
const kindOwnership = "ownership"

// OwnershipConfig is the shape of an ownership network.
type OwnershipConfig struct{ Board, Planes, Filters, Layers int }

// Validate names the first field that cannot be.
func (c OwnershipConfig) Validate() error {
	if err := validate(c.Board, c.Filters, c.Layers); err != nil {
		return fmt.Errorf("ownership network: %w", err)
	}
	return nil
}

func (c OwnershipConfig) input() (board, planes int) { return c.Board, c.Planes }

// layers is the network up to the tanh.
func (c OwnershipConfig) layers() []layers.Layer {
	return append(trunk(c.Board, c.Planes, c.Filters, c.Layers-1),
		layers.Plane{Name: "owners", Points: c.Board * c.Board, Channels: c.Filters, Biases: 1})
}

// Ownership is a network that says who owns each point when the game is over.
type Ownership struct {
	network
	cfg OwnershipConfig
}

// NewOwnership returns a network with weights drawn from the seed.
func NewOwnership(cfg OwnershipConfig, seed uint64) (*Ownership, error) {
	o := &Ownership{cfg: cfg}
	if err := o.draw(kindOwnership, cfg, seed); err != nil {
		return nil, err
	}
	return o, nil
}

// OwnershipOf makes the network of an opened model.
func OwnershipOf(m *models.Model) (*Ownership, error) {
	a, err := architecture(m, kindOwnership)
	if err != nil {
		return nil, err
	}
	o := &Ownership{cfg: OwnershipConfig{Board: m.Manifest.Board, Planes: a.Planes, Filters: a.Filters, Layers: a.Layers}}
	if err := o.take(m, kindOwnership, o.cfg); err != nil {
		return nil, err
	}
	return o, nil
}

func (o *Ownership) stored() stored {
	return stored{kindOwnership, &o.network, models.Architecture{Planes: o.cfg.Planes, Layers: o.cfg.Layers, Filters: o.cfg.Filters}}
}

// Evaluate writes for n positions, [n][points], from −1 (the opponent's) to 1 (the player's to move).
func (o *Ownership) Evaluate(dst, planes []float32, n int) error {
	return o.inference.evaluate(dst, planes, n, tanhRow)
}

// ownershipReference is the oracle: the network in plain loops.
func ownershipReference(o *Ownership, planes []float64) []float64 {
	r := newReference(o.cfg.Board, o.cfg.Planes, o.cfg.Filters, o.cfg.Layers, o.Params())
	x, above := r.Activations(planes), r.above()
	owners := headForward(x[len(x)-1], above[0], above[1])
	for p, y := range owners {
		owners[p] = math.Tanh(y)
	}
	return owners
}

// TestAHeadIsOneFile: a network of another kind, declared above and nowhere else, answers as its
// oracle does, also after its way through a model.
func TestAHeadIsOneFile(t *testing.T) {
	if _, err := NewOwnership(OwnershipConfig{Board: 20, Planes: 4, Filters: 3, Layers: 3}, 1); err == nil {
		t.Error("a board of 20 was taken")
	}
	o, err := NewOwnership(OwnershipConfig{Board: 5, Planes: 4, Filters: 9, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	drawBiases(t, &o.network, 2)
	const n = 6
	b := newBatch(o, n, 3)
	got := make([]float32, n*o.Points())
	if err := o.Evaluate(got, b.planes, n); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		for p, want := range ownershipReference(o, b.reference(o, i)) {
			if x := got[i*o.Points()+p]; math.Abs(float64(x)-want) > 1e-5 {
				t.Fatalf("position %d, point %d: %v, want %v", i, p, x, want)
			}
		}
	}
	s := o.stored()
	m := &models.Model{
		Manifest: models.Manifest{Board: 5, Networks: map[string]models.Network{s.kind: {Architecture: s.Architecture}}},
		Weights:  map[string][]models.Tensor{s.kind: s.Weights()},
	}
	q, err := OwnershipOf(m)
	if err != nil {
		t.Fatal(err)
	}
	again := make([]float32, len(got))
	if err := q.Evaluate(again, b.planes, n); err != nil || !sameBits(got, again) {
		t.Errorf("the network has changed on its way through the model (%v)", err)
	}
	if _, err := PolicyOf(m); err == nil {
		t.Error("it is a policy network, too")
	}
}
