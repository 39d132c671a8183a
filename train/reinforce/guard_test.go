package reinforce

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// A rate that ruins the policy within an update: the run goes back to the best weights and
// halves the rate, and gives up when it may not do so again.
func TestRollbackAndEnd(t *testing.T) {
	cfg := tiny()
	cfg.Rate, cfg.Updates, cfg.Rollbacks, cfg.EvalEvery, cfg.EntropyFloor = 1, 50, 2, 0, 0.5
	first := tinyPolicy(t, 1)
	dir := t.TempDir()
	var notices []string
	r := reinforce(t, cfg, first, Options{Dir: dir, Notice: func(s string) { notices = append(notices, s) }})
	if r.Rollbacks != 2 || !strings.Contains(r.Ended, "entropy") || r.Updates == 50 {
		t.Fatalf("%+v", r)
	}
	if len(notices) != 4 || !strings.Contains(notices[1], "half the rate, 0.5") || !strings.Contains(notices[3], "the run ends") {
		t.Errorf("notices %q", notices)
	}
	rates := map[float64]bool{}
	for _, m := range timeless(t, dir) {
		if m.Kind == KindUpdate {
			rates[m.Rate] = true
		}
	}
	if !cmp.Equal(rates, map[float64]bool{1: true, 0.5: true, 0.25: true}) {
		t.Errorf("rates %v", rates)
	}
	p, _, err := nets.LoadPolicy(dir)
	if err != nil {
		t.Fatal(err)
	}
	best := checkpoint(t, dir).Weights[len(first.Weights()):]
	for i, w := range p.Weights() {
		if !slices.Equal(w.Data, best[i].Data) {
			t.Error("the model does not have the best weights")
		}
	}
}

// Weights that a run went back to have no match of their own at the update at which it did: one
// that they won by luck would make them the best under another name.
func TestARollbackHasNoMatch(t *testing.T) {
	cfg := tiny()
	cfg.Rate, cfg.Updates, cfg.Rollbacks, cfg.EvalEvery, cfg.EntropyFloor = 1, 8, 9, 2, 0.9
	dir := t.TempDir()
	r := reinforce(t, cfg, tinyPolicy(t, 1), Options{Dir: dir})
	back, due := map[int64]bool{}, 0
	for _, m := range timeless(t, dir) {
		switch {
		case m.Kind == KindRollback && m.Played == 0:
			back[m.Update] = true
			if m.Update%cfg.EvalEvery == 0 {
				due++
			}
		case m.Kind == KindMatch && back[m.Update]:
			t.Errorf("a match of the weights that update %d went back to", m.Update)
		}
	}
	if due == 0 {
		t.Fatalf("no rollback fell on a match: %+v", r)
	}
	if back[r.Best.Update] {
		t.Errorf("the best are said to be of update %d, which was a rollback", r.Best.Update)
	}
}

// Weights are the best if a first match and a second were both better than the best before, whose
// result is that of its second.
func TestTheBestPlayASecondMatch(t *testing.T) {
	if traintest.Race {
		t.Skip("long under the race detector, and without goroutines that other tests lack")
	}
	accepted, refused := 0, 0
	for seed := range uint64(4) {
		cfg := tiny()
		cfg.Updates, cfg.EvalEvery, cfg.EvalGames, cfg.Seed = 8, 1, 6, seed
		dir := t.TempDir()
		var reported []Metric // matches
		r := reinforce(t, cfg, tinyPolicy(t, 1), Options{Dir: dir, Report: func(p Report) {
			if m := p.Metric; m != nil && (m.Kind == KindMatch || m.Kind == KindAgain) {
				reported = append(reported, *m)
			}
		}})
		best, last := 0.5, int64(0)
		var first Metric
		for _, m := range timeless(t, dir) {
			switch m.Kind {
			case KindMatch:
				if first.WinRate > best {
					t.Errorf("update %d won %v, more than %v, and played no second match", first.Update, first.WinRate, best)
				}
				first = m
			case KindAgain:
				if m.Update != first.Update || first.WinRate <= best {
					t.Errorf("a second match at update %d after %v, the best being %v", m.Update, first.WinRate, best)
				}
				if m.WinRate > best {
					best, last = m.WinRate, m.Update
					accepted++
				} else {
					refused++
				}
				first = Metric{}
			}
		}
		matches := slices.DeleteFunc(timeless(t, dir), func(m Metric) bool {
			return m.Kind != KindMatch && m.Kind != KindAgain
		})
		// Of two matches at one update the second is reported: it counts.
		counting := slices.DeleteFunc(slices.Clone(matches), func(m Metric) bool {
			return m.Kind == KindMatch && slices.ContainsFunc(matches, func(o Metric) bool {
				return o.Kind == KindAgain && o.Update == m.Update
			})
		})
		if !slices.EqualFunc(reported, counting, func(a, b Metric) bool {
			return a.Kind == b.Kind && a.Update == b.Update && a.WinRate == b.WinRate
		}) {
			t.Errorf("reported %+v, want %+v", reported, counting)
		}
		if m := matches[len(matches)-1]; r.Last.Kind != m.Kind || r.Last.WinRate != m.WinRate {
			t.Errorf("the last match %+v, want %+v", r.Last, m)
		}
		if r.Best.Update != last || r.Best.WinRate != best {
			t.Errorf("best %+v; by the matches %v at update %d", r.Best, best, last)
		}
	}
	if accepted == 0 || refused == 0 {
		t.Errorf("%d of the second matches made a best, %d did not", accepted, refused)
	}
}

// A network that has no probabilities any more ends the run at once, with a way to go on.
func TestARuinedPolicyEndsTheRun(t *testing.T) {
	cfg := tiny()
	cfg.Rate = 1e37
	dir := t.TempDir()
	_, err := Run(context.Background(), cfg, Input{Init: tinyPolicy(t, 1)}, Options{Dir: dir})
	if !errors.Is(err, session.ErrNotFinite) || !strings.Contains(err.Error(), "--policy "+poolPath(dir, 0)) {
		t.Fatalf("error %v", err)
	}
	if _, _, err := nets.LoadPolicy(poolPath(dir, 0)); err != nil {
		t.Errorf("the remedy: %v", err)
	}
	for _, m := range timeless(t, dir) {
		t.Errorf("metric of an update that ruined the network: %+v", m)
	}
}

// A match that is surely worse than the best sends the learner back to it.
func TestRollbackAfterALostMatch(t *testing.T) {
	cfg := tiny()
	dir := t.TempDir()
	first := tinyPolicy(t, 1)
	fall := func(r *run) {
		r.state.Best = &Metric{Kind: KindMatch, Update: 1, WinRate: 1, Lo: 0.999, Hi: 1}
		r.best = tinyPolicy(t, 7).Weights()
		r.state.Pool = []int64{0, 1, 2}
	}
	r := &run{cfg: cfg, opt: Options{Dir: dir}.Complete(), first: first}
	if err := r.prepare(context.Background()); err != nil {
		t.Fatal(err)
	}
	r.state.Update = 2
	fall(r)
	if err := r.matchIfDue(context.Background(), false); err != nil {
		t.Fatal(err)
	}
	if r.state.Rollbacks != 1 || r.rate() != cfg.Rate/2 || !slices.Equal(r.state.Pool, []int64{0, 1}) || !cmp.Equal(r.policy.Weights(), r.best) {
		t.Errorf("rollbacks %d, rate %v, pool %v", r.state.Rollbacks, r.rate(), r.state.Pool)
	}
	if err := r.Conclude(t.Context(), nil, nothing, nothing, nil); err != nil {
		t.Fatal(err)
	}
	if ms := timeless(t, dir); len(ms) != 2 || ms[1].Kind != KindRollback || ms[1].To != 1 || ms[1].Reason == "" {
		t.Errorf("metrics %+v", ms)
	}
}

// The divergence from the first weights is 0 for them, and else Σ π log(π/π₀) over the
// moves that are to be had.
func TestDivergence(t *testing.T) {
	first, other := tinyPolicy(t, 1), tinyPolicy(t, 2)
	r := &run{opt: Options{}.Complete(), cfg: tiny(), in: Input{Play: playHere()}, first: first, policy: first}
	a, err := newFixedSample(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if a.n != fixedSamplePositions {
		t.Fatalf("%d positions", a.n)
	}
	if kl, err := a.divergence(first); err != nil || kl != 0 {
		t.Errorf("of the first weights: %v, error %v", kl, err)
	}
	logs := func(p *nets.Policy) []float32 {
		out := make([]float32, a.n*25)
		if err := p.LogProbs(out, a.planes, a.n); err != nil {
			t.Fatal(err)
		}
		return out
	}
	x, y := logs(other), logs(first)
	want := 0.0
	for i := range a.n {
		var sx, sy float64
		for q, ok := range a.allowed[i*25 : i*25+25] {
			if ok {
				sx += math.Exp(float64(x[i*25+q]))
				sy += math.Exp(float64(y[i*25+q]))
			}
		}
		for q, ok := range a.allowed[i*25 : i*25+25] {
			if ok {
				p := math.Exp(float64(x[i*25+q])) / sx
				want += p * (math.Log(p) - float64(y[i*25+q]) + math.Log(sy)) / float64(a.n)
			}
		}
	}
	if kl, err := a.divergence(other); err != nil || math.Abs(kl-want) > 1e-5 || want < 0.01 {
		t.Errorf("%v, want %v, error %v", kl, want, err)
	}
}

// The games of the fixed sample take long on large boards, and each resumed run plays them again.
func TestTheFirstGamesAreCounted(t *testing.T) {
	cfg := tiny()
	cfg.Updates, cfg.EvalEvery = 1, 0
	var done []int64
	reinforce(t, cfg, tinyPolicy(t, 1), Options{
		Dir: t.TempDir(),
		Counting: func(n, total int64) {
			if total != fixedSampleGames {
				t.Errorf("%d of %d games", n, total)
			}
			done = append(done, n)
		},
		Report: func(Report) {
			if len(done) != fixedSampleGames+1 {
				t.Fatalf("the training reports after the counts %v", done)
			}
		},
	})
	for i, n := range done {
		if n != int64(i) {
			t.Fatalf("counts %v", done)
		}
	}
}

func TestReinforceRefuses(t *testing.T) {
	first := tinyPolicy(t, 1)
	dir := t.TempDir()
	cfg := tiny()
	cfg.Updates = 1
	if _, err := Run(t.Context(), cfg, Input{Init: first, InitSHA256: "abc"}, Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	type start struct {
		Input
		Options
	}
	run := func(change func(*Config, *start)) error {
		c, o := cfg, start{Input{Init: first, InitSHA256: "abc"}, Options{Dir: dir, Resume: true}}
		change(&c, &o)
		_, err := Run(context.Background(), c, o.Input, o.Options)
		return err
	}
	if err := run(func(_ *Config, o *start) { o.Resume = false }); !errors.Is(err, session.ErrExists) {
		t.Errorf("a new run in its folder: error %v", err)
	}
	if err := run(func(c *Config, _ *start) { c.Games = 7 }); !errors.Is(err, session.ErrOther) || !strings.Contains(err.Error(), "games 6, now 7") {
		t.Errorf("other games: error %v", err)
	}
	if err := run(func(c *Config, _ *start) { c.Komi = 99 }); err == nil || !strings.Contains(err.Error(), "want −25 to 25 on this board") {
		t.Errorf("a komi of more than the board: error %v", err)
	}
	if err := run(func(_ *Config, o *start) { o.InitSHA256 = "x" }); !errors.Is(err, session.ErrOther) {
		t.Errorf("other weights: error %v", err)
	}
	if err := run(func(_ *Config, o *start) { o.BaselineSHA256 = "x" }); !errors.Is(err, session.ErrOther) {
		t.Errorf("another baseline: error %v", err)
	}
	small, err := nets.NewValue(nets.ValueConfig{Board: 3, Planes: 49, Filters: 4, Layers: 2, Hidden: 8}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := run(func(_ *Config, o *start) { o.Baseline = small }); err == nil || !strings.Contains(err.Error(), "3×3") {
		t.Errorf("a value network of another board: error %v", err)
	}
	for want, change := range map[string]func(*Config){
		"games 0":         func(c *Config) { c.Games = 0 },
		"pool-every 0":    func(c *Config) { c.PoolEvery = 0 },
		"rate -1":         func(c *Config) { c.Rate = -1 },
		"temperature 0":   func(c *Config) { c.Temperature = 0 },
		"optimizer":       func(c *Config) { c.Optimizer = "x" },
		"komi 0.3":        func(c *Config) { c.Komi = 0.3 },
		"move-limit -1":   func(c *Config) { c.MoveLimit = -1 },
		"eval-every -1":   func(c *Config) { c.EvalEvery = -1 },
		"eval-games 1":    func(c *Config) { c.EvalGames = 1 },
		"eval-temp":       func(c *Config) { c.EvalTemperature = 0 },
		"entropy-floor 1": func(c *Config) { c.EntropyFloor = 1 },
		"rollbacks -1":    func(c *Config) { c.Rollbacks = -1 },
		"exactly one":     func(c *Config) { c.Updates = 0 },
		"threads 0":       func(c *Config) { c.Threads = 0 },
		"chunk 0":         func(c *Config) { c.Chunk = 0 },
	} {
		c := cfg
		change(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	paper := Paper()
	if err := paper.Validate(); err != nil {
		t.Error(err)
	}
}

// TestLinesHaveWhatTheyMean: what only updates have is left out of other lines, and a 0 of an
// update is not.
func TestLinesHaveWhatTheyMean(t *testing.T) {
	for kind, want := range map[string]bool{KindUpdate: true, KindMatch: false, KindRollback: false} {
		m := Metric{Kind: kind, Update: 3, WinRate: 0.25, Played: 4, Black: 0.5}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"opponent", "won", "kl"} {
			if has := strings.Contains(string(text), `"`+name+`":0`); has != want || !want && strings.Contains(string(text), name+`"`) {
				t.Errorf("%s of %s: %s", name, kind, text)
			}
		}
		var back Metric
		if err := json.Unmarshal(text, &back); err != nil || back != m {
			t.Errorf("%s reads as %+v, %v", text, back, err)
		}
	}
}

func nothing() error { return nil }
