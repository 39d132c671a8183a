package measure

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/traintest"
)

// By hand: two games, values chosen, bins of ten moves.
func TestValueFiguresByHand(t *testing.T) {
	found := []judgement{
		{z: 1, v: 0.5, game: 0, move: 0},    // 0.25
		{z: -1, v: 0.5, game: 0, move: 9},   // 2.25
		{z: 1, v: 0, game: 0, move: 10},     // 1
		{z: 1, v: 1, game: 3, move: 4},      // 0
		{z: -1, v: -0.5, game: 3, move: 19}, // 0.25
	}
	s := valueScore(found, 10)
	near := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	near("error", s.MSE.Value, 3.75/5)
	near("sign", s.Sign.Value, 3.5/5)
	near("mean outcome", s.Mean, 0.2)
	near("constant", s.Constant, 0.96)
	if s.Positions != 5 || s.Games != 2 || len(s.ByMove) != 2 {
		t.Fatalf("%+v", s)
	}
	first, second := s.ByMove[0], s.ByMove[1]
	if first.From != 1 || first.To != 10 || second.From != 11 || second.To != 20 {
		t.Errorf("bins %+v", s.ByMove)
	}
	near("error of moves 1 to 10", first.MSE.Value, 2.5/3)
	near("error of moves 11 to 20", second.MSE.Value, 1.25/2)
	near("constant of moves 11 to 20", second.Constant, 1)
	// Intervals are over games: 3.5 of 3 positions and 0.25 of 2 have the standard error ½, of
	// which 12.7 reach beyond what an error can be.
	if s.MSE.Lo != 0 || s.MSE.Hi != 4 {
		t.Errorf("the interval is %v to %v, want 0 to 4", s.MSE.Lo, s.MSE.Hi)
	}
	// 0.02 of 2 positions and 0.04 of 1.
	s = valueScore([]judgement{{z: 1, v: 0.9}, {z: -1, v: -0.9}, {z: 1, v: 0.8, game: 1}}, 10)
	a, b := 0.02-2*0.02, 0.04-0.02
	se := math.Sqrt(2*(a*a+b*b)) / 3
	if got := (s.MSE.Hi - s.MSE.Value) / 12.706204736; math.Abs(got-se) > 1e-8 { // Student’s t, one degree of freedom
		t.Errorf("standard error %v, want %v", got, se)
	}
}

// EvaluateValue against its definition, position by position and averaged over the
// symmetries; the same for any number of threads.
func TestEvaluateValueEqualsItsDefinition(t *testing.T) {
	v, err := nets.NewValue(nets.ValueConfig{Board: 5, Planes: 49, Filters: 8, Layers: 3, Hidden: 16}, 5)
	if err != nil {
		t.Fatal(err)
	}
	data := traintest.ValueData(t, traintest.Decided(t,
		traintest.Recorded(traintest.NewPlayouts(t, 5, 6, 2), true)), sample.ValueConfig{Which: sample.All})
	for _, syms := range []int{1, features.Symmetries} {
		s := data.NewSampler(v.Stride())
		planes, value := make([]float32, v.Points()*v.Stride()), make([]float32, 1)
		sum, plain := 0.0, 0.0
		for n := range data.Len() {
			mean, z := 0.0, float32(0)
			for d := range syms {
				l, err := s.Sample(planes, n, 0, d)
				if err != nil {
					t.Fatal(err)
				}
				if err := v.Evaluate(value, planes, 1); err != nil {
					t.Fatal(err)
				}
				mean += float64(value[0]) / float64(syms)
				z = l.Target
			}
			sum += (float64(z) - mean) * (float64(z) - mean)
			plain += float64(z)
		}
		n := float64(data.Len())
		got, err := EvaluateValue(t.Context(), v, data, Config{Symmetries: syms, Threads: 1, BinWidth: 10})
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got.MSE.Value-sum/n) > 1e-5 || math.Abs(got.Mean-plain/n) > 1e-12 || math.Abs(got.Constant-(1-plain*plain/n/n)) > 1e-12 {
			t.Errorf("%d symmetries: %+v, want error %v, mean %v", syms, got.ValueFigures, sum/n, plain/n)
		}
		again, err := EvaluateValue(t.Context(), v, data, Config{Symmetries: syms, Threads: 3, BinWidth: 10})
		if d := cmp.Diff(got, again); d != "" || err != nil {
			t.Errorf("%v %s", err, d)
		}
		total := 0
		for _, b := range got.ByMove {
			total += b.Positions
		}
		if total != got.Positions {
			t.Errorf("%d positions by move, %d in all", total, got.Positions)
		}
	}
}
