package measure

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// Evaluate against its definition, position by position: the eight outputs turned
// back by Symmetry.Distribution, averaged, and ranked by counting.
func TestEvaluateEqualsItsDefinition(t *testing.T) {
	p := traintest.Policy(t, 5)
	data := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 6, 2), true), 48)
	points, stride := p.Points(), p.Stride()
	for _, syms := range []int{1, 8} {
		// The average over the symmetries leaves true ties on a board that is itself
		// symmetric, which rounding breaks one way or the other: so the shares have a
		// lowest and a highest value.
		var loss float64
		var top1, top5 [2]float64
		s := data.NewSampler(stride)
		planes, probs := make([]float32, points*stride), make([]float32, points)
		for n := range data.Len() {
			mean := make([]float64, points)
			var target int32
			for d := range syms {
				l, err := s.Sample(planes, n, 0, d)
				if err != nil {
					t.Fatal(err)
				}
				if d == 0 {
					target = int32(l.Target)
				}
				if err := p.Evaluate(probs, planes, 1); err != nil {
					t.Fatal(err)
				}
				back := make([]float32, points)
				features.Symmetry(d).Inverse().Distribution(back, probs, 5)
				for i := range mean {
					mean[i] += float64(back[i]) / float64(syms)
				}
			}
			for bound, tolerance := range []float64{-1e-5, 1e-5} {
				better := 0
				for i := range mean {
					if mean[i] > mean[target]*(1+tolerance) && i != int(target) {
						better++
					}
				}
				if better == 0 {
					top1[bound]++
				}
				if better < 5 {
					top5[bound]++
				}
			}
			loss -= math.Log(mean[target])
		}
		n := float64(data.Len())
		got, err := Evaluate(t.Context(), p, data, Config{Symmetries: syms, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		outside := func(x float64, bounds [2]float64) bool { return x < bounds[0]/n || x > bounds[1]/n }
		if top5[1]-top5[0] > 0.05*n {
			t.Fatalf("too many ties (%v of %v) to tell anything", top5, n)
		}
		if outside(got.Top1.Value, top1) || outside(got.Top5.Value, top5) || math.Abs(got.Loss.Value-loss/n) > 1e-5 ||
			got.Positions != int(n) || got.Games != 6 {
			t.Errorf("%d symmetries: %+v, want of %v positions top-1 %v, top-5 %v, loss %v", syms, got.Figures, n, top1, top5, loss/n)
		}
	}
}

// The result depends neither on the number of threads nor on how positions are
// grouped, and a seed draws the same positions again.
func TestEvaluateRepeats(t *testing.T) {
	p := traintest.Policy(t, 5)
	data := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 12, 2), false), 48)
	for _, limit := range []int{0, 50} {
		cfg := Config{Symmetries: 1, Threads: 1, Positions: limit, Seed: 4, BinWidth: 10}
		want, err := Evaluate(t.Context(), p, data, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if limit > 0 && want.Positions != limit {
			t.Errorf("%d positions, want %d", want.Positions, limit)
		}
		cfg.Threads = 3
		got, err := Evaluate(t.Context(), p, data, cfg)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmpopts.EquateNaNs()); d != "" {
			t.Error(d)
		}
		total := 0
		for _, b := range want.ByMove {
			total += b.Positions
			if b.To-b.From != 9 || b.From%10 != 1 {
				t.Errorf("bin of moves %d to %d", b.From, b.To)
			}
		}
		if total != want.Positions {
			t.Errorf("%d positions by move, %d in all", total, want.Positions)
		}
	}
}

// mute gives every point the same probability.
type mute struct{ *nets.Policy }

func (m mute) LogProbs(dst, _ []float32, n int) error {
	for i := range dst[:n*m.Points()] {
		dst[i] = float32(-math.Log(float64(m.Points())))
	}
	return nil
}

// broken gives no numbers.
type broken struct{ *nets.Policy }

func (b broken) LogProbs(dst, _ []float32, n int) error {
	for i := range dst[:n*b.Points()] {
		dst[i] = float32(math.NaN())
	}
	return nil
}

// Figures of a network which gives no numbers are refused: every move would be right.
func TestEvaluateRefusesWhatIsNoNumber(t *testing.T) {
	data := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 3, 2), false), 48)
	for _, symmetries := range []int{1, 8} {
		cfg := Config{Symmetries: symmetries, Threads: 1}
		if got, err := Evaluate(t.Context(), broken{traintest.Policy(t, 5)}, data, cfg); !errors.Is(err, session.ErrNotFinite) {
			t.Errorf("%d symmetries: %+v, %v", symmetries, got, err)
		}
		values := traintest.ValueData(t, traintest.Decided(t,
			traintest.Recorded(traintest.NewPlayouts(t, 5, 3, 2), true)), sample.ValueConfig{Which: sample.All})
		if got, err := EvaluateValue(t.Context(), constantly{newValue(t), float32(math.NaN())}, values, cfg); !errors.Is(err, session.ErrNotFinite) {
			t.Errorf("values, %d symmetries: %+v, %v", symmetries, got, err)
		}
	}
}

// A network that says nothing costs ln(points), and is right where the first point
// is.
func TestTiesGoToTheFirstPoint(t *testing.T) {
	data := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 30, 2), false), 48)
	got, err := Evaluate(t.Context(), mute{traintest.Policy(t, 5)}, data, Config{Symmetries: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	var first, firstFive float64
	s := data.NewSampler(48)
	for n := range data.Len() {
		l, err := s.Sample(make([]float32, 25*48), n, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if l.Target == 0 {
			first++
		}
		if l.Target < 5 {
			firstFive++
		}
	}
	n := float64(data.Len())
	if first == 0 || got.Top1.Value != first/n || got.Top5.Value != firstFive/n || math.Abs(got.Loss.Value-math.Log(25)) > 1e-6 {
		t.Errorf("%+v, want top-1 %v, top-5 %v", got.Figures, first/n, firstFive/n)
	}
}

func TestEvaluateRefuses(t *testing.T) {
	p := traintest.Policy(t, 5)
	data := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 3, 2), false), 48)
	empty := traintest.Data(t, traintest.Recorded(&traintest.Playouts{Size: 5}, false), 48)
	if _, err := Evaluate(t.Context(), p, empty, Config{Symmetries: 1, Threads: 1}); !errors.Is(err, sample.ErrNoPositions) {
		t.Errorf("no games: %v", err)
	}
	if _, err := Evaluate(t.Context(), p, data, Config{Symmetries: 2, Threads: 1}); err == nil || !strings.Contains(err.Error(), "symmetries 2") {
		t.Errorf("two symmetries: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Evaluate(ctx, p, data, Config{Symmetries: 1, Threads: 2}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
