package linear

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/train/session"
)

// shapesState is what a checkpoint holds in addition to the weights.
type shapesState struct {
	Config    ShapesConfig  `json:"config"` // only the fields that decide the weights
	Games     int64         `json:"games"`
	Moves     int64         `json:"moves"`
	Elapsed   time.Duration `json:"elapsed_ns"`
	Window    shapesWindow  `json:"window"`
	Evaluated int64         `json:"evaluated"`
	Last      *ShapesMetric `json:"last,omitempty"`
}

// shapesWindow sums what was learned since the last line of metrics.
type shapesWindow struct {
	Games  int64   `json:"games"`
	Moves  int64   `json:"moves"`
	Errors float64 `json:"errors"`
	Black  float64 `json:"black"`
}

func (w *shapesWindow) add(l lesson) {
	w.Games++
	w.Moves += int64(l.moves)
	w.Errors += l.errors
	w.Black += l.black
}

// checkpoint saves the run as it stands. What an optimiser would be is the value function of the last
// measurement.
func (r *shapesRun) checkpoint() error {
	r.state.Elapsed = r.Elapsed()
	return r.Checkpoint(func(dir string) error {
		extra, err := json.Marshal(&r.state)
		if err != nil {
			return err
		}
		return models.SaveCheckpoint(dir, models.Checkpoint{
			Step: uint64(r.state.Games), Weights: r.values.Tensors(), Optimizer: r.earlier.Tensors(), Extra: extra,
		})
	})
}

// restore reads the newest whole checkpoint. Damaged ones on the way have been set aside.
func (r *shapesRun) restore(dir string) (damaged []string, err error) {
	var saved shapesState
	c, damaged, err := session.Recover(dir, &saved)
	if err != nil {
		return damaged, err
	}
	if err := session.Same(&saved.Config, &r.cfg, "another folder"); err != nil {
		return damaged, err
	}
	if r.values, err = shapes.FromTensors(r.cfg.Board, c.Weights); err != nil {
		return damaged, fmt.Errorf("weights of the checkpoint: %w", err)
	}
	if r.earlier, err = shapes.FromTensors(r.cfg.Board, c.Optimizer); err != nil {
		return damaged, fmt.Errorf("earlier weights of the checkpoint: %w", err)
	}
	saved.Config = r.cfg
	r.state = saved
	return damaged, nil
}

// finish adds the value function to the model.
func (r *shapesRun) finish() error {
	s := &r.state
	t := r.opt.Training
	t.Steps, t.Seed, t.Games = uint64(s.Moves), r.cfg.Seed, int(s.Games)
	t.Notes = fmt.Sprintf("TD(0) from self-play over %d plies, rate %v, epsilon %v, komi %v; a step is a move",
		r.cfg.Plies, r.cfg.Rate, r.cfg.Epsilon, r.cfg.Komi)
	t.Figures = map[string]float64{
		"wall_s":          s.Elapsed.Seconds(),
		"features":        float64(r.values.Features()),
		models.KomiFigure: r.cfg.Komi,
	}
	if m := s.Last; m != nil {
		interval.Put(t.Figures, "random", m.Random)
		t.Figures["random_games"] = float64(m.Played)
	}
	return shapes.Save(r.opt.Dir, r.values, t)
}
