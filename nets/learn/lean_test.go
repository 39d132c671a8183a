package learn

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// embedding is a network inside one with more filters. The other filters are always zero.
type embedding struct {
	small, big *layers.Network
	at         [][]int // where the filters of each convolution are, in rising order
}

// embed gives the big network the weights of the small one, at random filters. The other filters have weights of zero
// and a bias below zero, or zero. Weights that read them are not zero.
func embed(t *testing.T, small, big based, seed uint64) *embedding {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 11))
	e := &embedding{small: small.Network(), big: big.Network()}
	for i, l := range e.small.Layers {
		if c, ok := l.(layers.Conv); ok {
			at := rng.Perm(e.big.Layers[i].(layers.Conv).Filters)[:c.Filters]
			slices.Sort(at)
			e.at = append(e.at, at)
		}
	}
	if err := e.big.Update(func(params []layers.Param) error {
		for i, q := range params {
			for j := range q.Data {
				q.Data[j] = float32(rng.NormFloat64())
				filter := j % q.Shape[len(q.Shape)-1]
				if layer := i / 2; layer < len(e.at) && !slices.Contains(e.at[layer], filter) {
					q.Data[j] = 0
					if q.Bias() && filter%2 == 0 {
						q.Data[j] = -rng.Float32()
					}
				}
			}
		}
		e.each(func(small, big *float32) { *big = *small })
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return e
}

// each calls f for every value of the small network and its place in the big one.
func (e *embedding) each(f func(small, big *float32)) {
	for i, q := range e.small.Params {
		layer, big := i/2, e.big.Params[i]
		for j := range q.Data {
			at := j
			switch convolution := len(q.Shape) == 4; {
			case convolution:
				filter, channel, tap := j%q.Shape[3], j/q.Shape[3]%q.Shape[2], j/q.Shape[3]/q.Shape[2]
				if layer > 0 {
					channel = e.at[layer-1][channel]
				}
				at = (tap*big.Shape[2]+channel)*big.Shape[3] + e.at[layer][filter]
			case layer < len(e.at): // a bias of one
				at = e.at[layer][j]
			case layer == len(e.at) && !q.Bias(): // the plane reads the last one
				at = e.at[layer-1][j]
			}
			f(&q.Data[j], &big.Data[at])
		}
	}
}

// check compares the two networks, and the rest of the big one with what it was.
func (e *embedding) check(t *testing.T, what string, rest []float32) {
	t.Helper()
	e.each(func(small, big *float32) {
		if *small != *big {
			t.Fatalf("%s: a weight is %v, want %v, as in the network without dead filters", what, *big, *small)
		}
	})
	if !slices.Equal(e.rest(), rest) {
		t.Errorf("%s: weights of dead filters, or weights that read them, have changed", what)
	}
}

// rest is the big network with zeros for what the small one has.
func (e *embedding) rest() []float32 {
	var own []float32
	e.each(func(_, big *float32) {
		own = append(own, *big)
		*big = 0
	})
	rest := slices.Clone(e.big.Flat)
	e.each(func(_, big *float32) { *big, own = own[0], own[1:] })
	return rest
}

// A network with dead filters learns what a network without them learns, to the bit, and so does one that goes on
// from a checkpoint of it.
func TestDeadFiltersAreLeftOut(t *testing.T) {
	for _, kind := range []string{SGD, Momentum, Adam, Muon} {
		for _, frozen := range []int{0, 2} {
			t.Run(fmt.Sprintf("%s, %d frozen", kind, frozen), func(t *testing.T) {
				cfg := nets.PolicyConfig{Board: 5, Planes: 4, Filters: 5, Layers: 4}
				wide := cfg
				wide.Filters = 40
				p, q := newPolicy(t, cfg, 1), newPolicy(t, wide, 2)
				e := embed(t, p, q, 3)
				rest := e.rest()
				c := TrainerConfig{
					Batch: 6, Threads: 2, Optimizer: kind, Momentum: 0.9, WeightDecay: 0.02, Frozen: frozen,
				}
				a, b := newTrainer(t, p, c), newTrainer(t, q, c)
				for i := range 5 {
					if i == 2 {
						resumed := newPolicy(t, wide, 9) // none of its filters is dead
						b = newTrainer(t, resumed, c)
						if err := resumed.SetWeights(q.Weights()); err != nil {
							t.Fatal(err)
						}
						if err := b.SetState(e.spread(a.State(), resumed.Params())); err != nil {
							t.Fatal(err)
						}
						e.big = resumed.Network()
					}
					data := newBatch(p, 6, uint64(i))
					if got, want := step(t, b, data, 0.01), step(t, a, data, 0.01); got != want {
						t.Fatalf("step %d: %+v, want %+v", i, got, want)
					}
					e.check(t, fmt.Sprintf("step %d", i), rest)
				}
				got, want := b.State(), e.spread(a.State(), q.Params())
				for i := range want {
					if got[i].Name != want[i].Name || !slices.Equal(got[i].Data, want[i].Data) {
						t.Errorf("the optimiser's memory of %s differs", want[i].Name)
					}
				}
			})
		}
	}
}

// spread makes the state of the small network's trainer one of the big network's.
func (e *embedding) spread(state []models.Tensor, big []nets.Param) []models.Tensor {
	var out []models.Tensor
	flat := map[*float32]*float32{} // from the big network's values to the small one's
	e.each(func(small, big *float32) { flat[big] = small })
	for _, s := range state {
		wide := s
		for i, q := range e.small.Params {
			if _, name, _ := strings.Cut(s.Name, "/"); name != q.Name {
				continue
			}
			index := map[*float32]int{}
			for j := range q.Data {
				index[&q.Data[j]] = j
			}
			wide.Shape, wide.Data = big[i].Shape, make([]float32, len(big[i].Data))
			for j := range wide.Data {
				if small := flat[&e.big.Params[i].Data[j]]; small != nil {
					wide.Data[j] = s.Data[index[small]]
				}
			}
		}
		out = append(out, wide)
	}
	return out
}

// The same for value networks with owners, and for moves that were drawn.
func TestDeadFiltersAreLeftOutOfEveryTraining(t *testing.T) {
	cfg := nets.ValueConfig{Board: 5, Planes: 4, Filters: 7, Layers: 4, Hidden: 9}
	wide := cfg
	wide.Filters = 33
	p, q := newValue(t, cfg, 1), newValue(t, wide, 2)
	e := embed(t, p, q, 3)
	rest := e.rest()
	c := TrainerConfig{Batch: 6, Threads: 2, Optimizer: Muon, WeightDecay: 0.02, Owners: 5}
	a, b := newValueTrainer(t, p, c), newValueTrainer(t, q, c)
	for i := range 3 {
		data := newBatch(p, 6, uint64(i))
		if got, want := valueStep(t, b, data, 0.01), valueStep(t, a, data, 0.01); got != want {
			t.Fatalf("value network, step %d: %+v, want %+v", i, got, want)
		}
		e.check(t, "value network", rest)
	}

	policy, big := newPolicy(t, nets.PolicyConfig{Board: 5, Planes: 4, Filters: 5, Layers: 3}, 1),
		newPolicy(t, nets.PolicyConfig{Board: 5, Planes: 4, Filters: 12, Layers: 3}, 2)
	e = embed(t, policy, big, 4)
	rest = e.rest()
	c = TrainerConfig{Batch: 8, Threads: 2, Optimizer: Adam}
	x, y := newTrainer(t, policy, c), newTrainer(t, big, c)
	for update := range 2 {
		for chunk := range 2 {
			_, d := twoGames(policy, 8, 0.7, uint64(2*update+chunk))
			want, err := x.Accumulate(d)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := y.Accumulate(d); err != nil || got != want {
				t.Fatalf("drawn moves: %+v, %v, want %+v", got, err, want)
			}
		}
		want, err := x.Apply(0.01)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := y.Apply(0.01); err != nil || relative([]float64{got}, []float64{want}) > 1e-12 {
			t.Fatalf("norm %v, %v, want %v", got, err, want)
		}
		e.check(t, "drawn moves", rest)
	}
}

// Filters that somebody brings to life between two steps learn. In the middle of a step they are refused.
func TestFiltersThatComeToLifeLearn(t *testing.T) {
	cfg := nets.PolicyConfig{Board: 5, Planes: 4, Filters: 9, Layers: 3}
	small := cfg
	small.Filters = 4
	p, q := newPolicy(t, cfg, 1), newPolicy(t, cfg, 2)
	embed(t, newPolicy(t, small, 3), q, 4)
	dead := q.Weights()
	c := TrainerConfig{Batch: 8, Threads: 1, Optimizer: Momentum, Momentum: 0.9}
	a, b := newTrainer(t, p, c), newTrainer(t, q, c)
	step(t, b, newBatch(q, 8, 0), 0.01)
	if err := q.SetWeights(p.Weights()); err != nil {
		t.Fatal(err)
	}
	if err := a.SetState(b.State()); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		data := newBatch(p, 8, uint64(i+1))
		if got, want := step(t, b, data, 0.01), step(t, a, data, 0.01); got != want {
			t.Fatalf("step %d: %+v, want %+v", i, got, want)
		}
	}
	if !slices.Equal(weightsOf(q), weightsOf(p)) {
		t.Error("filters that came to life learned something else than filters that were never dead")
	}

	_, d := twoGames(q, 8, 1, 5)
	if _, err := b.Accumulate(d); err != nil {
		t.Fatal(err)
	}
	if err := q.SetWeights(dead); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Apply(0.01); err == nil {
		t.Error("a gradient of other filters was applied")
	}
	if _, err := b.Accumulate(d); err != nil {
		t.Errorf("the next gradient: %v", err)
	}
}

// The same on a card: a network with dead filters against one without them.
func TestCardLeavesDeadFiltersOut(t *testing.T) {
	cfg := nets.PolicyConfig{Board: 5, Planes: 4, Filters: 5, Layers: 4}
	wide := cfg
	wide.Filters = 40
	p, q := newPolicy(t, cfg, 1), newPolicy(t, wide, 2)
	device := newGPU(t, graded(gpu.Single))
	p.SetDevice(device)
	q.SetDevice(device)
	e := embed(t, p, q, 3)
	rest := e.rest()
	c := TrainerConfig{Batch: 6, Optimizer: Muon, WeightDecay: 0.02}
	a, b := newTrainer(t, p, c), newTrainer(t, q, c)
	for i := range 4 {
		data := newBatch(p, 6, uint64(i))
		if got, want := step(t, b, data, 0.01), step(t, a, data, 0.01); got != want {
			t.Fatalf("step %d: %+v, want %+v", i, got, want)
		}
		if i == 1 { // the others begin with weights and memory on the card
			continue
		}
		if err := a.Settle(); err != nil {
			t.Fatal(err)
		}
		if err := b.Settle(); err != nil {
			t.Fatal(err)
		}
		e.check(t, fmt.Sprintf("step %d", i), rest)
	}
}

// On a card filters that come to life learn with the memory of the steps before, though nobody has settled these.
func TestCardKeepsItsMemoryWhenFiltersComeToLife(t *testing.T) {
	cfg := nets.PolicyConfig{Board: 5, Planes: 4, Filters: 9, Layers: 3}
	few := cfg
	few.Filters = 4
	device := newGPU(t, graded(gpu.Single))
	c := TrainerConfig{Batch: 8, Optimizer: Momentum, Momentum: 0.9}
	alive := newPolicy(t, cfg, 1).Weights()
	var weights [2][]float64
	for i := range weights {
		q := newPolicy(t, cfg, 2)
		q.SetDevice(device)
		embed(t, newPolicy(t, few, 3), q, 4)
		tr := newTrainer(t, q, c)
		step(t, tr, newBatch(q, 8, 0), 0.01)
		if i == 0 {
			if err := tr.Settle(); err != nil {
				t.Fatal(err)
			}
			state := tr.State()
			q = newPolicy(t, cfg, 5)
			q.SetDevice(device)
			tr = newTrainer(t, q, c)
			if err := tr.SetState(state); err != nil {
				t.Fatal(err)
			}
		}
		if err := q.SetWeights(alive); err != nil {
			t.Fatal(err)
		}
		step(t, tr, newBatch(q, 8, 1), 0.01)
		if err := tr.Settle(); err != nil {
			t.Fatal(err)
		}
		weights[i] = weightsOf(q)
	}
	if !slices.Equal(weights[0], weights[1]) {
		t.Error("the memory of the steps before is lost")
	}
}

// Layers of many widths learn on a card as on the CPU. The gradients of the rows before the first board are zeros for
// each width.
func TestLayersOfManyWidthsOnACard(t *testing.T) {
	cfg := nets.PolicyConfig{Board: 5, Planes: 4, Filters: 70, Layers: 6}
	live := []int{70, 9, 70, 33, 70}
	networks := make([]*nets.Policy, 2)
	for i := range networks {
		p := newPolicy(t, cfg, 1)
		if err := p.Network().Update(func(params []layers.Param) error {
			for i, q := range params[:2*len(live)] {
				for j := range q.Data {
					if j%cfg.Filters >= live[i/2] {
						q.Data[j] = 0
					}
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		networks[i] = p
	}
	networks[1].SetDevice(newGPU(t, graded(gpu.Single)))
	for _, p := range networks {
		tr := newTrainer(t, p, TrainerConfig{Batch: 2})
		for i := range 3 {
			step(t, tr, newBatch(p, 2, uint64(i)), 0.01)
		}
		if err := tr.Settle(); err != nil {
			t.Fatal(err)
		}
	}
	before, want, got := newPolicy(t, cfg, 1).Weights(), networks[0].Weights(), networks[1].Weights()
	for i, w := range want {
		off, moved := 0.0, 0.0
		for j, x := range w.Data {
			off = max(off, math.Abs(float64(got[i].Data[j]-x)))
			moved = max(moved, math.Abs(float64(x-before[i].Data[j])))
		}
		if !(off <= 1e-4*moved) {
			t.Errorf("%s: off by %.2g, where it moved by %.2g", w.Name, off, moved)
		}
	}
}
