package nets

import (
	"math"
	"strings"
	"sync"
	"testing"
)

// pairs are models with networks that want the same planes, more or fewer than each
// other, and models that lack one.
func pairs(t testing.TB) []Model {
	policy := func(planes int) *Policy {
		return newPolicy(t, PolicyConfig{Board: 5, Planes: planes, Filters: 17, Layers: 4}, 1)
	}
	value := func(planes int) *Value {
		return newValue(t, ValueConfig{Board: 5, Planes: planes, Filters: 9, Layers: 3, Hidden: 20}, 1)
	}
	return []Model{
		{Policy: policy(48), Value: value(49)},
		{Policy: policy(12), Value: value(49)},
		{Policy: policy(48), Value: value(4)},
		{Policy: policy(20), Value: value(20)},
		{Policy: policy(48)},
		{Value: value(49)},
	}
}

func newEvaluator(t testing.TB, m Model, threads int) *Evaluator {
	t.Helper()
	e, err := NewEvaluator(m, threads)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// positions are the planes of n positions as an evaluator wants them.
func positions(e *Evaluator, n int) []float32 {
	return newBatch(&network{board: 5, planes: e.Planes()}, n, 3).planes
}

// answers are what an evaluator has to say of n positions.
type answers struct{ priors, values []float32 }

func ask(t testing.TB, e *Evaluator, planes []float32, n int) answers {
	t.Helper()
	var a answers
	if e.HasPolicy() {
		a.priors = make([]float32, n*e.Points())
	}
	if e.HasValue() {
		a.values = make([]float32, n)
	}
	if err := e.Evaluate(a.priors, a.values, planes, n); err != nil {
		t.Fatal(err)
	}
	return a
}

// Each network sees its own planes of those that both are given.
func TestEvaluatorEqualsNetworks(t *testing.T) {
	const n = 7
	for i, m := range pairs(t) {
		e := newEvaluator(t, m, 2)
		planes := positions(e, n)
		got := ask(t, e, planes, n)
		narrow := func(net *network) []float32 {
			out := make([]float32, n*net.Points()*net.Stride())
			for p := range n * net.Points() {
				copy(out[p*net.Stride():], planes[p*e.Stride():][:net.planes])
			}
			return out
		}
		near := func(what string, got, want []float32) {
			if len(got) != len(want) {
				t.Fatalf("model %d: %d %s, want %d", i, len(got), what, len(want))
			}
			for j := range want {
				if math.Abs(float64(got[j]-want[j])) > 2e-6 {
					t.Fatalf("model %d: %s %d is %v, by the network itself %v", i, what, j, got[j], want[j])
				}
			}
		}
		if m.Policy != nil {
			want := make([]float32, n*e.Points())
			if err := m.Policy.Evaluate(want, narrow(&m.Policy.network), n); err != nil {
				t.Fatal(err)
			}
			near("priors", got.priors, want)
		}
		if m.Value != nil {
			want := make([]float32, n)
			if err := m.Value.Evaluate(want, narrow(&m.Value.network), n); err != nil {
				t.Fatal(err)
			}
			near("values", got.values, want)
		}
	}
}

// A position's answer is the same to the bit alone, in any batch, at any place of
// it, by any number of threads, with and without the other network's.
func TestEvaluatorDoesNotDependOnTheBatch(t *testing.T) {
	const most = 11
	eachKernel(t, func(t *testing.T) {
		for i, m := range pairs(t) {
			single := newEvaluator(t, m, 1)
			points, in := single.Points(), single.Points()*single.Stride()
			planes := positions(single, most)
			var alone answers
			for j := range most {
				a := ask(t, single, planes[j*in:], 1)
				alone.priors, alone.values = append(alone.priors, a.priors...), append(alone.values, a.values...)
			}
			for threads := 1; threads <= 5; threads++ {
				e := newEvaluator(t, m, threads)
				for from := range most {
					n := (from*7+threads)%(most-from) + 1
					a := ask(t, e, planes[from*in:], n)
					if m.Policy != nil && !sameBits(a.priors, alone.priors[from*points:(from+n)*points]) {
						t.Fatalf("model %d: priors %d to %d by %d threads differ from each alone", i, from, from+n-1, threads)
					}
					if m.Value != nil && !sameBits(a.values, alone.values[from:from+n]) {
						t.Fatalf("model %d: values %d to %d by %d threads differ from each alone", i, from, from+n-1, threads)
					}
				}
				if m.Value == nil || m.Policy == nil {
					continue
				}
				values := make([]float32, most)
				if err := e.Evaluate(nil, values, planes, most); err != nil || !sameBits(values, alone.values) {
					t.Errorf("model %d: values without priors differ, error %v", i, err)
				}
			}
		}
	})
}

func TestEvaluatorDoesNotAllocate(t *testing.T) {
	const n = 9
	m := pairs(t)[0]
	for _, threads := range []int{1, 2, 8} {
		e := newEvaluator(t, m, threads)
		planes := positions(e, n)
		a := ask(t, e, planes, n)
		// Enough runs that workspaces made for goroutines that happen to meet for the
		// first time do not count.
		got := testing.AllocsPerRun(200, func() {
			if err := e.Evaluate(a.priors, a.values, planes, n); err != nil {
				t.Fatal(err)
			}
		})
		if got != 0 {
			t.Errorf("%v allocations a call of %d threads", got, threads)
		}
	}
}

// Many searches at once get what each would get alone.
func TestEvaluatorServesMany(t *testing.T) {
	const n = 13
	m := pairs(t)[0]
	e := newEvaluator(t, m, 3)
	planes := positions(e, n)
	in := e.Points() * e.Stride()
	want := ask(t, e, planes, n)
	var wg sync.WaitGroup
	for caller := range 6 {
		wg.Go(func() {
			for i := range 20 {
				from := (caller + i) % n
				k := (caller*3+i)%(n-from) + 1
				a := ask(t, e, planes[from*in:], k)
				if !sameBits(a.priors, want.priors[from*e.Points():(from+k)*e.Points()]) || !sameBits(a.values, want.values[from:from+k]) {
					t.Errorf("caller %d: answers %d to %d differ", caller, from, from+k-1)
				}
			}
		})
	}
	wg.Wait()
}

func TestEvaluatorRefuses(t *testing.T) {
	m := pairs(t)[0]
	e := newEvaluator(t, m, 1)
	planes := positions(e, 1)
	other := newValue(t, smallValues[0], 1)
	for want, f := range map[string]func() error{
		"neither":           func() error { _, err := NewEvaluator(Model{}, 1); return err },
		"-1 threads":        func() error { _, err := NewEvaluator(m, -1); return err },
		"boards of 5, the ": func() error { _, err := NewEvaluator(Model{m.Policy, other}, 1); return err },
		"no such network": func() error {
			return newEvaluator(t, Model{Policy: m.Policy}, 1).Evaluate(nil, make([]float32, 1), planes, 1)
		},
		"-1 positions":   func() error { return e.Evaluate(make([]float32, 25), nil, planes, -1) },
		"planes of 1599": func() error { return e.Evaluate(make([]float32, 25), nil, planes[1:], 1) },
		"room for 24 re": func() error { return e.Evaluate(make([]float32, 24), nil, planes, 1) },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if err := e.Evaluate(nil, nil, nil, 0); err != nil {
		t.Error(err)
	}
}
