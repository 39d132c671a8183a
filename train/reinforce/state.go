package reinforce

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/train/session"
)

// PoolName is the folder of a run's opponents: a model each, named by the updates done
// when it was added.
const PoolName = models.PoolName

// state is what a checkpoint of a run holds in addition to weights and optimiser.
type state struct {
	Config  Config   `json:"config"` // only the fields that decide the weights
	Init    string   `json:"init"`   // SHA-256 of the weights the run began with
	Value   string   `json:"value"`  // the same of the baseline's, if there is one
	Threads int      `json:"threads"`
	Devices []string `json:"devices"` // that the run was on, the first one first

	Update    int64         `json:"update"` // updates done
	Games     int64         `json:"games"`
	Positions int64         `json:"positions"`
	Elapsed   time.Duration `json:"elapsed_ns"`

	Pool   []int64 `json:"pool"`   // by updates done, 0 the first weights
	Recent []score `json:"recent"` // of the last updates
	// Ahead are the games ordered for the updates to come, the next one first; none unless Config.Async.
	Ahead     []generation `json:"ahead,omitempty"`
	Entropy   float64      `json:"entropy"` // of the first update
	Factor    float64      `json:"factor"`  // of the rate: halved by every rollback
	Rollbacks int          `json:"rollbacks"`
	Ended     string       `json:"ended"`     // why the run was given up, if it was
	Evaluated int64        `json:"evaluated"` // update of the last match, −1 for none
	Last      *Metric      `json:"last,omitempty"`
	Best      *Metric      `json:"best"` // match of the best weights
}

// save writes a checkpoint.
func (s *state) save(dir string, p *nets.Policy, t *learn.Trainer, best []models.Tensor) error {
	extra, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return models.SaveCheckpoint(dir, models.Checkpoint{
		Step:      uint64(s.Update),
		Weights:   withAhead(session.WithBest(p.Weights(), best), s.Ahead),
		Optimizer: t.State(),
		Extra:     extra,
	})
}

// restore reads the newest whole checkpoint into policy, trainer and state, and returns
// the best weights. Damaged checkpoints on the way have been set aside.
func (s *state) restore(
	dir string, p *nets.Policy, t *learn.Trainer,
) (best []models.Tensor, damaged []string, err error) {
	var saved state
	c, damaged, err := session.Recover(dir, &saved)
	if err != nil {
		return nil, damaged, err
	}
	if err := session.Same(&saved.Config, &s.Config, "begin a new run"); err != nil {
		return nil, damaged, err
	}
	if saved.Init != s.Init {
		return nil, damaged, fmt.Errorf("%w: it began from other weights (SHA-256 %.12s, now %.12s); give the same "+
			"--policy", session.ErrOther, saved.Init, s.Init)
	}
	if saved.Value != s.Value {
		return nil, damaged, fmt.Errorf("%w: it had another --baseline (SHA-256 %.12q, now %.12q)",
			session.ErrOther, saved.Value, s.Value)
	}
	tensors, err := splitAhead(c.Weights, saved.Ahead)
	if err != nil {
		return nil, damaged, fmt.Errorf("state of the checkpoint: %w", err)
	}
	weights, best := session.SplitBest(tensors)
	if saved.Best == nil {
		return nil, damaged, fmt.Errorf("state of the checkpoint: no best weights")
	}
	// Both are checked by the network that they are of.
	for _, set := range [][]models.Tensor{best, weights} {
		if err := p.SetWeights(set); err != nil {
			return nil, damaged, fmt.Errorf("weights of the checkpoint: %w", err)
		}
	}
	if err := t.SetState(c.Optimizer); err != nil {
		return nil, damaged, fmt.Errorf("optimizer of the checkpoint: %w", err)
	}
	saved.Config = s.Config // the fields that are not saved, as they are now
	*s = saved
	return best, damaged, nil
}

// poolPath is the folder of the opponent added after so many updates.
func poolPath(dir string, update int64) string {
	return filepath.Join(dir, PoolName, fmt.Sprintf("%06d", update))
}

// enterPool adds the current weights to the pool.
func (r *run) enterPool() error {
	s := &r.state
	t := r.opt.Training
	t.Steps, t.Batch, t.Seed, t.Games = uint64(s.Update), r.cfg.Games, r.cfg.Seed, int(s.Games)
	t.Parent, t.Notes = r.in.InitSHA256, "an opponent of a run of reinforcement learning"
	if _, err := nets.SavePolicy(poolPath(r.opt.Dir, s.Update), r.policy, t); err != nil {
		return fmt.Errorf("pool: %w", err)
	}
	s.Pool = append(s.Pool, s.Update)
	return nil
}

// checkPool says which opponent of a run that is to go on is gone, before one is drawn.
func (r *run) checkPool() error {
	for _, update := range r.state.Pool {
		dir := poolPath(r.opt.Dir, update)
		if _, err := os.Stat(filepath.Join(dir, models.ManifestName)); update > 0 && errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("pool: %s, an opponent of this run, is gone: put it back from a copy, or begin "+
				"another run with --policy", dir)
		}
	}
	return nil
}

// opponent returns the weights added to the pool after so many updates. One opponent at a
// time is in memory, and the first weights.
func (r *run) opponent(update int64) (*nets.Policy, error) {
	if update == 0 {
		return r.first, nil
	}
	if r.inMemory != update {
		p, _, err := nets.LoadPolicy(poolPath(r.opt.Dir, update))
		if err != nil {
			return nil, fmt.Errorf("pool: %w", err)
		}
		p.SetDevice(r.first.Device())
		r.other, r.inMemory = p, update
	}
	return r.other, nil
}
