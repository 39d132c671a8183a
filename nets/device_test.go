package nets

import (
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/testcards"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/nets/internal/plans"
)

// grades are what cards store activations as, with the error that is allowed there.
func grades(t testing.TB) map[gpu.Grade]float64 {
	return map[gpu.Grade]float64{gpu.Single: 1e-5, testcards.Half(t): 5e-3}
}

// newGPU is a card in plain Go; it must not fail.
func newGPU(t testing.TB, card twin.Card) *GPU {
	t.Helper()
	g, err := NewGPU(testcards.Open(t, card), card.Grades[0], func(err error) { t.Errorf("the card failed: %v", err) })
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A card answers as the reference does, however many positions there are.
func TestCardEqualsReference(t *testing.T) {
	for grade, bound := range grades(t) {
		g := newGPU(t, twin.Card{Grades: []gpu.Grade{grade}})
		g.batch = 5
		for i, cfg := range shapes() {
			p := newPolicy(t, cfg, uint64(i))
			p.SetDevice(g)
			r, points := NewReference(p), p.Points()
			for _, n := range []int{1, 3, 12} {
				b := newBatch(p, n, uint64(i))
				y := make([]float32, n*points)
				if err := p.Logits(y, b.planes, n); err != nil {
					t.Fatal(err)
				}
				for j := range n {
					want := r.Logits(b.reference(p, j))
					if d := distance(y[j*points:(j+1)*points], want); !(d <= bound) {
						t.Errorf("%s, %+v, position %d of %d: logits are off by %.2g", grade, cfg, j, n, d)
					}
				}
			}
		}
		for i, cfg := range smallValues {
			v := newValue(t, cfg, uint64(i))
			v.SetDevice(g)
			const n = 6
			b := newBatch(v, n, uint64(i))
			values := make([]float32, n)
			if err := v.Evaluate(values, b.planes, n); err != nil {
				t.Fatal(err)
			}
			r := NewValueReference(v)
			for j, got := range values {
				if want := r.Value(b.reference(v, j)); math.Abs(float64(got)-want) > bound {
					t.Errorf("%s, %+v, position %d: value %v, want %v", grade, cfg, j, got, want)
				}
			}
		}
	}
}

// So does a card with Winograd's convolutions.
func TestCardWithWinogradEqualsReference(t *testing.T) {
	for grade, bound := range grades(t) {
		g := newGPU(t, twin.Card{Grades: []gpu.Grade{grade}})
		g.card = testcards.Winograd(g.card)
		for i, cfg := range shapes()[1:] {
			p := newPolicy(t, cfg, uint64(i))
			p.SetDevice(g)
			r, points, b := NewReference(p), p.Points(), newBatch(p, 3, uint64(i))
			y := make([]float32, 3*points)
			if err := p.Logits(y, b.planes, 3); err != nil {
				t.Fatal(err)
			}
			for j := range 3 {
				if d := distance(y[j*points:(j+1)*points], r.Logits(b.reference(p, j))); !(d <= bound) {
					t.Errorf("%s, %+v, position %d: logits are off by %.2g", grade, cfg, j, d)
				}
			}
		}
	}
}

// Networks with different planes share the input of an evaluator on a card, too.
func TestEvaluatorOnACard(t *testing.T) {
	const n = 7
	for i, m := range pairs(t) {
		want := ask(t, newEvaluator(t, m, 1), positions(newEvaluator(t, m, 1), n), n)
		g := newGPU(t, twin.Card{Grades: []gpu.Grade{gpu.Single}})
		if m.Policy != nil {
			m.Policy.SetDevice(g)
		}
		if m.Value != nil {
			m.Value.SetDevice(g)
		}
		e := newEvaluator(t, m, 1)
		got := ask(t, e, positions(e, n), n)
		for _, c := range []struct{ got, want []float32 }{{got.priors, want.priors}, {got.values, want.values}} {
			for j := range c.want {
				if math.Abs(float64(c.got[j]-c.want[j])) > 1e-5 {
					t.Fatalf("pair %d, answer %d: %v on the card, %v on the CPU", i, j, c.got[j], c.want[j])
				}
			}
		}
	}
}

// The card has the newest weights.
func TestCardFollowsTheWeights(t *testing.T) {
	p := newPolicy(t, small[2], 1)
	p.SetDevice(newGPU(t, twin.Card{Grades: []gpu.Grade{gpu.Single}}))
	b := newBatch(p, 3, 1)
	before := evaluate(t, p, b)
	other := newPolicy(t, small[2], 2)
	if err := p.SetWeights(other.Weights()); err != nil {
		t.Fatal(err)
	}
	after, want := evaluate(t, p, b), evaluate(t, other, b)
	if d := difference(after, want); d > 1e-5 {
		t.Errorf("with new weights the answers are off by %v", d)
	}
	if difference(before, want) < 1e-3 {
		t.Error("the weights make no difference")
	}
}

func difference(a, b []float32) (d float64) {
	for i := range a {
		d = max(d, math.Abs(float64(a[i]-b[i])))
	}
	return d
}

// Whatever goes wrong on a card, every answer is right, and the user hears of it once.
func TestTheCPUTakesOverFromACard(t *testing.T) {
	for name, c := range map[string]struct {
		card  twin.Card
		spoil func(p *Policy) error
		cause error // nil: some error
	}{
		"lost at the second evaluation": {card: loses(3), cause: gpu.ErrLost},
		"no memory":                     {card: twin.Card{Grades: []gpu.Grade{gpu.Single}, Memory: 1000}, cause: gpu.ErrMemory},
		"float16 overflows": {
			card: twin.Card{Grades: []gpu.Grade{testcards.Half(t)}},
			spoil: func(p *Policy) error {
				return p.Update(func(params []Param) error {
					for i := range params[0].Data {
						params[0].Data[i] *= 1e6
					}
					return nil
				})
			},
		},
	} {
		p, twin := newPolicy(t, small[2], 1), newPolicy(t, small[2], 1)
		if c.spoil != nil {
			if err := errors.Join(c.spoil(p), c.spoil(twin)); err != nil {
				t.Fatal(err)
			}
		}
		var heard []error
		g, err := NewGPU(testcards.Open(t, c.card), c.card.Grades[0], func(err error) { heard = append(heard, err) })
		if err != nil {
			t.Fatal(err)
		}
		p.SetDevice(g)
		for i := range 4 {
			b := newBatch(p, 3, uint64(i))
			if d := difference(evaluate(t, p, b), evaluate(t, twin, b)); d > 1e-5 {
				t.Errorf("%s: answer %d is off by %v", name, i, d)
			}
		}
		if len(heard) != 1 || c.cause != nil && !errors.Is(heard[0], c.cause) {
			t.Errorf("%s: heard %v, want one error that wraps %v", name, heard, c.cause)
		}
	}
}

// One call with a number that is too large for float16 is the CPU's; the card has the next one. So have two calls in a
// row, twice, with new weights between.
func TestTwoOverflowsKeepTheCard(t *testing.T) {
	p, plain := newPolicy(t, small[2], 1), newPolicy(t, small[2], 1)
	for _, n := range []*Policy{p, plain} {
		if err := n.Update(func(params []Param) error {
			w := params[0]
			for tap := range w.Shape[0] * w.Shape[1] {
				w.Data[tap*w.Shape[2]*w.Shape[3]] = 6e4 // of the first plane, for the first filter
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	runs := 0
	card := twin.Card{Grades: []gpu.Grade{testcards.Half(t)}, Lose: func(string) bool { runs++; return false }}
	p.SetDevice(newGPU(t, card))
	call := func(name string, overflows bool) {
		b := newBatch(p, 3, uint64(runs))
		first := float32(0) // the first plane; two points next to each other are too much
		if overflows {
			first = 1
		}
		for at := 0; at < len(b.planes); at += p.Stride() {
			b.planes[at] = first
		}
		before := runs
		got, want := evaluate(t, p, b), evaluate(t, plain, b)
		if d := difference(got, want); d > 1e-3 {
			t.Errorf("%s: an answer is off by %v", name, d)
		}
		if runs == before {
			t.Errorf("%s: the card was not asked", name)
		}
		if sameBits(got, want) != overflows {
			t.Errorf("%s: the answer is the CPU's: %v", name, !overflows)
		}
	}
	for range 5 {
		call("one", true)
		call("the next", false)
	}
	call("first of two", true)
	call("second of two", true)
	if err := p.SetWeights(p.Weights()); err != nil {
		t.Fatal(err)
	}
	call("first with new weights", true)
	call("second with new weights", true)
	call("last", false)
}

// Goroutines take turns on a card, with few positions, with more than a core finishes alone, and with more than a card
// takes at once.
func TestManyEvaluateOnACard(t *testing.T) {
	p, plain := newPolicy(t, small[2], 1), newPolicy(t, small[2], 1)
	g := newGPU(t, twin.Card{Grades: []gpu.Grade{gpu.Single}})
	g.batch = 40
	p.SetDevice(g)
	var wg sync.WaitGroup
	for i, n := range []int{1, 3, finishChunk + 1, 40, 41, 95} {
		wg.Go(func() {
			for round := range 3 {
				b := newBatch(p, n, uint64(10*i+round))
				got, want := make([]float32, n*p.Points()), make([]float32, n*p.Points())
				err := errors.Join(p.Evaluate(got, b.planes, n), plain.Evaluate(want, b.planes, n))
				if d := difference(got, want); err != nil || d > 1e-5 {
					t.Errorf("%d positions: error %v, an answer is off by %v", n, err, d)
				}
			}
		})
	}
	wg.Wait()
	if err := g.Err(); err != nil {
		t.Error(err)
	}
}

// loses is a card that is lost at a run.
func loses(run int) twin.Card {
	n := 0
	return twin.Card{Grades: []gpu.Grade{gpu.Single}, Lose: func(string) bool { n++; return n >= run }}
}

// Planes that are neither 0 nor 1 cannot travel as bits: the CPU answers, and the card stays.
func TestOddPlanesGoFromACardToTheCPU(t *testing.T) {
	p, plain := newPolicy(t, small[2], 1), newPolicy(t, small[2], 1)
	p.SetDevice(newGPU(t, twin.Card{Grades: []gpu.Grade{gpu.Single}}))
	b := newBatch(p, 3, 1)
	b.planes[0] = 0.5
	if got, want := evaluate(t, p, b), evaluate(t, plain, b); !sameBits(got, want) {
		t.Error("the answers are not those of the CPU")
	}
}

func TestACardWithoutTheGradeIsRefused(t *testing.T) {
	if _, err := NewGPU(twin.New(twin.Card{}), gpu.Half, func(error) {}); !errors.Is(err, gpu.ErrNone) {
		t.Errorf("error %v", err)
	}
}

// Networks that are not used any more leave the card, and come back with their newest weights.
func TestNetworksLeaveTheCard(t *testing.T) {
	const size = 5
	p := newPolicy(t, small[2], 1)
	plan, err := plans.NewEvaluation(p.net, p.inference.planes, size, gpu.Single)
	if err != nil {
		t.Fatal(err)
	}
	one := plan.Plan.Memory()
	for name, memory := range map[string]int{
		"as many as stay": residents * one, "two": 2*one + one/2,
	} {
		card := testcards.Open(t, twin.Card{Grades: []gpu.Grade{gpu.Single}, Memory: memory})
		g, err := NewGPU(card, gpu.Single, func(err error) { t.Errorf("memory for %s: %v", name, err) })
		if err != nil {
			t.Fatal(err)
		}
		g.batch = size
		var all []*Policy
		for i := range residents + 3 {
			q := newPolicy(t, small[2], uint64(i))
			q.SetDevice(g)
			all = append(all, q)
		}
		for _, round := range []uint64{0, 50} {
			for i, q := range all {
				other := newPolicy(t, small[2], uint64(i)+round)
				if err := q.SetWeights(other.Weights()); err != nil {
					t.Fatal(err)
				}
				b := newBatch(q, 3, 1)
				if d := difference(evaluate(t, q, b), evaluate(t, other, b)); d > 1e-5 {
					t.Errorf("memory for %s: network %d is off by %v", name, i, d)
				}
			}
		}
		if len(g.used) > residents {
			t.Errorf("memory for %s: %d networks are on the card, want %d at most", name, len(g.used), residents)
		}
		r, err := g.Load(plan.Plan) // others make room
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Layers of a pruned network have many widths. On a card each width has rows of its own. Else a layer reads what one of
// another width left where zeros stand for the border. The twin does not look there; the software device of make test-gpu
// does.
func TestCardWithLayersOfManyWidths(t *testing.T) {
	live := map[string]int{"conv2": 9, "conv4": 33} // of 70 filters
	for grade, bound := range grades(t) {
		p := newPolicy(t, PolicyConfig{Board: 5, Planes: 4, Filters: 70, Layers: 6}, 1)
		err := p.Update(func(params []Param) error {
			for _, c := range convolutions(params) {
				if n, ok := live[c.layer]; ok {
					for _, values := range [][]float32{c.weight, c.bias} {
						for i := range values {
							if i%c.filters >= n {
								values[i] = 0
							}
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		r, points := NewReference(p), p.Points()
		p.SetDevice(newGPU(t, twin.Card{Grades: []gpu.Grade{grade}}))
		for call := range 3 {
			const n = 2
			b := newBatch(p, n, uint64(call))
			y := make([]float32, n*points)
			if err := p.Logits(y, b.planes, n); err != nil {
				t.Fatal(err)
			}
			for j := range n {
				if d := distance(y[j*points:(j+1)*points], r.Logits(b.reference(p, j))); !(d <= bound) {
					t.Errorf("%s: call %d, position %d: logits are off by %.2g", grade, call+1, j, d)
				}
			}
		}
	}
}
