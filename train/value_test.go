package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// tinyValue is tiny for a value network.
func tinyValue() ValueConfig {
	c := ValueConfig{Learning: tiny().Learning, Hidden: 16}
	c.Planes, c.Rate = 49, 0.02
	return c
}

func valueWeights(t *testing.T, dir string) []models.Tensor {
	t.Helper()
	v, _, err := nets.LoadValue(dir)
	if err != nil {
		t.Fatal(err)
	}
	return v.Weights()
}

// A value run, like a policy run, may be stopped anywhere: positions drawn anew every
// epoch included.
func TestValueResumeEqualsTheUnbrokenRun(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 30, 1), true))
	held := traintest.ValueData(t, traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 10, 2),
		false)), sample.ValueConfig{Which: sample.All})
	for _, which := range []string{sample.Marked, sample.One} {
		if traintest.Race && which == sample.Marked {
			continue // the other has every goroutine
		}
		owners := which == sample.One
		learn := traintest.ValueData(t, set, sample.ValueConfig{Which: which, Seed: 5, Owners: owners})
		cfg := tinyValue()
		if owners {
			cfg.Owners = 2
		}
		whole, broken := t.TempDir(), t.TempDir()
		if _, err := Value(t.Context(), cfg, ValueInput{Train: learn, HeldOut: held, Start: FromSeed{}}, Options{Dir: whole}); err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(3, 4))
		sessions := 0
		for {
			sessions++
			cfg.Workers = 1 + sessions%3
			ctx, cancel := context.WithCancel(t.Context())
			left := 1 + rng.IntN(12)
			_, err := Value(ctx, cfg, ValueInput{Train: learn, HeldOut: held, Start: FromSeed{}},
				Options{Dir: broken, Resume: true, Report: func(measure.Report) {
					if left--; left == 0 {
						cancel()
					}
				}})
			cancel()
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		if sessions < 4 {
			t.Fatalf("only %d sessions: nothing was interrupted", sessions)
		}
		if d := cmp.Diff(valueWeights(t, whole), valueWeights(t, broken)); d != "" {
			t.Errorf("%s: weights after %d sessions differ:\n%s", which, sessions, d)
		}
		if d := cmp.Diff(figures(t, whole), figures(t, broken)); d != "" {
			t.Errorf("%s: metrics after %d sessions differ:\n%s", which, sessions, d)
		}
	}
}

// A run that is resumed leaves the other networks of its model alone, and the card.
func TestValueResumeKeepsTheOtherNetworks(t *testing.T) {
	cfg, dir := tinyValue(), t.TempDir()
	cfg.Steps = 2
	games := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 20, 1), false))
	input := ValueInput{Train: traintest.ValueData(t, games, sample.ValueConfig{Which: sample.One}), Start: FromSeed{}}
	again := func(resume bool) func() {
		return func() {
			if _, err := Value(t.Context(), cfg, input, Options{Dir: dir, Resume: resume}); err != nil {
				t.Fatal(err)
			}
		}
	}
	again(false)()
	traintest.KeepsOthers(t, dir, models.Value, again(true))
}

// A search asks a value network for its komi, whether or not the network was measured.
func TestValueNotesItsKomiWithoutGamesHeldOut(t *testing.T) {
	games := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 20, 1), false))
	cfg, dir := tinyValue(), t.TempDir()
	cfg.Steps = 1
	input := ValueInput{Train: traintest.ValueData(t, games, sample.ValueConfig{Which: sample.One}), Start: FromSeed{}}
	if _, err := Value(t.Context(), cfg, input, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	m, err := models.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if k, ok := models.KomiOf(m.Networks[models.Value].Training.Figures); !ok || k.String() != "7.5" {
		t.Errorf("komi %v, noted: %v", k, ok)
	}
}

// Who wins here is who has more stones at the end: soon learnt, far below the constant
// predictor, on games that were never seen, and said on three scales.
func TestValueLearnsWhoHasMoreStones(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	learn := traintest.ValueData(t, traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 400, 1),
		false)), sample.ValueConfig{Which: sample.One})
	held := traintest.ValueData(t, traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 60, 2),
		false)), sample.ValueConfig{Which: sample.One, Draws: 4})
	cfg := tinyValue()
	cfg.Steps, cfg.EvalEvery, cfg.EvalPositions, cfg.LogEvery = 500, 0, 0, 100
	dir := t.TempDir()
	res, err := Value(t.Context(), cfg, ValueInput{Train: learn, HeldOut: held, Start: FromSeed{}}, Options{
		Dir:      dir,
		Training: models.Training{Notes: "told"},
	})
	if err != nil {
		t.Fatal(err)
	}
	m := res.HeldOut
	o := m.Outcomes
	if o.MSE.Hi > 0.8*o.Constant || o.Sign < 0.6 {
		t.Errorf("held out: error %.3f (at most %.3f), the constant %.3f, sign %.3f", o.MSE.Value, o.MSE.Hi, o.Constant, o.Sign)
	}
	if o.MSE.Value != 2*m.Loss.Value {
		t.Errorf("scales: %+v", m)
	}
	v, manifest, err := nets.LoadValue(dir)
	if err != nil {
		t.Fatal(err)
	}
	tr := manifest.Networks[models.Value].Training
	if f := tr.Figures; f["mse"] != o.MSE.Value || f["mse_half"] != o.MSE.Value/2 || f["mse_unit"] != o.MSE.Value/4 ||
		f["constant_mse"] != o.Constant || tr.Games != 400 {
		t.Errorf("provenance %+v, last measurement %+v", tr, m)
	}
	if !strings.Contains(tr.Notes, "positions: one; told") {
		t.Errorf("notes %q", tr.Notes)
	}
	score, err := measure.EvaluateValue(t.Context(), v, held, measure.Config{Symmetries: 1, Threads: 1})
	if err != nil || score.MSE.Value != o.MSE.Value {
		t.Errorf("measured again: %v, %v, want %v", score.MSE, err, o.MSE.Value)
	}
	for _, line := range figures(t, dir) {
		if line.Moves != nil || line.Outcomes == nil || line.Outcomes.MSE.Value == 0 {
			t.Errorf("line %+v", line)
		}
	}
}

// tossed are games with a winner by the toss of a coin.
func tossed(t *testing.T, games int, seed uint64) *record.Set {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var out record.Set
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, games, seed), false))
	for i := range set.Len() {
		g := set.Game(i)
		if rng.IntN(2) == 0 {
			g.Result.Winner = g.Result.Winner.Opponent()
		}
		out.Add(g)
	}
	return &out
}

// When the held-out error rises the model has the weights of before, whether or not the
// run was interrupted since.
func TestValueKeepsTheBest(t *testing.T) {
	learn := traintest.ValueData(t, tossed(t, 12, 1), sample.ValueConfig{Which: sample.All})
	held := traintest.ValueData(t, tossed(t, 20, 2), sample.ValueConfig{Which: sample.All})
	cfg := tinyValue()
	cfg.Optimizer, cfg.Rate, cfg.Steps, cfg.EvalEvery = "adam", 0.01, 60, 10
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	opt := Options{Dir: dir, Resume: true, Report: func(r measure.Report) {
		if r.Step == 45 {
			cancel()
		}
	}}
	if _, err := Value(ctx, cfg, ValueInput{Train: learn, HeldOut: held, Start: FromSeed{}}, opt); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	other := cfg
	other.EvalEvery, other.EvalPositions = 5, 50
	_, err := Value(t.Context(), other, ValueInput{Train: learn, HeldOut: held, Start: FromSeed{}}, opt)
	if !errors.Is(err, session.ErrOther) || !strings.Contains(err.Error(), "eval-every 10, now 5; eval-positions 100, now 50;") {
		t.Errorf("resumed with other measurements: %v", err)
	}
	res, err := Value(t.Context(), cfg, ValueInput{Train: learn, HeldOut: held, Start: FromSeed{}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	if res.Best.Step > 40 || res.HeldOut.Step != 60 || res.Best.Loss.Value >= res.HeldOut.Loss.Value {
		t.Fatalf("best %+v, last %+v", res.Best, res.HeldOut)
	}
	v, manifest, err := nets.LoadValue(dir)
	if err != nil {
		t.Fatal(err)
	}
	score, err := measure.EvaluateValue(t.Context(), v, held, measure.Config{Positions: cfg.EvalPositions, Symmetries: 1, Threads: 1, Seed: cfg.Seed})
	if err != nil || score.MSE.Value != res.Best.Outcomes.MSE.Value {
		t.Errorf("the model has an error of %v, the best was %v; %v", score.MSE.Value, res.Best.Outcomes.MSE.Value, err)
	}
	if tr := manifest.Networks[models.Value].Training; tr.Steps != uint64(res.Best.Step) ||
		tr.Figures["mse"] != res.Best.Outcomes.MSE.Value || tr.Figures["last_mse"] != res.HeldOut.Outcomes.MSE.Value {
		t.Errorf("manifest %+v", tr)
	}
}

// "Successive positions are strongly correlated … the network memorises the game
// outcomes" (Silver et al. 2016): of games whose winner nothing on the board tells, all
// positions let a network learn by heart who won, and it is the worse for it on others.
func TestAllPositionsAreLearntByHeart(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	learn := traintest.ValueData(t, tossed(t, 12, 1), sample.ValueConfig{Which: sample.All})
	held := traintest.ValueData(t, tossed(t, 100, 2), sample.ValueConfig{Which: sample.All})
	cfg := tinyValue()
	cfg.Optimizer, cfg.Rate, cfg.Filters, cfg.Hidden = "adam", 0.004, 24, 32
	cfg.Steps, cfg.EvalEvery, cfg.EvalPositions = 400, 0, 1000
	res, err := Value(t.Context(), cfg, ValueInput{Train: learn, HeldOut: held, Start: FromSeed{}}, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	seen, err := measure.EvaluateValue(t.Context(), res.Value, learn, measure.Config{Symmetries: 1, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	if seen.MSE.Value > 0.5 || res.HeldOut.Outcomes.MSE.Value < 1 {
		t.Errorf("error %.3f on the games learnt, %.3f on others", seen.MSE.Value, res.HeldOut.Outcomes.MSE.Value)
	}
}

// A policy's first convolutions are a beginning: the same, scaled, whatever the new plane
// says.
func TestInitTrunk(t *testing.T) {
	learn := traintest.ValueData(t, traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 10, 1),
		false)), sample.ValueConfig{Which: sample.All})
	cfg := tinyValue()
	cfg.Steps, cfg.Rate, cfg.WeightDecay, cfg.Schedule = 1, 1e-30, 0, "constant"
	policy := traintest.Policy(t, 5)
	res, err := Value(t.Context(), cfg, ValueInput{Train: learn, Start: FromPolicy{Policy: policy}}, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	from, to := policy.Params()[0].Data, res.Value.Params()[0].Data
	scale := to[0] / from[0]
	for tap := range 25 {
		for plane := range 49 {
			for k := range 8 {
				want := float32(0)
				if plane < 48 {
					want = scale * from[(tap*48+plane)*8+k]
				}
				if got := to[(tap*49+plane)*8+k]; math.Abs(float64(got-want)) > 1e-6 {
					t.Fatalf("tap %d, plane %d, filter %d: %v, want %v", tap, plane, k, got, want)
				}
			}
		}
	}
	cfg.Filters = 4
	if _, err := Value(t.Context(), cfg, ValueInput{Train: learn, Start: FromPolicy{Policy: policy}},
		Options{Dir: t.TempDir()}); err == nil ||
		!strings.Contains(err.Error(), "8 filters do not fit") {
		t.Errorf("a trunk of another shape: %v", err)
	}
	cfg.Hidden = 0
	if _, err := Value(t.Context(), cfg, ValueInput{Train: learn, Start: FromSeed{}},
		Options{Dir: t.TempDir()}); err == nil ||
		!strings.Contains(err.Error(), "hidden 0") {
		t.Errorf("a value network without hidden layer: %v", err)
	}
}

// Labels are checked before a run, as those of a policy are, by what a fresh network can
// learn by heart.
func TestValueOverfitCheck(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 20, 1), false))
	for _, owners := range []float64{0, 0.1} {
		learn := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.Marked, Owners: owners > 0})
		cfg := tinyValue()
		cfg.Steps, cfg.Overfit, cfg.Filters, cfg.Owners = 1, 20, 16, owners
		var notice string
		if _, err := Value(t.Context(), cfg, ValueInput{Train: learn, Start: FromSeed{}}, Options{
			Dir:    t.TempDir(),
			Notice: func(s string) { notice = s },
		}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(notice, "20 positions by heart: 100.0%") {
			t.Errorf("owners %v: notice %q", owners, notice)
		}
	}
}

// A batch has the labels that the samples have alone: the outcome, then the owners.
func TestOwnersReachTheirBatch(t *testing.T) {
	const size, batch = 5, 7
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, size, 12, 1), true))
	data := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.One, Seed: 2, Owners: true})
	cfg := tinyValue()
	cfg.Owners, cfg.Batch, cfg.Workers = 1, batch, 2
	l, err := newValueLearner(cfg, data)
	if err != nil {
		t.Fatal(err)
	}
	r := &run[ValueConfig, *valueLearner]{cfg: cfg.Learning, train: data, learner: l}
	order, err := sample.NewOrder(data.Len(), cfg.Seed)
	if err != nil {
		t.Fatal(err)
	}
	sampler := data.NewSampler(l.Stride())
	planes := make([]float32, l.Points()*l.Stride())
	for _, threads := range []int{1, runtime.GOMAXPROCS(0)} {
		f := newFeed(t.Context(), 0, threads, r.newBatch, r.fillers())
		for n := range int64(5) {
			b, err := f.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for i := range int64(batch) {
				at := n*batch + i
				position, symmetry := order.Sample(at)
				want, err := sampler.Sample(planes, position, at/data.Len(), symmetry)
				if err != nil {
					t.Fatal(err)
				}
				got := b.Labels[i*(1+size*size) : (i+1)*(1+size*size)]
				if got[0] != want.Target || !slices.Equal(got[1:], want.Owners) {
					t.Fatalf("%d threads, sample %d: labels %v, want %v and %v", threads, at, got, want.Target, want.Owners)
				}
			}
			f.Release(b)
		}
		f.Close()
	}
}

// A run wants samples with owners if it learns them, and only then. The manifest says that it did.
func TestValueRunsAskForOwners(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 12, 1), false))
	for _, owners := range []bool{false, true} {
		learn := traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All, Owners: owners})
		for _, weight := range []float64{0, 2.5} {
			cfg := tinyValue()
			cfg.Steps, cfg.Owners = 1, weight
			dir := t.TempDir()
			_, err := Value(t.Context(), cfg, ValueInput{Train: learn, Start: FromSeed{}}, Options{Dir: dir})
			if fits := owners == (weight > 0); fits != (err == nil) {
				t.Errorf("owners %v, weight %v: %v", owners, weight, err)
			}
			if err != nil {
				continue
			}
			_, m, err := nets.LoadValue(dir)
			if err != nil {
				t.Fatal(err)
			}
			notes := m.Networks[models.Value].Training.Notes
			if says := strings.Contains(notes, "owners 2.5"); says != owners {
				t.Errorf("weight %v: the manifest has %q", weight, notes)
			}
		}
	}
}

// A network that learns nothing of who wins is found out.
func TestValueGuard(t *testing.T) {
	g := newValueGuard(0.1, 1, 1000)
	if err := g.window(1000, 0.48, 0.1); !errors.Is(err, ErrNeverFell) || !strings.Contains(err.Error(), "0.4950") {
		t.Errorf("at the constant's loss: %v", err)
	}
	g = newValueGuard(0.1, 1, 1000)
	if err := g.window(1000, 0.47, 0.1); err != nil {
		t.Error(err)
	}
	// What searches expect may differ little between positions.
	g = newValueGuard(0, 0.03, 1000)
	if err := g.window(1000, 0.0149, 0.1); !errors.Is(err, ErrNeverFell) {
		t.Errorf("at the loss of a small constant: %v", err)
	}
	g = newValueGuard(0, 0.03, 1000)
	if err := g.window(1000, 0.012, 0.1); err != nil {
		t.Error(err)
	}
}

// Whatever a network learns, it is measured by outcomes.
func TestHeldOutGamesAreMeasuredByOutcomes(t *testing.T) {
	set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 20, 4), false))
	var searched record.Set
	for i := range set.Len() {
		g := set.Game(i)
		for _, m := range g.Moves {
			g.Thoughts = append(g.Thoughts, record.Thought{Value: 0.25, Visits: []record.Visit{{Move: m, Count: 1}}})
		}
		searched.Add(g)
	}
	parts := func(share float64) ValueInput {
		in, _, _, _, err := ValueParts(&searched, &searched, sample.ValueFilter{Which: sample.All},
			sample.ValueConfig{Planes: 49, Owners: true, SearchShare: share})
		if err != nil {
			t.Fatal(err)
		}
		return in
	}
	in := parts(0.5)
	if n := in.Train.Searched(); n != set.Len() || !in.Train.Owners() {
		t.Errorf("%d games of %d have searches, owners: %v", n, set.Len(), in.Train.Owners())
	}
	if in.HeldOut.Searched() > 0 || in.HeldOut.Owners() || in.HeldOut.Fingerprint() != parts(0).HeldOut.Fingerprint() {
		t.Error("what is measured depends on what is learned")
	}
	s := in.HeldOut.NewSampler(56)
	for n := range in.HeldOut.Len() {
		l, err := s.Sample(make([]float32, 25*56), n, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		if l.Target != 1 && l.Target != -1 {
			t.Fatalf("held-out position %d has target %v", n, l.Target)
		}
	}
}
