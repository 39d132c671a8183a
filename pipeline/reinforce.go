package pipeline

import (
	"context"
	"time"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train"
)

// Reinforce says how the policy network is improved by self-play.
type Reinforce struct {
	Preset string `toml:"preset"` // practical or paper

	Updates *int64    `toml:"updates"`
	Time    *Duration `toml:"time"`

	Games           *int     `toml:"games"`
	PoolEvery       *int64   `toml:"pool-every"`
	Rate            *float64 `toml:"rate"`
	Temperature     *float64 `toml:"temperature"`
	Optimizer       *string  `toml:"optimizer"`
	Momentum        *float64 `toml:"momentum"`
	WeightDecay     *float64 `toml:"weight-decay"`
	MoveLimit       *int     `toml:"move-limit"`
	Settle          *bool    `toml:"settle"`
	EvalEvery       *int64   `toml:"eval-every"`
	EvalGames       *int     `toml:"eval-games"`
	EvalTemperature *float64 `toml:"eval-temperature"`
	EntropyFloor    *float64 `toml:"entropy-floor"`
	Rollbacks       *int     `toml:"rollbacks"`
}

// config is what the file comes to.
func (r *Reinforce) config(komi float64, seed uint64, threads int) (train.ReinforceConfig, error) {
	cfg, err := preset(r.Preset, train.PracticalReinforce, train.PaperReinforce)
	if err != nil {
		return cfg, err
	}
	if cfg.Updates == 0 {
		cfg.Time = defaultLength
	}
	if r.Updates != nil || r.Time != nil {
		cfg.Updates, cfg.Time = 0, 0
		over(&cfg.Updates, r.Updates)
		over(&cfg.Time, (*time.Duration)(r.Time))
	}
	over(&cfg.Games, r.Games)
	over(&cfg.PoolEvery, r.PoolEvery)
	over(&cfg.Rate, r.Rate)
	over(&cfg.Temperature, r.Temperature)
	over(&cfg.Optimizer, r.Optimizer)
	over(&cfg.Momentum, r.Momentum)
	over(&cfg.WeightDecay, r.WeightDecay)
	over(&cfg.MoveLimit, r.MoveLimit)
	over(&cfg.Settle, r.Settle)
	over(&cfg.EvalEvery, r.EvalEvery)
	over(&cfg.EvalGames, r.EvalGames)
	over(&cfg.EvalTemperature, r.EvalTemperature)
	over(&cfg.EntropyFloor, r.EntropyFloor)
	over(&cfg.Rollbacks, r.Rollbacks)
	cfg.Komi, cfg.Seed, cfg.Threads = komi, seed, threads
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
			r, err := train.Reinforce(ctx, cfg, policy, train.ReinforceOptions{
				Dir: dir, Resume: true, InitSHA256: m.Networks[models.Policy].File.SHA256, Training: w.training(),
				Report: func(r train.ReinforceReport) { w.opt.Watch.Reinforce(cfg, r) }, Notice: w.notice, Now: w.opt.Now,
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
