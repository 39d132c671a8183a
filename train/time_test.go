package train

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// ticking is a clock that moves on a little whenever it is read.
type ticking struct {
	mu  sync.Mutex
	now time.Time
}

func (c *ticking) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(time.Millisecond)
	return c.now
}

// With a length in time the whole schedule is run through in that time, and a run
// that is interrupted goes on at its place in the schedule, the pause not counted.
func TestTimeFitsTheSchedule(t *testing.T) {
	cfg := tiny()
	cfg.Steps, cfg.Time, cfg.LogEvery, cfg.EvalEvery = 0, 2*time.Second, 1, 0
	clock := &ticking{now: time.Unix(1000, 0)}
	dir := t.TempDir()
	train := traintest.NewPlayouts(t, 5, 10, 1)
	var fractions []float64
	ctx, cancel := context.WithCancel(t.Context())
	opt := Options{Dir: dir, Resume: true, Now: clock.read, Report: func(r measure.Report) {
		fractions = append(fractions, r.Fraction)
		if len(fractions) == 50 {
			cancel()
		}
	}}
	if _, err := launch(ctx, cfg, train, nil, opt); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	clock.now = clock.now.Add(time.Hour)
	res, err := launch(t.Context(), cfg, train, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	if d := res.Elapsed - cfg.Time; d < 0 || d > 100*time.Millisecond {
		t.Errorf("took %v of %v", res.Elapsed, cfg.Time)
	}
	for i := 1; i < len(fractions); i++ {
		if step := fractions[i] - fractions[i-1]; step < 0 || step > 0.02 {
			t.Errorf("report %d: from %.3f of the run to %.3f", i, fractions[i-1], fractions[i])
		}
	}
	ms := figures(t, dir)
	if last := ms[len(ms)-1]; last.Rate > 0.02*cfg.Rate {
		t.Errorf("the last rate is %v of %v", last.Rate, cfg.Rate)
	}
	peak := 0.0
	for _, m := range ms {
		peak = max(peak, m.Rate)
	}
	if math.Abs(peak-cfg.Rate) > 0.02*cfg.Rate {
		t.Errorf("the highest rate is %v, want %v", peak, cfg.Rate)
	}
}

// Weights to begin with are used, and must fit.
func TestInit(t *testing.T) {
	train := traintest.NewPlayouts(t, 5, 10, 1)
	cfg := tiny()
	cfg.Steps, cfg.Rate, cfg.WeightDecay, cfg.Schedule = 3, 1e-30, 0, "constant"
	first := traintest.Policy(t, 5)
	from := func(p *nets.Policy) (PolicyResult, error) {
		return launchFrom(t.Context(), cfg, FromPolicy{Policy: p}, train, nil, Options{Dir: t.TempDir()})
	}
	res, err := from(first)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range first.Params() {
		for j, v := range p.Data {
			if got := res.Policy.Params()[i].Data[j]; math.Abs(float64(got-v)) > 1e-20 {
				t.Fatalf("%s[%d] is %v, began as %v", p.Name, j, got, v)
			}
		}
	}
	other, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 4, Layers: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := from(other); err == nil || !strings.Contains(err.Error(), "layers of 4 filters") {
		t.Errorf("weights of another shape: %v", err)
	}
}

// noisy asks for another move each time it shows a position, in planes that are
// all alike.
type noisy struct{ *traintest.Playouts }

func (n noisy) NewSampler(stride int) sample.Sampler { return noisySampler{stride} }

type noisySampler struct{ stride int }

func (s noisySampler) Sample(dst []float32, n, _ int64, _ int) (sample.Label, error) {
	for i := range 25 {
		dst[i*s.stride] = 1
	}
	return sample.Label{Target: float32(n % 25)}, nil
}

// Labels that the planes do not determine must be found out.
func TestOverfitFindsLabelsThatDoNotFit(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	cfg := tiny()
	cfg.Overfit, cfg.Filters = 32, 4
	dir := t.TempDir()
	_, err := launch(t.Context(), cfg, noisy{traintest.NewPlayouts(t, 5, 10, 1)}, nil, Options{Dir: dir})
	if !errors.Is(err, ErrNoOverfit) {
		t.Errorf("error %v", err)
	}
	if err := session.Check(dir, false); err != nil {
		t.Error("the refused run left something in its folder")
	}
}

// Games that begin alike and go on in different ways, as those of self-play, are learned by heart
// all the same: of a position that comes again one label counts.
func TestOverfitLearnsGamesThatBeginAlike(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	games := traintest.NewPlayouts(t, 5, 30, 1) // thirty moves on the empty board
	cfg := tiny()
	cfg.Overfit, cfg.Filters = 200, 16
	cfg.Steps = 1
	order, err := sample.NewOrder(games.Len(), cfg.Seed)
	if err != nil {
		t.Fatal(err)
	}
	empty := 0
	for i := range int64(cfg.Overfit) {
		position, _ := order.Sample(i)
		if l, err := games.NewSampler(48).Sample(make([]float32, 25*48), position, 0, 0); err != nil {
			t.Fatal(err)
		} else if l.Move == 0 {
			empty++
		}
	}
	if empty < 2 {
		t.Fatalf("%d empty boards among the positions: the test shows nothing", empty)
	}
	if _, err := launch(t.Context(), cfg, games, nil, Options{Dir: t.TempDir()}); err != nil {
		t.Error(err)
	}
}
