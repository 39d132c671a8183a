package pipeline

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/train"
)

// Validate says which key is wrong. It looks at all stages, so that a mistake in the last
// one shows before the first begins.
func (c *Config) Validate() error {
	if err := board.CheckSize(c.Board); err != nil {
		return fmt.Errorf("board: %w", err)
	}
	if !(math.Abs(c.Komi) <= 361) || c.Komi*2 != math.Trunc(c.Komi*2) {
		return fmt.Errorf("komi %v: want a multiple of a half from −361 to 361", c.Komi)
	}
	for name, d := range map[string]*Duration{
		"rollout": c.Rollout.Time, "tree": c.Tree.Time, "policy": c.Policy.Time, "reinforce": c.Reinforce.Time, "value": c.Value.Time,
		"tuning": c.Tuning.Time, "tournament": c.Tournament.Time,
	} {
		if d != nil && *d < Duration(time.Millisecond) { // a bare number counts nanoseconds
			return fmt.Errorf("%s: time %d is no time such as \"90s\" or \"2h30m\"", name, *d)
		}
	}
	if _, err := c.Data.filter(c.Board); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	for name, r := range map[string]train.RolloutConfig{
		"rollout": c.Rollout.config(rollout.KindRollout, c.Seed), "tree": c.Tree.config(rollout.KindTree, c.Seed),
	} {
		if err := r.Validate(); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if _, err := c.Policy.config(c.Board, c.Seed, 1); err != nil {
		return fmt.Errorf("policy: %w", err)
	}
	if _, err := c.Reinforce.config(c.Komi, c.Seed, 1); err != nil {
		return fmt.Errorf("reinforce: %w", err)
	}
	if err := c.ValueData.Validate(c.Board); err != nil {
		return fmt.Errorf("valuedata: %w", err)
	}
	if _, err := c.Value.config(c.Board, c.Seed, 1); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	if err := c.Judgement.Validate(); err != nil {
		return fmt.Errorf("judgement: %w", err)
	}
	if err := c.Tuning.Validate(); err != nil {
		return fmt.Errorf("tuning: %w", err)
	}
	if err := c.Tournament.Validate(); err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	if w := (&work{cfg: *c}); c.Tournament.Games > 0 {
		if err := w.tournament(&c.Tournament.Match, entrants(w.players("")), nil).Validate(); err != nil {
			return fmt.Errorf("tournament: %w", err)
		}
	}
	return nil
}

// filter is which games are kept.
func (d *Data) filter(size int) (record.Filter, error) {
	f := record.Filter{
		Board: size, MaxHandicap: d.MaxHandicap, MinMoves: d.MinMoves, Decided: d.Results == "decided", Limit: d.Limit,
	}
	for _, r := range []struct {
		key, text string
		to        *record.Rank
	}{{"min-rank", d.MinRank, &f.MinRank}, {"min-rank-any", d.MinRankAny, &f.MinRankAny}} {
		if *r.to = record.ParseRank(r.text); r.text != "" && *r.to == 0 {
			return f, fmt.Errorf("%s: %q is no rank: want 12k, 6d, 9p or a rating such as 2200", r.key, r.text)
		}
	}
	for _, r := range []struct {
		key, text string
		to        *record.Date
	}{{"since", d.Since, &f.Since}, {"until", d.Until, &f.Until}} {
		if *r.to = record.ParseDate(r.text); r.text != "" && *r.to == 0 {
			return f, fmt.Errorf("%s: %q is no date: want 2016, 2016-03 or 2016-03-09", r.key, r.text)
		}
	}
	if d.Results != "decided" && d.Results != "all" {
		return f, fmt.Errorf("results %q: want decided or all", d.Results)
	}
	if _, _, err := sgf.Decode(nil, d.Encoding); err != nil {
		return f, fmt.Errorf("encoding: %w", err)
	}
	return f, f.Validate()
}

func over[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// over puts the length over that of a training, unless it says nothing.
func (l *Length) over(steps *int64, epochs *float64, length *time.Duration) {
	if l.Steps == nil && l.Epochs == nil && l.Time == nil {
		return
	}
	*steps, *epochs, *length = 0, 0, 0
	over(steps, l.Steps)
	over(epochs, l.Epochs)
	over(length, (*time.Duration)(l.Time))
}

// config is how a linear softmax policy is learned.
func (r *Rollout) config(kind rollout.Kind, seed uint64) train.RolloutConfig {
	cfg := train.DefaultRollout()
	cfg.Features, cfg.Seed, cfg.Epochs = kind, seed, 1
	r.Length.over(&cfg.Steps, &cfg.Epochs, &cfg.Time)
	over(&cfg.Responses, r.Responses)
	over(&cfg.Squares, r.Squares)
	over(&cfg.Diamonds, r.Diamonds)
	over(&cfg.CountGames, r.CountGames)
	over(&cfg.Rate, r.Rate)
	over(&cfg.EvalEvery, r.EvalEvery)
	over(&cfg.EvalPositions, r.EvalPositions)
	return cfg
}

// defaultLength is how long a training takes of which nothing is said.
const defaultLength = 30 * time.Minute

// preset is the configuration of that name.
func preset[C any](name string, practical, paper func() C) (cfg C, err error) {
	switch name {
	case "practical":
		return practical(), nil
	case "paper":
		return paper(), nil
	}
	return cfg, fmt.Errorf("preset %q: want practical or paper", name)
}

// config is how the policy network is learned.
func (p *Policy) config(size int, seed uint64, threads int) (train.Config, error) {
	cfg, err := preset(p.Preset, train.Practical, train.Paper)
	if err != nil {
		return cfg, err
	}
	if cfg.Steps == 0 {
		cfg.Time = defaultLength
	}
	cfg.Board, cfg.Seed, cfg.Threads, cfg.Workers = size, seed, threads, threads
	p.Training.over(&cfg)
	return cfg, cfg.Validate()
}

// config is how the value network is learned.
func (v *Value) config(size int, seed uint64, threads int) (train.Config, error) {
	cfg, err := preset(v.Preset, train.PracticalValue, train.PaperValue)
	if err != nil {
		return cfg, err
	}
	if cfg.Steps == 0 {
		cfg.Time = defaultLength
	}
	if v.InitTrunk && (v.Layers != nil || v.Filters != nil) {
		return cfg, errors.New("init-trunk takes layers and filters from the policy network: leave them out")
	}
	cfg.Board, cfg.Seed, cfg.Threads, cfg.Workers = size, seed, threads, threads
	v.Training.over(&cfg)
	over(&cfg.Hidden, v.Hidden)
	if cfg.Hidden < 1 {
		return cfg, fmt.Errorf("hidden %d: want at least 1", cfg.Hidden)
	}
	return cfg, cfg.Validate()
}

// over puts what the file says over a training.
func (t *Training) over(cfg *train.Config) {
	t.Length.over(&cfg.Steps, &cfg.Epochs, &cfg.Time)
	over(&cfg.Layers, t.Layers)
	over(&cfg.Filters, t.Filters)
	over(&cfg.Planes, t.Planes)
	if t.Optimizer != nil {
		cfg.UseOptimizer(*t.Optimizer)
	}
	over(&cfg.Momentum, t.Momentum)
	over(&cfg.WeightDecay, t.WeightDecay)
	over(&cfg.Batch, t.Batch)
	over(&cfg.Rate, t.Rate)
	if t.HalveEvery != nil {
		cfg.Schedule, cfg.HalveEvery = "halve", *t.HalveEvery
	}
	over(&cfg.Schedule, t.Schedule)
	over(&cfg.WarmUp, t.WarmUp)
	over(&cfg.LogEvery, t.LogEvery)
	over(&cfg.EvalEvery, t.EvalEvery)
	over(&cfg.EvalPositions, t.EvalPositions)
	over(&cfg.StallAfter, t.StallAfter)
}
