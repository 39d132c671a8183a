package learn

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/nets"
)

// twoGames are the learner's moves of two games, of 5 and 2 moves, the first won and the
// second lost, drawn among some points only.
func twoGames(p *nets.Policy, batch int, temperature float64, seed uint64) (batch, Drawn) {
	const n, games = 7, 2
	b := newBatch(p, batch, seed)
	rng := rand.New(rand.NewPCG(seed, 3))
	d := Drawn{Planes: b.planes, Moves: b.targets[:n], Weights: make([]float32, n), Allowed: make([]bool, n*p.Points()), Temperature: temperature}
	for i := range d.Allowed {
		d.Allowed[i] = rng.IntN(3) > 0
	}
	for i, m := range d.Moves {
		d.Allowed[i*p.Points()+int(m)] = true
		z, baseline := 1.0, 0.25
		if i >= 5 {
			z = -1
		}
		d.Weights[i] = float32((z - baseline) / games)
	}
	return b, d
}

// objective is 1/n · Σ over games Σ over moves log π(a)·(z − v), from the network's
// log-probabilities.
func objective(t *testing.T, logProbs []float64, d Drawn, points int) float64 {
	t.Helper()
	total := 0.0
	for i, m := range d.Moves {
		sum := 0.0
		for a := range points {
			if d.Allowed[i*points+a] {
				sum += math.Exp(logProbs[i*points+a] / d.Temperature)
			}
		}
		total += float64(d.Weights[i]) * (logProbs[i*points+int(m)]/d.Temperature - math.Log(sum))
	}
	return total
}

// Silver et al. 2016, "Policy network: reinforcement learning": one step of size α along
// the sum over the games and their moves, divided by the number of games; not one step a
// game, not a mean over moves, and not only its sign. Finite differences of the objective
// through the reference network, in float64, give the step.
func TestStepIsTheGradientOfTheObjectiveOverTwoGames(t *testing.T) {
	for _, temperature := range []float64{1, 0.67, 2} {
		p := newPolicy(t, small[1], 4)
		b, d := twoGames(p, 8, temperature, 4)
		points := p.Points()
		r := nets.NewReference(p)
		value := func() float64 {
			var logs []float64
			for i := range d.Moves {
				y := r.Logits(b.reference(p, i))
				sum := 0.0
				for _, v := range y {
					sum += math.Exp(v)
				}
				for _, v := range y {
					logs = append(logs, v-math.Log(sum))
				}
			}
			return objective(t, logs, d, points)
		}
		const rate, h = 0.5, 1e-5
		var want [][]float64
		for i := range p.Params() {
			w := r.Param(i)
			g := make([]float64, len(w))
			for j := range w {
				x := w[j]
				w[j] = x + h
				up := value()
				w[j] = x - h
				down := value()
				w[j] = x
				g[j] = (up - down) / (2 * h)
			}
			want = append(want, g)
		}
		before := nets.NewReference(p)
		// In chunks of at most three: the last is padded.
		tr := newTrainer(t, p, TrainerConfig{Batch: 3, Threads: 2})
		var loss float64
		size := points * p.Stride()
		for from := 0; from < len(d.Moves); from += 3 {
			to := min(from+3, len(d.Moves))
			planes := make([]float32, 3*size)
			copy(planes, d.Planes[from*size:to*size])
			got, err := tr.Accumulate(Drawn{
				Planes: planes, Moves: d.Moves[from:to], Weights: d.Weights[from:to],
				Allowed: d.Allowed[from*points : to*points], Temperature: temperature,
			})
			if err != nil {
				t.Fatal(err)
			}
			loss += got.Loss
		}
		if v := value(); math.Abs(loss+v) > 1e-5 {
			t.Errorf("T %v: loss %v, want minus the objective %v", temperature, loss, v)
		}
		norm, err := tr.Apply(rate)
		if err != nil {
			t.Fatal(err)
		}
		var square float64
		for i, q := range p.Params() {
			step := make([]float64, len(q.Data))
			for j, v := range q.Data {
				step[j] = (float64(v) - before.Param(i)[j]) / rate
				square += want[i][j] * want[i][j]
			}
			if e := distance(step, want[i]); !(e <= 1e-4) {
				t.Errorf("T %v: step of %s is off by %.2g", temperature, q.Name, e)
			}
		}
		if math.Abs(norm-math.Sqrt(square)) > 1e-4*norm {
			t.Errorf("T %v: norm %v, want %v", temperature, norm, math.Sqrt(square))
		}
	}
}

// The gradient by hand, through the network's own log-probabilities: a bias of the head
// is added to the logit of its point, and nothing else. Points that were not to be had
// get none.
func TestGradientByHand(t *testing.T) {
	const temperature = 0.67
	p := newPolicy(t, small[2], 1)
	_, d := twoGames(p, 7, temperature, 1)
	points := p.Points()
	for i := range d.Moves { // a point that is never allowed
		d.Moves[i] = max(1, d.Moves[i])
		d.Allowed[i*points], d.Allowed[i*points+int(d.Moves[i])] = false, true
	}
	logs := make([]float32, 7*points)
	if err := p.LogProbs(logs, d.Planes, 7); err != nil {
		t.Fatal(err)
	}
	want := make([]float64, points)
	entropy := 0.0
	for i, m := range d.Moves {
		pi, sum := make([]float64, points), 0.0
		for a := range pi {
			if d.Allowed[i*points+a] {
				pi[a] = math.Pow(math.Exp(float64(logs[i*points+a])), 1/temperature)
				sum += pi[a]
			}
		}
		for a := range pi {
			pi[a] /= sum
			if pi[a] > 0 {
				entropy -= pi[a] * math.Log(pi[a])
			}
			want[a] -= float64(d.Weights[i]) * pi[a] / temperature
		}
		want[m] += float64(d.Weights[i]) / temperature
	}
	bias := p.Params()[len(p.Params())-1].Data
	before := append([]float32(nil), bias...)
	tr := newTrainer(t, p, TrainerConfig{Batch: 7, Threads: 1})
	r, err := tr.Accumulate(d)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(r.Entropy-entropy) > 1e-4 {
		t.Errorf("entropy %v, want %v", r.Entropy, entropy)
	}
	if _, err := tr.Apply(1); err != nil {
		t.Fatal(err)
	}
	for a, w := range want {
		if got := float64(bias[a] - before[a]); math.Abs(got-w) > 1e-5 {
			t.Errorf("bias of point %d moved by %v, want %v", a, got, w)
		}
	}
	if bias[0] != before[0] {
		t.Error("a point that was not to be had was learned from")
	}
}

// Accumulating does not touch the weights, Apply empties the sum, and a Step between the
// two neither sees it nor spoils it.
func TestAccumulateKeepsToItself(t *testing.T) {
	p, q := newPolicy(t, small[2], 2), newPolicy(t, small[2], 2)
	a := newTrainer(t, p, TrainerConfig{Batch: 7, Threads: 2})
	b := newTrainer(t, q, TrainerConfig{Batch: 7, Threads: 2})
	_, d := twoGames(p, 7, 1, 2)
	start := append([]float32(nil), p.Network().Flat...)
	for range 2 {
		if _, err := a.Accumulate(d); err != nil {
			t.Fatal(err)
		}
	}
	if !sameBits(start, p.Network().Flat) {
		t.Error("Accumulate has changed the weights")
	}
	batch := newBatch(p, 7, 9)
	if step(t, a, batch, 0.1) != step(t, b, batch, 0.1) || !sameBits(p.Network().Flat, q.Network().Flat) {
		t.Error("a step depends on the sum of Accumulate")
	}
	once, err := b.Accumulate(d)
	if err != nil || once.Entropy <= 0 {
		t.Fatal(once, err)
	}
	if _, err := a.Apply(0.1); err != nil {
		t.Fatal(err)
	}
	after := append([]float32(nil), p.Network().Flat...)
	if norm, err := a.Apply(0.1); err != nil || norm != 0 || !sameBits(after, p.Network().Flat) {
		t.Errorf("a second Apply: norm %v, error %v", norm, err)
	}
	if sameBits(after, q.Network().Flat) {
		t.Error("Apply has done nothing")
	}
}

// One allowed move is no choice: whatever came of it teaches nothing.
func TestForcedMoveTeachesNothing(t *testing.T) {
	p := newPolicy(t, small[1], 1)
	tr := newTrainer(t, p, TrainerConfig{Batch: 1})
	b := newBatch(p, 1, 1)
	allowed := make([]bool, 9)
	allowed[b.targets[0]] = true
	r, err := tr.Accumulate(Drawn{Planes: b.planes, Moves: b.targets, Weights: []float32{1}, Allowed: allowed, Temperature: 0.5})
	if err != nil || r != (DrawnResult{}) {
		t.Errorf("%+v, error %v", r, err)
	}
	if norm, err := tr.Apply(1); err != nil || norm != 0 {
		t.Errorf("gradient of norm %v, error %v", norm, err)
	}
}

func TestAccumulateDivergence(t *testing.T) {
	p := newPolicy(t, small[1], 1)
	tr := newTrainer(t, p, TrainerConfig{Batch: 7})
	_, d := twoGames(p, 7, 1, 1)
	if _, err := tr.Accumulate(d); err != nil {
		t.Fatal(err)
	}
	bias := p.Params()[len(p.Params())-1]
	_ = p.Update(func([]nets.Param) error { bias.Data[3] = float32(math.Inf(1)); return nil })
	if _, err := tr.Accumulate(d); !errors.Is(err, ErrNotFinite) {
		t.Errorf("error %v", err)
	}
	_ = p.Update(func([]nets.Param) error { bias.Data[3] = 0; return nil })
	before := append([]float32(nil), p.Network().Flat...)
	if norm, err := tr.Apply(1); norm != 0 || err != nil || !sameBits(before, p.Network().Flat) {
		t.Errorf("the sum is not empty after an error: norm %v, error %v", norm, err)
	}
	d.Weights[0] = 3e38
	d.Temperature = 1e-3
	if _, err := tr.Accumulate(d); err == nil {
		if _, err = tr.Apply(1); !errors.Is(err, ErrNotFinite) {
			t.Errorf("a gradient beyond all numbers: error %v", err)
		}
	}
}

func TestAccumulateRefuses(t *testing.T) {
	p := newPolicy(t, small[1], 1)
	tr := newTrainer(t, p, TrainerConfig{Batch: 7})
	for want, change := range map[string]func(*Drawn){
		"0 moves":             func(d *Drawn) { d.Moves = nil },
		"8 moves":             func(d *Drawn) { d.Moves = make([]int32, 8) },
		"planes of":           func(d *Drawn) { d.Planes = d.Planes[1:] },
		"6 weights":           func(d *Drawn) { d.Weights = d.Weights[1:] },
		"allowed moves of":    func(d *Drawn) { d.Allowed = d.Allowed[1:] },
		"temperature 0":       func(d *Drawn) { d.Temperature = 0 },
		"temperature NaN":     func(d *Drawn) { d.Temperature = math.NaN() },
		"move 9 of position":  func(d *Drawn) { d.Moves[1] = 9 },
		"move -1 of position": func(d *Drawn) { d.Moves[0] = -1 },
		"not among those":     func(d *Drawn) { d.Allowed[d.Moves[0]] = false },
	} {
		_, d := twoGames(p, 7, 1, 1)
		change(&d)
		if _, err := tr.Accumulate(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	if _, err := tr.Apply(math.NaN()); err == nil || !strings.Contains(err.Error(), "rate NaN") {
		t.Errorf("error %v", err)
	}
}
