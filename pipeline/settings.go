package pipeline

import (
	"errors"
	"fmt"
	"math"

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
	if _, err := c.Data.filter(c.Board); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	if _, err := c.Rollout.config(rollout.KindRollout, c.Seed); err != nil {
		return fmt.Errorf("rollout: %w", err)
	}
	if _, err := c.Tree.config(rollout.KindTree, c.Seed); err != nil {
		return fmt.Errorf("tree: %w", err)
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
	if _, _, err := sgf.Decode(nil, d.Encoding); err != nil {
		return record.Filter{}, fmt.Errorf("encoding: %w", err)
	}
	f := d.Filter
	f.Board = size
	return f, f.Validate()
}

// config is how a linear softmax policy is learned.
func (r *Rollout) config(kind rollout.Kind, seed uint64) (train.RolloutConfig, error) {
	cfg := train.DefaultRollout()
	cfg.Features, cfg.Seed = kind, seed
	if err := r.Over(&cfg); err != nil {
		return cfg, err
	}
	return cfg, cfg.Validate()
}

// config is how the policy network is learned.
func (p *Policy) config(size int, seed uint64, threads int) (train.Config, error) {
	cfg, err := train.Preset(p.Preset, train.Practical, train.Paper)
	if err != nil {
		return cfg, err
	}
	cfg.Board, cfg.Seed, cfg.Threads, cfg.Workers = size, seed, threads, threads
	if err := p.Over(&cfg); err != nil {
		return cfg, err
	}
	return cfg, cfg.Validate()
}

// config is how the value network is learned.
func (v *Value) config(size int, seed uint64, threads int) (train.Config, error) {
	cfg, err := train.Preset(v.Preset, train.PracticalValue, train.PaperValue)
	if err != nil {
		return cfg, err
	}
	if v.InitTrunk && (v.Layers != nil || v.Filters != nil) {
		return cfg, errors.New("init-trunk takes layers and filters from the policy network: leave them out")
	}
	cfg.Board, cfg.Seed, cfg.Threads, cfg.Workers = size, seed, threads, threads
	if err := v.Over(&cfg); err != nil {
		return cfg, err
	}
	return cfg, cfg.Validate()
}
