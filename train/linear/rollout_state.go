package linear

import (
	"encoding/json"
	"fmt"
	"maps"
	"time"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/session"
)

// rolloutState is what a checkpoint holds in addition to patterns, weights and the learner's sums.
type rolloutState struct {
	Config    RolloutConfig   `json:"config"` // only the fields that decide the weights
	Data      string          `json:"data"`
	Seen      [3]int          `json:"seen"`
	Step      int64           `json:"step"`    // games
	Samples   int64           `json:"samples"` // positions
	Elapsed   time.Duration   `json:"elapsed_ns"`
	Window    measure.Window  `json:"window"` // a "step" of it is a position
	Evaluated int64           `json:"evaluated"`
	HeldOut   *measure.Metric `json:"held_out,omitempty"`
}

// checkpoint saves the run as it stands.
func (r *rolloutRun) checkpoint() error {
	r.state.Elapsed = r.Elapsed()
	return r.Checkpoint(func(dir string) error {
		extra, err := json.Marshal(&r.state)
		if err != nil {
			return err
		}
		return models.SaveCheckpoint(dir, models.Checkpoint{
			Step: uint64(r.state.Step), Weights: r.policy.Tensors(), Extra: extra,
			Optimizer: r.learner.tensors(),
		})
	})
}

// restore reads the newest whole checkpoint. Damaged ones on the way have been set aside.
func (r *rolloutRun) restore(dir string) (damaged []string, err error) {
	var saved rolloutState
	c, damaged, err := session.Recover(dir, &saved)
	if err != nil {
		return damaged, err
	}
	if c := &saved.Config; c.Method == MethodMM && c.Time > 0 && r.cfg.Time > 0 {
		c.Time = r.cfg.Time // it only says when the run ends: this method has no rate that falls
	}
	if err := session.Same(&saved.Config, &r.cfg, "another folder"); err != nil {
		return damaged, err
	}
	if saved.Data != r.state.Data {
		return damaged, fmt.Errorf("%w: it was trained on other games (fingerprint %.12s, now %.12s); give the "+
			"same games and filters", session.ErrOther, saved.Data, r.state.Data)
	}
	if r.policy, err = rollout.FromTensors(r.cfg.Features, c.Weights); err != nil {
		return damaged, fmt.Errorf("weights of the checkpoint: %w", err)
	}
	r.learner = newRolloutLearner(r.cfg.Method, r.policy)
	if err := r.learner.restore(c.Optimizer, saved.Step/int64(r.train.Games())); err != nil {
		return damaged, fmt.Errorf("optimizer of the checkpoint: %w", err)
	}
	saved.Config = r.cfg
	r.state = saved
	return damaged, nil
}

// finish adds the policy to the model.
func (r *rolloutRun) finish() error {
	if err := r.unfitted(); err != nil {
		return err
	}
	s, p := &r.state, r.policy.Patterns()
	t := r.opt.Training
	t.Steps, t.Seed, t.Games = uint64(s.Step), r.cfg.Seed, r.train.Games()
	how := fmt.Sprintf("AdaGrad, rate %v", r.cfg.Rate)
	if r.cfg.Method == MethodMM {
		how = "minorisation-maximisation"
	}
	t.Notes = fmt.Sprintf("log-likelihood, %s, a step is a game; board %d", how, r.train.Board())
	t.Figures = map[string]float64{
		"samples": float64(s.Samples), "wall_s": s.Elapsed.Seconds(),
		"responses": float64(len(p.Responses)), "responses_seen": float64(s.Seen[0]),
		"squares": float64(len(p.Squares)), "squares_seen": float64(s.Seen[1]),
	}
	maps.Copy(t.Figures, r.opt.Training.Figures)
	if r.cfg.Features == rollout.KindTree {
		t.Figures["diamonds"], t.Figures["diamonds_seen"] = float64(len(p.Diamonds)), float64(s.Seen[2])
	}
	if m := s.HeldOut; m != nil {
		interval.Put(t.Figures, "top1", m.Moves.Top1)
		t.Figures["top5"], t.Figures["nll"] = m.Moves.Top5, m.Loss.Value
		t.Figures["heldout_positions"], t.Figures["heldout_games"] = float64(m.Positions), float64(m.Games)
	}
	return rollout.Save(r.opt.Dir, r.policy, t)
}
