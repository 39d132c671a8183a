package pipeline

import (
	"errors"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/linear"
)

// Validate says which key is wrong. It looks at all stages, so that a mistake in the last
// one shows before the first begins.
func (c *Config) Validate() error {
	if err := board.CheckSize(c.Board); err != nil {
		return fmt.Errorf("board: %w", err)
	}
	points := c.Board * c.Board // more than these self-play refuses
	if !(math.Abs(c.Komi) <= float64(points)) || c.Komi*2 != math.Trunc(c.Komi*2) {
		return fmt.Errorf("komi %v: want a multiple of a half from −%d to %[2]d on this board", c.Komi, points)
	}
	for i := range kinds {
		for _, s := range kinds[i].sections {
			if err := c.sections[s.name].Validate(c); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
	}
	return nil
}

// Validate says which key is wrong.
func (d *Data) Validate(c *Config) error {
	_, err := d.filter(c.Board)
	return err
}

// Validate says which key is wrong.
func (r *Rollout) Validate(c *Config) error {
	_, err := r.config(c.Seed)
	return err
}

// Validate says which key is wrong.
func (p *Policy) Validate(c *Config) error {
	_, err := p.Config(c.Board, c.Seed, 1)
	return err
}

// Validate says which key is wrong.
func (r *Reinforce) Validate(c *Config) error {
	_, err := r.config(c.Komi, c.Seed, 1)
	return err
}

// Validate says which key is wrong.
func (v *Value) Validate(c *Config) error {
	cfg, err := v.config(c.Board, c.Seed, 1)
	if err != nil || !v.InitTrunk {
		return err
	}
	policy, err := c.Policy().Config(c.Board, c.Seed, 1)
	if err == nil && cfg.Planes < policy.Planes {
		err = fmt.Errorf("planes %d: init-trunk takes convolutions of a policy network with %d: want at least as many",
			cfg.Planes, policy.Planes)
	}
	return err
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
func (r *Rollout) config(seed uint64) (linear.RolloutConfig, error) {
	cfg := linear.DefaultRollout()
	cfg.Features, cfg.Seed = r.kind, seed
	if err := r.Over(&cfg); err != nil {
		return cfg, err
	}
	return cfg, cfg.Validate()
}

// Config is how the policy network is learned.
func (p *Policy) Config(size int, seed uint64, threads int) (train.PolicyConfig, error) {
	cfg, err := settings.Preset(p.Preset, train.PracticalPolicy, train.PaperPolicy)
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
func (v *Value) config(size int, seed uint64, threads int) (train.ValueConfig, error) {
	cfg, err := settings.Preset(v.Preset, train.PracticalValue, train.PaperValue)
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
