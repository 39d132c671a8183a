package learn

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/tengen-go/tengen/internal/kernel"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// referenceGradient is the mean loss and its gradient over a batch.
func referenceGradient(p *nets.Policy, b batch) (loss float64, grads [][]float64) {
	r := nets.NewReference(p)
	n := float64(len(b.targets))
	for i, target := range b.targets {
		l, g := r.Gradient(b.reference(p, i), int(target), float64(b.weights[i])/n)
		loss += l
		if grads == nil {
			grads = g
			continue
		}
		for j := range g {
			for k, v := range g[j] {
				grads[j][k] += v
			}
		}
	}
	return loss, grads
}

// graphGradient is the gradient of each parameter, summed over the graphs.
func graphGradient(t *testing.T, tr *Trainer, b batch) [][]float64 {
	t.Helper()
	for i, target := range b.targets {
		tr.targets[i] = float32(target)
	}
	return slopes(t, &tr.trainer, b.planes, b.weights)
}

// slopes is the gradient of a batch. The trainer has its targets already.
func slopes(t *testing.T, tr *trainer, planes, weights []float32) [][]float64 {
	t.Helper()
	copy(tr.weights, weights)
	h := tr.engine.(*host)
	h.refresh()
	if err := h.gradients(planes); err != nil {
		t.Fatal(err)
	}
	out := make([][]float64, len(tr.net.Params))
	for i, s := range tr.net.Spans {
		out[i] = make([]float64, s.To-s.From)
		for _, g := range tr.engine.(*host).graphs {
			for j, v := range g.grads[s.From:s.To] {
				out[i][j] += float64(v)
			}
		}
	}
	return out
}

// The gorgonia graph with our operations against the reference: each layer's
// weight and bias, so also equal layers that gorgonia could take for one, with
// signed and zero weights of samples, batches that do not divide by the threads.
func TestGradientsEqualReference(t *testing.T) {
	eachKernel(t, func(t *testing.T) {
		for i, cfg := range shapes() {
			for _, n := range []struct{ batch, threads int }{{1, 1}, {3, 2}, {5, 1}} {
				p := newPolicy(t, cfg, uint64(i))
				b := newBatch(p, n.batch, uint64(i))
				b.weights[0] = 1
				tr := newTrainer(t, p, TrainerConfig{Batch: n.batch, Threads: n.threads})
				loss, want := referenceGradient(p, b)
				for range 2 { // the second run must not add to the first
					got := graphGradient(t, tr, b)
					for j, q := range p.Params() {
						if d := distance(got[j], want[j]); !(d <= 1e-4) {
							t.Errorf("%+v batch %d: gradient of %s is off by %.2g", cfg, n.batch, q.Name, d)
						}
					}
				}
				if r := step(t, tr, b, 0); math.Abs(r.Loss-loss) > 1e-5*(1+math.Abs(loss)) {
					t.Errorf("%+v batch %d: loss %v, want %v", cfg, n.batch, r.Loss, loss)
				}
			}
		}
	})
}

// A step without Reset of the tape, or one that ignored its input, would repeat
// the loss of the step before.
func TestEveryStepIsComputed(t *testing.T) {
	p := newPolicy(t, small[1], 1)
	tr := newTrainer(t, p, TrainerConfig{Batch: 2, Threads: 1})
	a, b := newBatch(p, 2, 1), newBatch(p, 2, 2)
	a.weights, b.weights = nil, nil
	first, second, third := step(t, tr, a, 0), step(t, tr, b, 0), step(t, tr, a, 0)
	if first.Loss == second.Loss {
		t.Error("another batch has the same loss")
	}
	if first != third {
		t.Errorf("the same batch and weights give %v and %v", first, third)
	}
	step(t, tr, a, 0.01)
	if r := step(t, tr, a, 0); !(r.Loss < first.Loss) {
		t.Errorf("loss %v after a step against the gradient, %v before", r.Loss, first.Loss)
	}
}

// Plain loops over the flat gradient, in float64, are the optimisers' twin.
func TestOptimizers(t *testing.T) {
	const rate, momentum, decay = 0.01, 0.9, 0.1
	for _, kind := range []string{SGD, Momentum, Adam, Muon} {
		t.Run(kind, func(t *testing.T) {
			p := newPolicy(t, small[1], 1)
			tr := newTrainer(t, p, TrainerConfig{Batch: 3, Threads: 2, Optimizer: kind, Momentum: momentum, WeightDecay: decay})
			var w, m, v [][]float64
			for i := range p.Params() {
				w = append(w, nets.NewReference(p).Param(i))
				m, v = append(m, make([]float64, len(w[i]))), append(v, make([]float64, len(w[i])))
			}
			for n := 1; n <= 5; n++ {
				b := newBatch(p, 3, uint64(n))
				grads, means := graphGradient(t, tr, b), inputMeans(p, b)
				step(t, tr, b, rate)
				for i := range w {
					d := decay
					if strings.HasSuffix(p.Params()[i].Name, "bias") {
						d = 0
					}
					kind := kind
					if kind == Muon && p.Params()[i].Matrix() {
						muonStep(p.Params()[i].Shape, w[i], m[i], w[i+1], grads[i], grads[i+1], means[i/2], rate, d)
						continue
					}
					for j, g := range grads[i] {
						x, mean, square := &w[i][j], &m[i][j], &v[i][j]
						switch kind {
						case SGD:
							*x -= rate * (g + d**x)
						case Momentum:
							*mean = momentum**mean + g + d**x
							*x -= rate * *mean
						case Adam, Muon:
							*mean = 0.9**mean + 0.1*g
							*square = 0.999**square + 0.001*g*g
							mh, sh := *mean/(1-math.Pow(0.9, float64(n))), *square/(1-math.Pow(0.999, float64(n)))
							*x -= rate * (mh/(math.Sqrt(sh)+1e-8) + d**x)
						}
					}
				}
			}
			for i, q := range p.Params() {
				if d := distance(q.Data, w[i]); d > 2e-5 {
					t.Errorf("%s is off by %.2g", q.Name, d)
				}
			}
		})
	}
}

// inputMeans are the mean inputs of a policy's convolutions on a batch, by channel.
func inputMeans(p *nets.Policy, b batch) [][]float64 {
	r := nets.NewReference(p)
	var means [][]float64
	for i := range b.targets {
		for l, x := range r.Activations(b.reference(p, i)) {
			channels := len(x) / p.Points()
			if i == 0 {
				means = append(means, make([]float64, channels))
			}
			for j, v := range x {
				means[l][j%channels] += v / float64(len(b.targets)*p.Points())
			}
		}
	}
	return means
}

// muonStep is one step of Muon on a convolution in float64, in coordinates where inputs have a mean of zero, its
// filters centred. The bias moves with the filters. That Orthogonal is right is shown by the tests of package kernel.
func muonStep(shape []int, w, mean, bias, grad, biasGrad, input []float64, rate, decay float64) {
	rows, cols := shape[0]*shape[1]*shape[2], shape[3]
	step := make([]float32, len(w))
	for j, g := range grad {
		g -= input[j/cols%shape[2]] * biasGrad[j%cols]
		mean[j] = 0.95*mean[j] + g
		step[j] = float32(g + 0.95*mean[j])
	}
	for c := range cols {
		sum := 0.0
		for r := range rows {
			sum += float64(step[r*cols+c])
		}
		for r := range rows {
			step[r*cols+c] -= float32(sum / float64(rows))
		}
	}
	kernel.Orthogonal(&kernel.Scratch{}, step, step, rows, cols)
	for j := range w {
		before := w[j]
		w[j] -= rate * (0.2*math.Sqrt(float64(max(rows, cols)))*float64(step[j]) + decay*w[j])
		bias[j%cols] -= (w[j] - before) * input[j/cols%shape[2]]
	}
}

// Everything that a network could learn by heart must be learnt by heart.
func TestOverfitsAHandful(t *testing.T) {
	for kind, rate := range map[string]float64{SGD: 0.1, Momentum: 0.02, Adam: 0.005, Muon: 0.005} {
		p := newPolicy(t, nets.PolicyConfig{Board: 5, Planes: 4, Filters: 16, Layers: 3}, 1)
		tr := newTrainer(t, p, TrainerConfig{Batch: 16, Threads: 2, Optimizer: kind, Momentum: 0.9})
		b := newBatch(p, 16, 1)
		b.weights = nil
		var r StepResult
		for range 300 {
			r = step(t, tr, b, rate)
		}
		if r.Correct != 16 || r.Loss > 0.1 {
			t.Errorf("%s: loss %.3f, %d of 16 correct after 300 steps", kind, r.Loss, r.Correct)
		}
		got := evaluate(t, p, b)
		for i, target := range b.targets {
			if row := got[i*25 : i*25+25]; place(row, int(target)) != 0 {
				t.Errorf("%s: inference does not know position %d by heart", kind, i)
			}
		}
	}
}

// What a step says of its batch is what inference says of it just before.
func TestStepCounts(t *testing.T) {
	p := newPolicy(t, nets.PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 3}, 1)
	tr := newTrainer(t, p, TrainerConfig{Batch: 30, Threads: 2})
	b := newBatch(p, 30, 1)
	for range 5 {
		got := evaluate(t, p, b)
		var correct, topFive int
		for i, target := range b.targets {
			before := place(got[i*25:i*25+25], int(target))
			if before == 0 {
				correct++
			}
			if before < 5 {
				topFive++
			}
		}
		if r := step(t, tr, b, 0.1); r.Correct != correct || r.TopFive != topFive {
			t.Errorf("a step counts %d correct and %d among five, inference %d and %d", r.Correct, r.TopFive, correct, topFive)
		}
	}
}

func TestTrainingRepeats(t *testing.T) {
	for _, threads := range []int{1, 2, 3} {
		run := func() []float32 {
			p := newPolicy(t, small[2], 5)
			tr := newTrainer(t, p, TrainerConfig{Batch: 7, Threads: threads, Optimizer: Adam})
			for i := range 6 {
				step(t, tr, newBatch(p, 7, uint64(i)), 0.01)
			}
			return p.Network().Flat
		}
		if !sameBits(run(), run()) {
			t.Errorf("two runs of %d threads differ", threads)
		}
	}
}

// A run that stops, goes through a file and goes on equals the unbroken one.
func TestResumeIsBitEqual(t *testing.T) {
	for _, kind := range []string{SGD, Momentum, Adam, Muon} {
		t.Run(kind, func(t *testing.T) {
			cfg := TrainerConfig{Batch: 4, Threads: 2, Optimizer: kind, Momentum: 0.9, WeightDecay: 0.01}
			unbroken := newPolicy(t, small[2], 3)
			tr := newTrainer(t, unbroken, cfg)
			dir := t.TempDir()
			for i := range 6 {
				if i == 3 {
					c := models.Checkpoint{Step: 3, Weights: unbroken.Weights(), Optimizer: tr.State(), Extra: json.RawMessage(`{}`)}
					if err := models.SaveCheckpoint(dir, c); err != nil {
						t.Fatal(err)
					}
				}
				step(t, tr, newBatch(unbroken, 4, uint64(i)), 0.01)
			}
			c, err := models.LoadCheckpoint(dir)
			if err != nil {
				t.Fatal(err)
			}
			resumed := newPolicy(t, small[2], 999)
			if err := resumed.SetWeights(c.Weights); err != nil {
				t.Fatal(err)
			}
			tr = newTrainer(t, resumed, cfg)
			if err := tr.SetState(c.Optimizer); err != nil {
				t.Fatal(err)
			}
			for i := 3; i < 6; i++ {
				step(t, tr, newBatch(resumed, 4, uint64(i)), 0.01)
			}
			if !sameBits(unbroken.Network().Flat, resumed.Network().Flat) {
				t.Error("the resumed run differs")
			}
		})
	}
}

func TestOptimizerSteps(t *testing.T) {
	p := newPolicy(t, small[0], 1)
	o := newOptimizer(SGD, 0, 0, len(p.Params()), len(p.Network().Flat))
	o.steps = 340_000_000*8 + 5 // beyond what one float32 counts
	back := newOptimizer(SGD, 0, 0, len(p.Params()), len(p.Network().Flat))
	lean := layers.NewLean(p.Network())
	if err := back.setState(lean, o.state(lean)); err != nil || back.steps != o.steps {
		t.Errorf("steps %d, error %v", back.steps, err)
	}
}

func TestSetStateRefuses(t *testing.T) {
	p := newPolicy(t, small[1], 1)
	adam := newTrainer(t, p, TrainerConfig{Batch: 1, Optimizer: Adam})
	sgd := newTrainer(t, p, TrainerConfig{Batch: 1})
	other := newTrainer(t, newPolicy(t, small[2], 1), TrainerConfig{Batch: 1, Optimizer: Adam})
	for what, err := range map[string]error{
		"is missing": adam.SetState(sgd.State()),
		"want 1":     sgd.SetState(adam.State()),
		"shape":      adam.SetState(other.State()),
	} {
		if err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("error %v, want one with %q", err, what)
		}
	}
}

// The weights do not depend on the batch size they were trained with.
func TestBatchSizeIsNotInTheWeights(t *testing.T) {
	p := newPolicy(t, small[2], 1)
	step(t, newTrainer(t, p, TrainerConfig{Batch: 16, Threads: 2}), newBatch(p, 16, 1), 0.01)
	dir := t.TempDir()
	if _, err := nets.SavePolicy(dir, p, models.Training{}); err != nil {
		t.Fatal(err)
	}
	q, _, err := nets.LoadPolicy(dir)
	if err != nil {
		t.Fatal(err)
	}
	one := newBatch(p, 1, 2)
	if !sameBits(evaluate(t, p, one), evaluate(t, q, one)) {
		t.Error("a position alone is judged differently after reload")
	}
	a := step(t, newTrainer(t, p, TrainerConfig{Batch: 1}), one, 0)
	b := step(t, newTrainer(t, q, TrainerConfig{Batch: 1}), one, 0)
	if a != b {
		t.Errorf("a batch of one gives %v, after reload %v", a, b)
	}
}

// A diverged step is reported and leaves the weights as they were.
func TestDivergence(t *testing.T) {
	p := newPolicy(t, small[1], 1)
	err := p.Update(func(params []nets.Param) error {
		params[len(params)-1].Data[3] = float32(math.Inf(1))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	before := append([]float32(nil), p.Network().Flat...)
	tr := newTrainer(t, p, TrainerConfig{Batch: 1})
	b := newBatch(p, 1, 1)
	if _, err := tr.Step(b.planes, b.targets, nil, 1); !errors.Is(err, ErrNotFinite) {
		t.Errorf("error %v", err)
	}
	if !sameBits(before, p.Network().Flat) {
		t.Error("the weights have changed")
	}
}

func TestStepRefuses(t *testing.T) {
	p := newPolicy(t, small[1], 1)
	tr := newTrainer(t, p, TrainerConfig{Batch: 2})
	b := newBatch(p, 2, 1)
	for want, f := range map[string]func() error{
		"planes":       func() error { _, err := tr.Step(b.planes[1:], b.targets, nil, 1); return err },
		"1 targets":    func() error { _, err := tr.Step(b.planes, b.targets[1:], nil, 1); return err },
		"1 weights":    func() error { _, err := tr.Step(b.planes, b.targets, b.weights[1:], 1); return err },
		"rate NaN":     func() error { _, err := tr.Step(b.planes, b.targets, nil, math.NaN()); return err },
		"target 9 of":  func() error { _, err := tr.Step(b.planes, []int32{0, 9}, nil, 1); return err },
		"target -1 of": func() error { _, err := tr.Step(b.planes, []int32{-1, 0}, nil, 1); return err },
		"batch of 0":   func() error { _, err := NewTrainer(p, TrainerConfig{}); return err },
		"-1 threads":   func() error { _, err := NewTrainer(p, TrainerConfig{Batch: 1, Threads: -1}); return err },
		"momentum 1":   func() error { _, err := NewTrainer(p, TrainerConfig{Batch: 1, Momentum: 1}); return err },
		"decay -0.1":   func() error { _, err := NewTrainer(p, TrainerConfig{Batch: 1, WeightDecay: -0.1}); return err },
		`"rmsprop"`:    func() error { _, err := NewTrainer(p, TrainerConfig{Batch: 1, Optimizer: "rmsprop"}); return err },
	} {
		if err := f(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// A step may leave 100 KB of garbage; gorgonia on its own leaves the
// activations of all layers, here 1 MB and more.
func TestStepLeavesLittleGarbage(t *testing.T) {
	cfg := TrainerConfig{Batch: 4, Threads: 2, Optimizer: Momentum, Momentum: 0.9}
	p := newPolicy(t, nets.PolicyConfig{Board: 9, Planes: 48, Filters: 16, Layers: 13}, 1)
	v := newValue(t, nets.ValueConfig{Board: 9, Planes: 49, Filters: 16, Layers: 13, Hidden: 256}, 1)
	pb, vb := newBatch(p, 4, 1), newBatch(v, 4, 1)
	policyTrainer, valueTrainer := newTrainer(t, p, cfg), newValueTrainer(t, v, cfg)
	for what, f := range map[string]func(){
		"policy": func() { step(t, policyTrainer, pb, 0.01) },
		"value":  func() { valueStep(t, valueTrainer, vb, 0.01) },
	} {
		f()
		if got := garbage(3, f); got > 100<<10 {
			t.Errorf("%s: %d bytes of garbage a step", what, got)
		}
	}
}

// garbage is the number of bytes that a call of f allocates, the mean of n calls.
func garbage(n uint64, f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range n {
		f()
	}
	runtime.ReadMemStats(&after)
	return (after.TotalAlloc - before.TotalAlloc) / n
}

func ExampleTrainer() {
	p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 4, Filters: 8, Layers: 3}, 1)
	if err != nil {
		panic(err)
	}
	t, err := NewTrainer(p, TrainerConfig{Batch: 1, Threads: 1, Optimizer: Momentum, Momentum: 0.9})
	if err != nil {
		panic(err)
	}
	planes := make([]float32, p.Points()*p.Stride())
	for i := range p.Points() {
		planes[i*p.Stride()+2] = 1 // an empty board: plane 2
	}
	for range 50 {
		if _, err := t.Step(planes, []int32{12}, nil, 0.1); err != nil {
			panic(err)
		}
	}
	probs := make([]float32, p.Points())
	if err := p.Evaluate(probs, planes, 1); err != nil {
		panic(err)
	}
	fmt.Printf("the centre: %.1f\n", probs[12])
	// Output: the centre: 1.0
}

// Several trainers may be made at once, although their graphs share what gorgonia has only once. The race detector may see
// it if they may not.
func TestTrainersAreMadeAtOnce(t *testing.T) {
	var ready, all sync.WaitGroup
	for range 8 {
		ready.Add(1)
		all.Go(func() {
			p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 4, Layers: 2, Filters: 4}, 1)
			ready.Done()
			ready.Wait()
			if err == nil {
				_, err = NewTrainer(p, TrainerConfig{Batch: 2, Threads: 1})
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}
