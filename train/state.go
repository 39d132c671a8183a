package train

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// state is what a checkpoint holds in addition to weights and optimiser: where the run
// is in its data, its schedule and its reports.
type state[C config] struct {
	Config  C      `json:"config"`            // only the fields that decide the weights
	Data    string `json:"data"`              // fingerprint of training and held-out games
	Targets string `json:"targets,omitempty"` // Visits, if that is what the network learns
	Init    string `json:"init"`              // SHA-256 of the weights the run began with, if not drawn from the seed

	// Measured is nil if the best weights are not kept, and in checkpoints of earlier versions.
	Measured *measured `json:"measured,omitempty"`

	Devices   []string `json:"devices"`   // that the run was on, the first one first
	Threads   int      `json:"threads"`   // of the network
	Step      int64    `json:"step"`      // steps done
	Epoch     int64    `json:"epoch"`     // data cursor: the next sample is number
	Index     int64    `json:"index"`     // Index of the order of Epoch
	Positions int64    `json:"positions"` // of an epoch

	Elapsed   time.Duration   `json:"elapsed_ns"` // time in training so far
	Window    measure.Window  `json:"window"`
	Lowest    float64         `json:"lowest"`    // guard.best
	Evaluated int64           `json:"evaluated"` // step of the last measurement, −1 for none
	HeldOut   *measure.Metric `json:"held_out,omitempty"`
	Best      *measure.Metric `json:"best,omitempty"` // the best measurement
}

// measured is what decides which weights have the best measurement.
type measured struct {
	EvalEvery     int64 `json:"eval_every"`
	EvalPositions int   `json:"eval_positions"`
}

// sample is the number of the next sample of the run.
func (s *state[C]) sample() int64 { return s.Epoch*s.Positions + s.Index }

// advance moves the data cursor on by n samples.
func (s *state[C]) advance(n int) {
	s.Index += int64(n)
	s.Epoch += s.Index / s.Positions
	s.Index %= s.Positions
}

// save writes a checkpoint. best are the weights of the best measurement, if they are kept.
func (s *state[C]) save(dir string, l learner, best []models.Tensor) error {
	extra, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return models.SaveCheckpoint(dir, models.Checkpoint{
		Step:      uint64(s.Step),
		Weights:   session.WithBest(l.Weights(), best),
		Optimizer: l.State(),
		Extra:     extra,
	})
}

// restore reads the newest whole checkpoint into learner and state, and returns the best
// weights, if it has any. Damaged ones on the way have been set aside and are returned.
func (s *state[C]) restore(dir string, l learner) (best []models.Tensor, damaged []string, err error) {
	var saved state[C]
	c, damaged, err := session.Recover(dir, &saved)
	if err != nil {
		return nil, damaged, err
	}
	const anew = "begin a new run from its weights with --init"
	if err := session.Same(&saved.Config, &s.Config, anew); err != nil {
		return nil, damaged, err
	}
	if saved.Measured != nil && s.Measured != nil {
		if err := session.Same(saved.Measured, s.Measured, anew); err != nil {
			return nil, damaged, err
		}
	}
	if a, b := cmp.Or(saved.Targets, sample.Played), cmp.Or(s.Targets, sample.Played); a != b {
		return nil, damaged, fmt.Errorf("%w: it learned %s, and now shall learn %s; give --targets %[2]s, or begin "+
			"a new run from its weights with --init", session.ErrOther, a, b)
	}
	if saved.Data != s.Data || saved.Positions != s.Positions {
		return nil, damaged, fmt.Errorf("%w: it was trained on other games (%d positions, now %d; fingerprint "+
			"%.12s, now %.12s); give the same games and the same flags that choose among them, or "+
			"begin a new run from its weights with --init",
			session.ErrOther, saved.Positions, s.Positions, saved.Data, s.Data)
	}
	if saved.Init != s.Init {
		return nil, damaged, fmt.Errorf("%w: it began from other weights (--init)", session.ErrOther)
	}
	weights, best := session.SplitBest(c.Weights)
	if best != nil { // checked by the network that they are of
		if err := l.SetWeights(best); err != nil {
			return nil, damaged, fmt.Errorf("best weights of the checkpoint: %w", err)
		}
	} else if l.keepsBest() && saved.Best != nil { // of a version that did not keep them
		if saved.Best = nil; saved.Evaluated == saved.Step {
			saved.Best, best = saved.HeldOut, weights
		}
	}
	if err := l.SetWeights(weights); err != nil {
		return nil, damaged, fmt.Errorf("weights of the checkpoint: %w", err)
	}
	if err := l.SetState(c.Optimizer); err != nil {
		return nil, damaged, fmt.Errorf("optimizer of the checkpoint: %w", err)
	}
	saved.Config, saved.Measured = s.Config, s.Measured // with the fields that are not saved, as they are now
	*s = saved
	return best, damaged, nil
}
