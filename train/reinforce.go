package train

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/internal/folderlock"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
)

// ReinforceOptions are the surroundings of a run of reinforcement learning.
type ReinforceOptions struct {
	// Dir is the folder of the run, made if need be.
	Dir string
	// Resume goes on where the run in Dir stopped, or begins one.
	Resume bool
	// InitSHA256 is the hash of the file that the first weights came from.
	InitSHA256 string
	// Baseline judges the positions of the games, each for its mover; nil is a baseline of
	// 0, as on the paper's first pass.
	Baseline *nets.Value
	// BaselineSHA256 is the hash of its file.
	BaselineSHA256 string
	// Training is the provenance that the model's manifest takes over; what the run knows
	// is filled in.
	Training models.Training
	// Report is called after every game, update and match; nil for none.
	Report func(ReinforceReport)
	// Notice receives single sentences that the user should see; nil for none.
	Notice func(string)
	// Now is the clock; nil for time.Now.
	Now func() time.Time
}

// complete puts what does nothing where nothing is set.
func (opt ReinforceOptions) complete() ReinforceOptions {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Report == nil {
		opt.Report = func(ReinforceReport) {}
	}
	if opt.Notice == nil {
		opt.Notice = func(string) {}
	}
	return opt
}

// ReinforceReport is the state of a run for a progress display.
type ReinforceReport struct {
	Update    int64         // updates done
	Games     int64         // games played to learn from, those of the update under way included
	Match     int           // games of the match under way against the first weights; 0: none is
	Fraction  float64       // of the run, in [0, 1]
	WinRate   float64       // against the pool, over the last updates; NaN before the first
	PerSecond float64       // games learned from a second, in this session, without matches
	Elapsed   time.Duration // of the run, interruptions not counted
	Left      time.Duration // estimate
	Metric    *ReinforceMetric
}

// ReinforceResult is what a finished or interrupted run has come to.
type ReinforceResult struct {
	Updates   int64
	Games     int64
	Positions int64
	Elapsed   time.Duration
	Rollbacks int
	Ended     string           // why the run was given up before its end, if it was
	Last      *ReinforceMetric // last match against the first weights; nil if there was none
	Best      *ReinforceMetric // match of the best weights; update 0 stands for the first weights
	Policy    *nets.Policy     // the best weights, of a finished run; else the current ones
}

// reinforceRun is a run in progress.
type reinforceRun struct {
	cfg      ReinforceConfig
	opt      ReinforceOptions
	first    *nets.Policy // the weights that the run began with; opponent number 0
	policy   *nets.Policy // the learner
	other    *nets.Policy // opponent in memory
	inMemory int64        // its updates, 0 for none
	trainer  *learn.Trainer
	fresh    []models.Tensor // state of an optimiser that has made no step
	baseline *nets.Evaluator // nil: 0
	anchor   *anchor
	best     []models.Tensor
	state    reinforceState
	folder   folderlock.Lock // of the session
	metrics  *metricsLog[ReinforceMetric, *ReinforceMetric]

	session  time.Time
	before   time.Duration
	from     int64         // games at the session's start
	measured time.Duration // of this session spent in matches
	saved    time.Time
	drawn    int // metrics in curves.png
}

// Reinforce improves a policy network by self-play (Silver et al. 2016, Methods, "Policy
// network: reinforcement learning"): every update plays Config.Games games against an
// opponent drawn from a pool of earlier weights, and takes one step along
//
//	(α/n) Σ over games Σ over the learner's moves ∇log π(a|s) (z − baseline)
//
// It leaves in opt.Dir, beside what [Run] leaves there:
//
//	policy.safetensors model.json   the best weights, once the run is done
//	pool/NNNNNN/                    the opponents, models by the updates done
//
// The best weights are those that won most of a match against the first ones; a run whose
// matches were all lost ends with what it began with. After a match that is lost so much
// that the intervals do not touch, or when the entropy falls below its floor, the run goes
// back to the best weights and halves the rate; after Config.Rollbacks of that it ends.
//
// policy is not changed. When ctx is cancelled the run saves a checkpoint after the last
// whole update and returns an error wrapping ctx.Err(). A run that is resumed, however it
// was stopped, ends with the same weights as one that never was, bit for bit, if it is
// bounded by updates and has the same number of threads.
func Reinforce(ctx context.Context, cfg ReinforceConfig, policy *nets.Policy, opt ReinforceOptions) (ReinforceResult, error) {
	r := &reinforceRun{cfg: cfg, opt: opt.complete(), first: policy}
	defer func() { _ = r.folder.Release() }()
	if err := r.prepare(ctx); err != nil {
		return r.result(), err
	}
	err := conclude(ctx, r.loop(ctx), r, r.metrics.close, r.curves)
	return r.result(), err
}

// prepare checks everything, builds learner and trainer, and opens the folder.
func (r *reinforceRun) prepare(ctx context.Context) error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	if err := CheckDir(r.opt.Dir, r.opt.Resume); err != nil {
		return err
	}
	var err error
	if r.policy, err = copyPolicy(r.first); err != nil {
		return err
	}
	if r.trainer, err = learn.NewTrainer(r.policy, r.cfg.trainer()); err != nil {
		return err
	}
	r.fresh = r.trainer.State()
	if v := r.opt.Baseline; v != nil {
		if a, b := v.Config().Board, r.policy.Config().Board; a != b {
			return fmt.Errorf("the baseline's value network is for %d×%d, the policy for %d×%d", a, a, b, b)
		}
		if r.baseline, err = nets.NewEvaluator(nets.Model{Value: v}, r.cfg.Threads); err != nil {
			return err
		}
	}
	r.best = r.first.Weights()
	r.state = reinforceState{
		Config: r.cfg, Init: r.opt.InitSHA256, Value: r.opt.BaselineSHA256, Threads: r.cfg.Threads,
		Pool: []int64{0}, Factor: 1, Evaluated: -1,
		Best: &ReinforceMetric{Kind: KindMatch, WinRate: 0.5, Lo: 0.5, Hi: 0.5}, // of the first weights against themselves
	}
	fresh := true
	if r.opt.Resume {
		fresh, err = resume(r.opt.Dir, r.opt.Notice, func(checkpoints string) ([]string, error) {
			best, damaged, err := r.state.restore(checkpoints, r.policy, r.trainer)
			if err == nil {
				r.best = best
			}
			return damaged, err
		}, holdsNoModel(r.opt.Dir, "--policy"))
		if err != nil {
			return err
		}
		if err := r.checkPool(); err != nil {
			return err
		}
		goOnWith(r.cfg.Threads, &r.state.Threads, r.opt.Notice)
	}
	r.opt.Notice(fmt.Sprintf("%d games of the first weights against themselves, for the positions on which the divergence from them is measured", anchorGames))
	if r.anchor, err = newAnchor(ctx, r); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(r.opt.Dir, CheckpointsName), 0o755); err != nil {
		return err
	}
	now := r.opt.Now()
	if r.folder, err = folderlock.Take(r.opt.Dir); err != nil {
		return err
	}
	if r.metrics, err = openMetrics[ReinforceMetric](r.opt.Dir, r.state.Update, r.state.Evaluated, now); err != nil {
		return err
	}
	r.session, r.before, r.from, r.saved = now, r.state.Elapsed, r.state.Games, now
	if !fresh {
		r.drawn = len(r.metrics.all)
		return nil
	}
	if _, err := nets.SavePolicy(poolPath(r.opt.Dir, 0), r.first, models.Training{Program: r.opt.Training.Program, Parent: r.opt.InitSHA256, Notes: "the first opponent: the weights that the run began with"}); err != nil {
		return fmt.Errorf("pool: %w", err)
	}
	return r.checkpoint()
}

func copyPolicy(p *nets.Policy) (*nets.Policy, error) {
	c, err := nets.NewPolicy(p.Config(), 0)
	if err != nil {
		return nil, err
	}
	return c, c.SetWeights(p.Weights())
}

// elapsed is the time of the run, over all sessions.
func (r *reinforceRun) elapsed() time.Duration { return r.before + r.opt.Now().Sub(r.session) }

// fraction is how much of the run is done.
func (r *reinforceRun) fraction() float64 {
	if r.cfg.Updates > 0 {
		return min(1, float64(r.state.Update)/float64(r.cfg.Updates))
	}
	return min(1, float64(r.elapsed())/float64(r.cfg.Time))
}

// loop updates until the end of the run. Matches come before the look at ctx or at the
// end, so that a run stopped during one makes it up when resumed.
func (r *reinforceRun) loop(ctx context.Context) error {
	for {
		done := r.fraction() >= 1 || r.state.Ended != ""
		if err := r.matchIfDue(ctx, done); err != nil {
			return err
		}
		if done || r.state.Ended != "" || ctx.Err() != nil {
			return ctx.Err()
		}
		m, err := r.update(ctx)
		if err != nil {
			return err
		}
		if err := r.write(m); err != nil {
			return err
		}
		if r.state.Update%r.cfg.PoolEvery == 0 {
			if err := r.enterPool(); err != nil {
				return err
			}
		}
		r.report(0, 0, &m)
		if err := r.guardEntropy(m.Entropy); err != nil {
			return err
		}
		if r.opt.Now().Sub(r.saved) >= r.cfg.CheckpointInterval {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
	}
}

// checkpoint saves the run as it stands, after its metrics, so that no line up to a
// checkpoint is ever missing.
func (r *reinforceRun) checkpoint() error {
	r.state.Elapsed = r.elapsed()
	if err := r.metrics.sync(); err != nil {
		return err
	}
	if err := r.state.save(filepath.Join(r.opt.Dir, CheckpointsName), r.policy, r.trainer, r.best); err != nil {
		return err
	}
	r.saved = r.opt.Now()
	return nil
}

// finish saves the best weights as the model. The checkpoint keeps the current ones, for a
// run that is prolonged.
func (r *reinforceRun) finish() error {
	s := &r.state
	best, err := copyPolicy(r.first)
	if err != nil {
		return err
	}
	if err := best.SetWeights(r.best); err != nil {
		return err
	}
	r.policy = best
	t := r.opt.Training
	t.Steps, t.Batch, t.Seed, t.Games, t.Parent = uint64(s.Best.Update), r.cfg.Games, r.cfg.Seed, int(s.Games), r.opt.InitSHA256
	if t.Notes == "" {
		t.Notes = r.cfg.method()
		if r.baseline != nil {
			t.Notes += fmt.Sprintf(", baseline %.12s", r.opt.BaselineSHA256)
		}
	}
	t.Figures = map[string]float64{
		"updates": float64(s.Update), "best_update": float64(s.Best.Update), "positions": float64(s.Positions), "wall_s": s.Elapsed.Seconds(),
		"pool": float64(len(s.Pool)), "rollbacks": float64(s.Rollbacks),
	}
	if s.Best.Played > 0 {
		maps.Copy(t.Figures, map[string]float64{
			"win_rate": s.Best.WinRate, "win_rate_lo": s.Best.Lo, "win_rate_hi": s.Best.Hi, "win_rate_games": float64(s.Best.Played),
		})
	}
	_, err = nets.SavePolicy(r.opt.Dir, best, t)
	return err
}

func (r *reinforceRun) result() ReinforceResult {
	s := &r.state
	return ReinforceResult{
		Updates: s.Update, Games: s.Games, Positions: s.Positions, Elapsed: s.Elapsed,
		Rollbacks: s.Rollbacks, Ended: s.Ended, Last: s.Last, Best: s.Best, Policy: r.policy,
	}
}

func (r *reinforceRun) write(m ReinforceMetric) error {
	return r.metrics.write(m, float64(r.opt.Now().UnixNano())/1e9)
}

func (r *reinforceRun) curves() error {
	if r.drawn == len(r.metrics.all) {
		return nil
	}
	r.drawn = len(r.metrics.all)
	c := r.policy.Config()
	title := fmt.Sprintf("REINFORCE, %d×%d, %d layers of %d filters", c.Board, c.Board, c.Layers, c.Filters)
	return DrawReinforceCurves(filepath.Join(r.opt.Dir, CurvesName), title, r.metrics.all)
}
