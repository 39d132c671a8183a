package pipeline

import (
	"context"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train"
)

// Reinforce says how the policy network is improved by self-play.
type Reinforce struct {
	train.ReinforceOverrides

	Preset string `toml:"preset"` // practical or paper
}

// config is what the file comes to.
func (r *Reinforce) config(komi float64, seed uint64, threads int) (train.ReinforceConfig, error) {
	cfg, err := train.Preset(r.Preset, train.PracticalReinforce, train.PaperReinforce)
	if err != nil {
		return cfg, err
	}
	cfg.Komi, cfg.Seed, cfg.Threads = komi, seed, threads
	if err := r.Over(&cfg); err != nil {
		return cfg, err
	}
	return cfg, cfg.Validate()
}

// ReinforceFigures are of the policy network after self-play, against the one before.
type ReinforceFigures struct {
	Updates   int64   `json:"updates"`
	Games     int64   `json:"games"`
	Positions int64   `json:"positions"`
	Seconds   float64 `json:"wall_s"`
	Rollbacks int     `json:"rollbacks"`
	Ended     string  `json:"ended,omitempty"` // why it was given up early
	Best      int64   `json:"best_update"`     // 0: no match was won, and the network is the one before
	WinRate   float64 `json:"win_rate"`
	Lo        float64 `json:"win_rate_lo"`
	Hi        float64 `json:"win_rate_hi"`
	Played    int     `json:"win_rate_games"`
	// Temperature is that of both in the matches.
	Temperature float64 `json:"eval_temperature,omitempty"`
}

// PerUpdate is how many games an update plays; 0 if there was none.
func (f *ReinforceFigures) PerUpdate() int64 {
	if f.Updates == 0 {
		return 0
	}
	return f.Games / f.Updates
}

// reinforceStage improves the policy network by self-play against a pool of its earlier
// weights (Silver et al. 2016, Methods, "Policy network: reinforcement learning").
func (w *work) reinforceStage() Stage {
	cfg, err := w.cfg.Reinforce.config(w.cfg.Komi, w.cfg.Seed, w.opt.Threads)
	set := settings(cfg)
	set["updates"], set["time"] = cfg.Updates, cfg.Time.String()
	return Stage{
		Name: ReinforceStage, Title: "policy network, by self-play", Needs: []string{PolicyStage},
		Settings: set, Results: []string{models.Policy + weights},
		Run: func(ctx context.Context, dir string) (any, error) {
			if err != nil {
				return nil, err
			}
			policy, m, err := nets.LoadPolicy(w.path(PolicyStage))
			if err != nil {
				return nil, err
			}
			r, err := train.Reinforce(ctx, cfg, train.ReinforceInput{Init: policy, InitSHA256: m.Networks[models.Policy].File.SHA256}, train.ReinforceOptions{
				Dir: dir, Resume: true, Training: w.training(),
				Report: func(r train.ReinforceReport) { w.opt.Watch.Reinforce(cfg, r) }, Notice: w.opt.Watch.Notice, Fresh: expected, Now: w.opt.Now,
			})
			if err != nil {
				return nil, err
			}
			f := ReinforceFigures{
				Updates: r.Updates, Games: r.Games, Positions: r.Positions, Seconds: r.Elapsed.Seconds(), Rollbacks: r.Rollbacks, Ended: r.Ended,
				Temperature: cfg.EvalTemperature,
			}
			if b := r.Best; b != nil {
				f.Best, f.WinRate, f.Lo, f.Hi, f.Played = b.Update, b.WinRate, b.Lo, b.Hi, b.Played
			}
			return f, nil
		},
	}
}
