package learn

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// based is a network of any kind.
type based interface {
	Network() *layers.Network
	Points() int
	Stride() int
}

// planesOf is the number of input planes.
func planesOf(p based) int { return p.Network().Layers[0].(layers.Conv).Channels }

// batch is made-up training data: binary planes as real ones are, with zeros in
// the padding.
type batch struct {
	planes   []float32
	targets  []int32
	outcomes []float32 // 1 or −1
	weights  []float32
	owners   []float32 // −1, −½, 0, ½ or 1
}

// labels are the outcome and the owners of each position, for a trainer with Owners.
func (b batch) labels() []float32 {
	var out []float32
	points := len(b.owners) / len(b.outcomes)
	for i, z := range b.outcomes {
		out = append(append(out, z), b.owners[i*points:(i+1)*points]...)
	}
	return out
}

func newBatch(net based, n int, seed uint64) batch {
	rng := rand.New(rand.NewPCG(seed, 99))
	points, stride := net.Points(), net.Stride()
	b := batch{
		make([]float32, n*points*stride), make([]int32, n), make([]float32, n), make([]float32, n),
		make([]float32, n*points),
	}
	for i := range n * points {
		for c := range planesOf(net) {
			b.planes[i*stride+c] = float32(rng.IntN(2))
		}
	}
	for i := range n {
		b.targets[i] = int32(rng.IntN(points))
		b.weights[i] = float32(rng.IntN(5)-2) / 2 // −1 to 1, zero too
	}
	for i := range n {
		b.outcomes[i] = float32(2*rng.IntN(2) - 1)
	}
	for i := range b.owners {
		b.owners[i] = float32(rng.IntN(5)-2) / 2
	}
	return b
}

// reference returns the planes of position i without padding, as float64.
func (b batch) reference(net based, i int) []float64 {
	points, stride, planes := net.Points(), net.Stride(), planesOf(net)
	out := make([]float64, points*planes)
	for q := range points {
		for c := range planes {
			out[q*planes+c] = float64(b.planes[(i*points+q)*stride+c])
		}
	}
	return out
}

func newPolicy(t testing.TB, cfg nets.PolicyConfig, seed uint64) *nets.Policy {
	t.Helper()
	p, err := nets.NewPolicy(cfg, seed)
	if err != nil {
		t.Fatal(err)
	}
	drawBiases(t, p, seed)
	return p
}

func newValue(t testing.TB, cfg nets.ValueConfig, seed uint64) *nets.Value {
	t.Helper()
	v, err := nets.NewValue(cfg, seed)
	if err != nil {
		t.Fatal(err)
	}
	drawBiases(t, v, seed)
	return v
}

// drawBiases makes biases, which start at 0, matter.
func drawBiases(t testing.TB, n based, seed uint64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 7))
	err := n.Network().Update(func(params []layers.Param) error {
		for i := 1; i < len(params); i += 2 {
			for j := range params[i].Data {
				params[i].Data[j] = float32(0.2 * rng.NormFloat64())
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func newValueTrainer(t testing.TB, v *nets.Value, cfg TrainerConfig) *ValueTrainer {
	t.Helper()
	tr, err := NewValueTrainer(v, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func newTrainer(t testing.TB, p *nets.Policy, cfg TrainerConfig) *Trainer {
	t.Helper()
	tr, err := NewTrainer(p, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func step(t testing.TB, tr *Trainer, b batch, rate float64) StepResult {
	t.Helper()
	r, err := tr.Step(b.planes, b.targets, b.weights, rate)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func valueStep(t testing.TB, tr *ValueTrainer, b batch, rate float64) StepResult {
	t.Helper()
	labels := b.outcomes
	if tr.cfg.Owners > 0 {
		labels = b.labels()
	}
	r, err := tr.Step(b.planes, labels, b.weights, rate)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func values(t testing.TB, v *nets.Value, b batch) []float32 {
	t.Helper()
	out := make([]float32, len(b.outcomes))
	if err := v.Evaluate(out, b.planes, len(out)); err != nil {
		t.Fatal(err)
	}
	return out
}

func evaluate(t testing.TB, p *nets.Policy, b batch) []float32 {
	t.Helper()
	out := make([]float32, len(b.targets)*p.Points())
	if err := p.Evaluate(out, b.planes, len(b.targets)); err != nil {
		t.Fatal(err)
	}
	return out
}

func sameBits(a, b []float32) bool {
	if len(a) != len(b) {
		return false
	}
	for i, v := range a {
		if math.Float32bits(v) != math.Float32bits(b[i]) {
			return false
		}
	}
	return true
}

// distance is the root of the mean squared difference over that of want.
func distance[T float32 | float64](got []T, want []float64) float64 {
	var d, w float64
	for i, v := range want {
		d += (float64(got[i]) - v) * (float64(got[i]) - v)
		w += v * v
	}
	if w == 0 {
		return math.Sqrt(d)
	}
	return math.Sqrt(d / w)
}

// small are networks that a float64 reference runs in a moment: odd numbers of
// filters, the smallest board, several equal layers, every size of input.
var small = []nets.PolicyConfig{
	{Board: 2, Planes: 4, Filters: 1, Layers: 2},
	{Board: 3, Planes: 12, Filters: 5, Layers: 3},
	{Board: 5, Planes: 20, Filters: 17, Layers: 5},
	{Board: 9, Planes: 48, Filters: 32, Layers: 4},
	{Board: 19, Planes: 4, Filters: 8, Layers: 3},
}

// smallValues are the same for value networks.
var smallValues = []nets.ValueConfig{
	{Board: 2, Planes: 4, Filters: 1, Layers: 2, Hidden: 1},
	{Board: 3, Planes: 49, Filters: 5, Layers: 3, Hidden: 7},
	{Board: 5, Planes: 20, Filters: 17, Layers: 5, Hidden: 40},
	{Board: 9, Planes: 49, Filters: 32, Layers: 4, Hidden: 64},
	{Board: 19, Planes: 12, Filters: 8, Layers: 3, Hidden: 256},
}

// valueShapes are to smallValues what shapes are to small.
func valueShapes() []nets.ValueConfig {
	if raceDetector {
		return smallValues[:3]
	}
	return smallValues
}

// shapes are those of small that take moments also when the race detector
// watches every float.
func shapes() []nets.PolicyConfig {
	if raceDetector {
		return small[:3]
	}
	return small
}

// eachKernel runs a test with every kernel that this machine has.
func eachKernel(t *testing.T, f func(t *testing.T)) {
	chosen := kernel.Name()
	defer func() {
		if err := kernel.Use(chosen); err != nil {
			t.Error(err)
		}
	}()
	for _, name := range kernel.Names() {
		if err := kernel.Use(name); err != nil {
			t.Fatal(err)
		}
		t.Run(name, f)
	}
}
