package nets

import (
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/models"
)

// dying returns a policy in which some filters have weights as large as those of others and respond in no position,
// with random planes for n positions.
func dying(t *testing.T, n int) (*Policy, []float32, map[string]int) {
	t.Helper()
	p, err := NewPolicy(PolicyConfig{Board: 9, Planes: 4, Filters: 40, Layers: 5}, 7)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"conv2": 30, "conv3": 39, "conv4": 9}
	err = p.Update(func(params []Param) error {
		for _, c := range convolutions(params) {
			for j := range c.bias {
				c.bias[j] = 0.1
				if j < want[c.layer] {
					c.bias[j] = -1e6
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	planes := make([]float32, n*81*p.Stride())
	for i := range planes {
		if i%p.Stride() < 4 {
			planes[i] = float32(random.IntN(2))
		}
	}
	return p, planes, want
}

// A watch finds filters that respond in no position, also those that their weights do not show. Without them the
// network answers the same with less work.
func TestPruneKeepsTheFunction(t *testing.T) {
	const n = 5
	p, planes, want := dying(t, n)
	before := make([]float32, n*81)
	if err := p.Logits(before, planes, n); err != nil {
		t.Fatal(err)
	}
	watch, err := p.Watch()
	if err != nil {
		t.Fatal(err)
	}
	if err := watch.Look(planes, n); err != nil {
		t.Fatal(err)
	}
	for _, f := range watch.Filters() {
		if f.Count != 40 || f.Dead < want[f.Layer] || f.Dead > want[f.Layer]+3 {
			t.Errorf("%s: %d of %d filters are dead, want about %d of 40", f.Layer, f.Dead, f.Count, want[f.Layer])
		}
	}
	work := p.MultiplyAdds()
	if _, err := p.Prune(watch.Filters()); err != nil {
		t.Fatal(err)
	}
	after := make([]float32, n*81)
	if err := p.Logits(after, planes, n); err != nil {
		t.Fatal(err)
	}
	for i, x := range after {
		if d := x - before[i]; d > 1e-4 || d < -1e-4 {
			t.Fatalf("logit %d: %v became %v", i, before[i], x)
		}
	}
	if got := p.MultiplyAdds(); got > work/2 {
		t.Errorf("%d multiplications with all filters, %d without the dead ones", work, got)
	}
}

// A card computes no dead filters, either, whoever sets the weights.
func TestCardLeavesDeadFiltersOut(t *testing.T) {
	const n = 5
	p, planes, _ := dying(t, n)
	alive := p.Weights()
	watch, err := p.Watch()
	if err != nil {
		t.Fatal(err)
	}
	if err := watch.Look(planes, n); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Prune(watch.Filters()); err != nil {
		t.Fatal(err)
	}
	dead := p.Weights()
	plain, err := NewPolicy(p.Config(), 1)
	if err != nil {
		t.Fatal(err)
	}
	p.SetDevice(newGPU(t, twin.Card{Grades: []gpu.Grade{gpu.Single}}))
	var memory []int
	for i, weights := range [][]models.Tensor{dead, alive, alive, dead} {
		got, want := make([]float32, n*81), make([]float32, n*81)
		for q, out := range map[*Policy][]float32{p: got, plain: want} {
			if err := q.SetWeights(weights); err != nil {
				t.Fatal(err)
			}
			if err := q.Logits(out, planes, n); err != nil {
				t.Fatal(err)
			}
		}
		if d := difference(got, want); d > 1e-4 {
			t.Errorf("weights %d: the card is off by %v", i, d)
		}
		memory = append(memory, p.inference.card.plan.Plan.Memory())
	}
	if memory[0] >= memory[1] || memory[1] != memory[2] || memory[0] != memory[3] {
		t.Errorf("%d bytes on the card, want fewer without the dead filters in the first and the last", memory)
	}
}

// Two watches together have seen what one has seen alone.
func TestWatchesAdd(t *testing.T) {
	const n = 6
	p, planes, _ := dying(t, n)
	counts := func(from, to int) *Watch {
		w, err := p.Watch()
		if err != nil {
			t.Fatal(err)
		}
		size := 81 * p.Stride()
		if err := w.Look(planes[from*size:to*size], to-from); err != nil {
			t.Fatal(err)
		}
		return w
	}
	all, sum := counts(0, n), counts(0, 2)
	sum.Add(counts(2, n))
	if sum.Positions() != n {
		t.Errorf("%d positions seen, want %d", sum.Positions(), n)
	}
	for i, row := range all.counts {
		for j, c := range row {
			if sum.counts[i][j] != c {
				t.Errorf("layer %d, filter %d: %d positions, want %d", i, j, sum.counts[i][j], c)
			}
		}
	}
	sum.Reset()
	if sum.Positions() != 0 || sum.Filters()[0].Dead != 40 {
		t.Errorf("after a reset: %d positions, %+v", sum.Positions(), sum.Filters()[0])
	}
	if err := all.Look(planes[:10], 1); err == nil {
		t.Error("too few planes are no error")
	}
}

// A pruned network answers the same beside one that reads more planes, on other devices, and after a new start.
func TestPrunedNetworksAnswerEverywhere(t *testing.T) {
	const n = 3
	policy, err := NewPolicy(PolicyConfig{Board: 9, Planes: 48, Filters: 40, Layers: 4}, 5)
	if err != nil {
		t.Fatal(err)
	}
	value, err := NewValue(ValueConfig{Board: 9, Planes: 49, Filters: 36, Layers: 4, Hidden: 8}, 6)
	if err != nil {
		t.Fatal(err)
	}
	kill := func(params []Param) error {
		for _, c := range convolutions(params) {
			for j := range c.bias {
				c.bias[j] = float32(j%3) / 10
				if j%4 > 0 {
					c.bias[j] = -1e6
				}
			}
		}
		return nil
	}
	random := rand.New(rand.NewPCG(1, 2))
	planes := make([]float32, n*81*value.Stride()) // both have the same stride
	for i := range planes {
		if i%value.Stride() < 49 {
			planes[i] = float32(random.IntN(2))
		}
	}
	answers := func() []float32 {
		t.Helper()
		e, err := NewEvaluator(Model{Policy: policy, Value: value}, 2)
		if err != nil {
			t.Fatal(err)
		}
		out := make([]float32, n*82)
		if err := e.Evaluate(out[:n*81], out[n*81:], planes, n); err != nil {
			t.Fatal(err)
		}
		return out
	}
	same := func(what string, got, want []float32, tolerance float32) {
		t.Helper()
		for i, x := range got {
			if d := x - want[i]; d > tolerance || d < -tolerance {
				t.Fatalf("%s: answer %d is %v, want %v", what, i, x, want[i])
			}
		}
	}
	for _, network := range []*network{&policy.network, &value.network} {
		if err := network.Update(kill); err != nil {
			t.Fatal(err)
		}
	}
	before := answers()
	watched := func(network *network) *Watch {
		own := make([]float32, len(planes))
		for i := range own {
			if i%value.Stride() < network.Planes() {
				own[i] = planes[i]
			}
		}
		return seen(t, network, own, n)
	}
	for _, network := range []*network{&policy.network, &value.network} {
		w := watched(network)
		zeroed, err := network.Prune(w.Filters())
		if err != nil || zeroed < 3*27 {
			t.Fatalf("%d filters were pruned, error %v", zeroed, err)
		}
	}
	same("pruned", answers(), before, 1e-5)
	rounded := func() []float32 {
		for _, network := range []*network{&policy.network, &value.network} {
			network.SetDevice(PlainBFloat16())
			defer network.SetDevice(CPU{})
		}
		return answers()
	}()
	same("in bfloat16", rounded, before, 0.05)
	ofPolicy, ofValue := watched(&policy.network), watched(&value.network)
	if err := policy.Refresh(1, ofPolicy); err != nil {
		t.Fatal(err)
	}
	if err := value.Refresh(1, ofValue); err != nil {
		t.Fatal(err)
	}
	same("refreshed", answers(), before, 1e-4)
	if _, err := policy.Prune(ofValue.Filters()); err == nil {
		t.Error("the filters of another network are pruned")
	}
}
