package linear

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
)

// enumerate is the exact mean outcome over all games of at most limit moves, and its
// gradient by the sum over games of p·z·Σ∇ln π.
func enumerate(b *balancer, pos *board.Position, limit int, p float64, scores map[int32]float64, gradient map[int32]float64) (mean float64) {
	const komi = 0.5
	if limit == 0 || !b.candidates(pos) {
		z := outcomeOf(pos, komi)
		for f, s := range scores {
			gradient[f] += p * z * s
		}
		return p * z
	}
	moves := rollout.Candidates{
		Moves:    append([]board.Point(nil), b.moves.Moves...),
		Features: append([]int32(nil), b.moves.Features...),
		Ends:     append([]int32(nil), b.moves.Ends...),
	}
	b.learner.softmax(&moves)
	probs := append([]float64(nil), b.learner.probs...)
	for i, m := range moves.Moves {
		next := map[int32]float64{}
		for f, s := range scores {
			next[f] = s
		}
		for j, q := range probs {
			g := -q
			if j == i {
				g++
			}
			for _, f := range moves.Of(j) {
				next[f] += g
			}
		}
		after := *pos
		after.Play(m, pos.ToMove())
		mean += enumerate(b, &after, limit-1, p*probs[i], next, gradient)
	}
	return mean
}

// On a board of 3×3, for games of three more moves, the gradient that playouts estimate is
// that of all games weighed by their probabilities, and that is what finite differences
// say.
func TestBalancerGradient(t *testing.T) {
	policy, err := rollout.NewPolicy(rollout.KindRollout, rollout.Patterns{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	w := policy.Weights()
	for i := range w {
		w[i] = float32(i%7) / 10
	}
	pos := board.NewPosition(3)
	for _, m := range []board.Point{board.XY(1, 1), board.XY(0, 1), board.XY(0, 0), board.XY(1, 0)} {
		pos.Play(m, pos.ToMove())
	}
	const limit = 3
	b := newBalancer(policy)
	gradient := map[int32]float64{}
	mean := enumerate(b, &pos, limit, 1, map[int32]float64{}, gradient)
	if len(gradient) < 5 || math.Abs(mean) > 0.95 {
		t.Fatalf("%d features, mean %v: too little to test", len(gradient), mean)
	}
	for f, want := range gradient {
		const h = 1.0 / 32
		old := w[f]
		w[f] = old + h
		up := enumerate(b, &pos, limit, 1, nil, map[int32]float64{})
		w[f] = old - h
		down := enumerate(b, &pos, limit, 1, nil, map[int32]float64{})
		w[f] = old
		if got := (up - down) / (2 * h); math.Abs(got-want) > 1e-3 {
			t.Errorf("feature %d: finite differences %v, sum over games %v", f, got, want)
		}
	}
	const games = 40000
	r := board.NewRand(1)
	for i := range games {
		after := pos
		b.halves[i&1].add(b.learner, b.play(&after, 0.5, limit, &r))
	}
	for i := range b.halves {
		if got := b.halves[i].mean(); math.Abs(got-mean) > 5/math.Sqrt(games/2) {
			t.Errorf("half %d: mean outcome %v, want %v", i, got, mean)
		}
		for f, want := range gradient {
			if got := b.halves[i].gradient(f, b.halves[1-i].mean()); math.Abs(got-want) > 0.03 {
				t.Errorf("half %d, feature %d: gradient %v, want %v", i, f, got, want)
			}
		}
	}
}

// Steps lead towards the reference.
func TestBalancerDescends(t *testing.T) {
	policy, err := rollout.NewPolicy(rollout.KindRollout, rollout.Patterns{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	b, r := newBalancer(policy), board.NewRand(2)
	pos := board.NewPosition(4)
	pos.Play(board.XY(1, 1), board.Black)
	measure := func() (value, err float64) {
		b.sample(&pos, 3.5, 400, &r)
		return (b.halves[0].mean() + b.halves[1].mean()) / 2, b.squaredError(0)
	}
	before, errorBefore := measure()
	for range 150 {
		b.sample(&pos, 3.5, 50, &r)
		b.descend(0, 1)
	}
	after, errorAfter := measure()
	if math.Abs(after) > math.Abs(before)/2 || errorAfter > errorBefore/2 {
		t.Errorf("value %v, then %v; squared error %v, then %v: want 0", before, after, errorBefore, errorAfter)
	}
}
