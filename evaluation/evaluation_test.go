package evaluation_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/nets"
)

// positions are those of a random game on 7×7.
func positions(t *testing.T) []board.Position {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	pos := board.NewPosition(7)
	out := []board.Position{pos}
	for len(out) < 20 {
		if q := board.FromIndex(rng.IntN(49), 7); pos.Legal(q, pos.ToMove()) {
			pos.Play(q, pos.ToMove())
			out = append(out, pos)
		}
	}
	return out
}

// alone is what a policy says of one position in one orientation, by the plain functions.
func alone(t *testing.T, p *nets.Policy, pos *board.Position, s features.Symmetry) []float32 {
	t.Helper()
	planes, turned, back := make([]float32, 49*p.Stride()), make([]float32, 49), make([]float32, 49)
	features.NewExtractor().Extract(planes, p.Stride(), pos, features.Planes(p.Config().Planes), s)
	if err := p.Evaluate(turned, planes, 1); err != nil {
		t.Fatal(err)
	}
	s.Inverse().Distribution(back, turned, 7)
	return back
}

// A batch of positions gives each of them what it gets alone, also when the input was used before.
func TestInputIsEachPositionAlone(t *testing.T) {
	p := modeltest.Policy(t, 7)
	in := evaluation.NewInput(p)
	all := positions(t)
	for _, batch := range [][]board.Position{all, all[3:5], all[:11]} {
		in.Reset()
		for i := range batch {
			in.Add(&batch[i], features.Symmetry(i%features.Symmetries))
		}
		rows := make([]float32, in.Len()*49)
		if err := p.Evaluate(rows, in.Planes(), in.Len()); err != nil {
			t.Fatal(err)
		}
		got := make([]float32, 49)
		for i := range batch {
			s := features.Symmetry(i % features.Symmetries)
			if err := evaluation.Mean(got, rows[i*49:(i+1)*49], 7, evaluation.OneSymmetry(s)); err != nil {
				t.Fatal(err)
			}
			want := alone(t, p, &batch[i], s)
			for q := range want {
				if got[q] != want[q] {
					t.Fatalf("position %d of %d, point %d: %v, alone %v", i, len(batch), q, got[q], want[q])
				}
			}
		}
	}
}

// The mean over the symmetries against its definition.
func TestMeanIsOverTheTurnedBack(t *testing.T) {
	p := modeltest.Policy(t, 7)
	in := evaluation.NewInput(p)
	for _, pos := range positions(t) {
		in.Reset()
		var want [49]float64
		for _, s := range evaluation.AllSymmetries() {
			in.Add(&pos, s)
			for q, x := range alone(t, p, &pos, s) {
				want[q] += float64(x) / features.Symmetries
			}
		}
		rows, got := make([]float32, in.Len()*49), make([]float32, 49)
		if err := p.Evaluate(rows, in.Planes(), in.Len()); err != nil {
			t.Fatal(err)
		}
		if err := evaluation.Mean(got, rows, 7, evaluation.AllSymmetries()); err != nil {
			t.Fatal(err)
		}
		for q := range want {
			if math.Abs(float64(got[q])-want[q]) > 1e-6 {
				t.Fatalf("point %d: %v, want %v", q, got[q], want[q])
			}
		}
	}
}

func TestWhatIsNoAnswerIsRefused(t *testing.T) {
	nan := float32(math.NaN())
	for _, row := range [][]float32{{nan, 1, 0, 0}, {-0.5, 1.5, 0, 0}, {0.5, 0, 0, 0}, {0, 0, 0, 0}, {1, float32(math.Inf(1)), 0, 0}} {
		err := evaluation.Mean(make([]float32, 4), row, 2, evaluation.OneSymmetry(features.Identity))
		if err == nil || !strings.Contains(err.Error(), "policy network") {
			t.Errorf("%v: %v", row, err)
		}
		if alone := evaluation.Check(row); alone == nil || alone.Error() != err.Error() {
			t.Errorf("%v: %v, and of a mean %v", row, alone, err)
		}
	}
	if err := evaluation.Check([]float32{0.25, 0, 0.5, 0.25}); err != nil {
		t.Error(err)
	}
	for _, values := range [][]float32{{nan}, {0, 1.5}, {-2, 0}} {
		if v, err := evaluation.MeanValue(values); err == nil {
			t.Errorf("%v: %v", values, v)
		}
	}
	if v, err := evaluation.MeanValue([]float32{-0.5, 1}); v != 0.25 || err != nil {
		t.Errorf("mean %v, %v", v, err)
	}
}

func TestAmong(t *testing.T) {
	probs := []float32{0.25, 0.5, 0.125, 0.125}
	evaluation.Among(probs, func(p int) bool { return p != 1 })
	if want := [4]float32{0.5, 0, 0.25, 0.25}; [4]float32(probs) != want {
		t.Errorf("%v, want %v", probs, want)
	}
	evaluation.Among(probs, func(p int) bool { return p == 1 })
	if [4]float32(probs) != [4]float32{} {
		t.Errorf("nothing is left, and yet %v", probs)
	}
}

// Draws follow p^(1/T) over the moves alone.
func TestDraw(t *testing.T) {
	probs := make([]float32, 25) // 8:4:2:1, and as much on a point that is no move
	moves := make([]board.Point, 4)
	for i := range moves {
		probs[i], moves[i] = 0.4/float32(int(1)<<i), board.FromIndex(i, 5)
	}
	probs[20] = 0.25
	rng := rand.New(rand.NewPCG(3, 4))
	const draws = 4000
	for _, temperature := range []float64{0.01, 0.67, 1, 3} {
		var counts [4]float64
		sum := 0.0
		for i := range counts {
			sum += math.Pow(0.5, float64(i)/temperature)
		}
		for range draws {
			counts[evaluation.Draw(rng, moves, probs, 5, temperature).Index(5)]++
		}
		for i, got := range counts {
			want := draws * math.Pow(0.5, float64(i)/temperature) / sum
			// Four standard deviations of a binomial count.
			if tolerance := 4 * math.Sqrt(want*(1-want/draws)); math.Abs(got-want) > tolerance+1e-9 && want > 1e-6 {
				t.Errorf("temperature %g: move %d drawn %v times, want %.1f ± %.1f", temperature, i, got, want, tolerance)
			}
		}
	}
	if got := evaluation.Draw(nil, moves[1:], probs, 5, 0); got != moves[1] {
		t.Errorf("temperature 0 takes %v", got)
	}
	clear(probs)
	seen := map[board.Point]bool{}
	for range 100 {
		seen[evaluation.Draw(rng, moves, probs, 5, 1)] = true
	}
	if len(seen) != len(moves) {
		t.Errorf("without a favourite %d of %d moves were drawn", len(seen), len(moves))
	}
}

func TestNothingAllocates(t *testing.T) {
	p := modeltest.Policy(t, 7)
	in, pos := evaluation.NewInput(p), board.NewPosition(7)
	rows, probs := make([]float32, 8*49), make([]float32, 49)
	moves := []board.Point{board.XY(0, 0), board.XY(1, 1), board.XY(2, 2)}
	rng := rand.New(rand.NewPCG(1, 1))
	look := func() {
		in.Reset()
		for _, s := range evaluation.AllSymmetries() {
			in.Add(&pos, s)
		}
		if err := p.Evaluate(rows, in.Planes(), in.Len()); err != nil {
			t.Fatal(err)
		}
		if err := evaluation.Mean(probs, rows, 7, evaluation.AllSymmetries()); err != nil {
			t.Fatal(err)
		}
		evaluation.Among(probs, func(q int) bool { return q != 3 })
		evaluation.Draw(rng, moves, probs, 7, 0.67)
	}
	look()
	if n := testing.AllocsPerRun(50, look); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
