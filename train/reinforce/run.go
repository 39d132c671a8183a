package reinforce

import (
	"context"
	"fmt"
	"maps"
	"math"
	"time"

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/train/session"
)

// Options are the surroundings of a run of reinforcement learning.
type Options = session.Options[Report]

// Input is what a run of reinforcement learning begins with.
type Input struct {
	// Init is the policy network to improve, which is not changed; InitSHA256 is the hash of its file.
	Init       *nets.Policy
	InitSHA256 string
	// Baseline judges the positions of the games, each for its mover; nil is a baseline of
	// 0, as on the paper's first pass. BaselineSHA256 is the hash of its file.
	Baseline       *nets.Value
	BaselineSHA256 string
	// Play plays all games; nil plays them in this process.
	Play Play
}

// Report is the state of a run for a progress display.
type Report struct {
	Update    int64         // updates done
	Games     int64         // games played to learn from, with the games of the present update
	Match     int           // games of the match under way against the first weights; 0: none is
	Fraction  float64       // of the run, in [0, 1]
	WinRate   float64       // against the pool, over the last updates; NaN before the first
	PerSecond float64       // games learned from a second, in this session, without matches
	Elapsed   time.Duration // of the run, interruptions not counted
	Left      time.Duration // estimate
	Metric    *Metric
}

// Result is what a finished or interrupted run has come to.
type Result struct {
	Updates   int64
	Games     int64
	Positions int64
	Elapsed   time.Duration
	Rollbacks int
	Ended     string       // why the run was given up before its end, if it was
	Last      *Metric      // last match against the first weights; nil if there was none
	Best      *Metric      // match of the best weights; update 0 stands for the first weights
	Policy    *nets.Policy // the best weights, of a finished run; else the current ones
}

// run is a run in progress.
type run struct {
	cfg         Config
	in          Input
	opt         Options
	first       *nets.Policy // the weights that the run began with; opponent number 0
	policy      *nets.Policy // the learner
	other       *nets.Policy // opponent in memory
	inMemory    int64        // its updates, 0 for none
	trainer     *learn.Trainer
	fresh       []models.Tensor // state of an optimiser that has made no step
	baseline    *nets.Evaluator // nil: 0
	fixedSample *fixedSample
	best        []models.Tensor
	state       state

	*session.Session[Metric, *Metric]
}

// Run improves a policy network by self-play (Silver et al. 2016, Methods, "Policy
// network: reinforcement learning"): every update plays Config.Games games against an
// opponent drawn from a pool of earlier weights, and takes one step along
//
//	(α/n) Σ over games Σ over the learner's moves ∇log π(a|s) (z − baseline)
//
// It leaves in opt.Dir, next to metrics, curves and checkpoints:
//
//	policy.safetensors model.json   the best weights, once the run is done
//	pool/NNNNNN/                    the opponents, models by the updates done
//
// The best weights are the weights with the highest share of won games in a match against the
// first weights. If all matches were lost, the run ends with the first weights. The run goes
// back to the best weights and halves the rate when the entropy falls below its floor, or when
// a match is lost so much that the intervals do not touch. After Config.Rollbacks of that it
// ends.
//
// in.Init is not changed. When ctx is cancelled the run saves a checkpoint after the last
// whole update and returns an error wrapping ctx.Err(). A run that is resumed, however it
// was stopped, ends with the same weights as one that never was, bit for bit, if it is
// bounded by updates and has the same number of threads.
//
// The run trains on the device of in.Init. If that fails, it goes on from its last checkpoint, on the CPU or in
// float32.
func Run(ctx context.Context, cfg Config, in Input, opt Options) (Result, error) {
	opt = opt.Complete()
	r := &run{cfg: cfg, in: in, opt: opt, first: in.Init}
	result, err := r.do(ctx)
	if r.trainer != nil {
		r.trainer.Close() // the next one needs the memory
	}
	device := nets.Instead(in.Init.Device(), err)
	if device == nil {
		return result, err
	}
	if r.Session == nil { // nothing is there yet
		opt.Fault(fmt.Sprintf("%v: the run begins on %s instead", err, device.Place()))
	} else {
		opt.Fault(fmt.Sprintf("%v: the run goes on from its last checkpoint, on %s", err, device.Place()))
	}
	if in.Init, err = copyPolicy(in.Init); err != nil {
		return result, err
	}
	in.Init.SetDevice(device)
	opt.Resume = opt.Resume || r.Session != nil // a folder that this run has opened
	return Run(ctx, cfg, in, opt)
}

// do runs the training on the device of the first weights.
func (r *run) do(ctx context.Context) (Result, error) {
	defer func() { r.Close() }()
	if err := r.prepare(ctx); err != nil {
		return r.result(), err
	}
	err := r.loop(ctx)
	r.halt(err == nil)
	err = r.Conclude(ctx, err, r.checkpoint, r.finish, r.curves, session.ErrNotFinite)
	return r.result(), err
}

// prepare checks everything, builds learner and trainer, and opens the folder.
func (r *run) prepare(ctx context.Context) error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	if most := r.first.Config().Points(); math.Abs(r.cfg.Komi) > float64(most) { // before there is a folder
		return fmt.Errorf("komi %v: want −%d to %[2]d on this board", r.cfg.Komi, most)
	}
	if r.in.Play == nil {
		r.in.Play = playHere()
	}
	if err := session.Check(r.opt.Dir, r.opt.Resume); err != nil {
		return err
	}
	if err := models.CheckPut(r.opt.Dir, models.Policy, r.first.Config().Board); err != nil {
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
	if v := r.in.Baseline; v != nil {
		if a, b := v.Config().Board, r.policy.Config().Board; a != b {
			return fmt.Errorf("the baseline's value network is for %d×%d, the policy for %d×%d", a, a, b, b)
		}
		if r.baseline, err = nets.NewEvaluator(nets.Model{Value: v}, r.cfg.Threads); err != nil {
			return err
		}
	}
	r.best = r.first.Weights()
	r.state = state{
		Config: r.cfg, Init: r.in.InitSHA256, Value: r.in.BaselineSHA256, Threads: r.cfg.Threads,
		Pool: []int64{0}, Factor: 1, Evaluated: -1,
		Best: &Metric{Kind: KindMatch, WinRate: 0.5, Lo: 0.5, Hi: 0.5}, // of the first weights against themselves
	}
	length := session.Length{Steps: r.cfg.Updates, Time: r.cfg.Time}
	if r.Session, err = session.Open[Metric](r.opt.Dir, length, r.opt); err != nil {
		return err
	}
	fresh, err := r.Restore(r.opt.Resume, func(checkpoints string) ([]string, error) {
		best, damaged, err := r.state.restore(checkpoints, r.policy, r.trainer)
		if err == nil {
			r.best = best
		}
		return damaged, err
	}, session.NoModel(r.opt.Dir, "--policy"))
	if err != nil {
		return err
	}
	if !fresh {
		if err := r.checkPool(); err != nil {
			return err
		}
	}
	if _, card := r.first.Device().(*nets.GPU); !card { // only on the CPU the sums have the order of the threads
		r.Threads(r.cfg.Threads, &r.state.Threads)
	}
	r.Device(r.first.Device(), &r.state.Devices)
	r.opt.Notice(fmt.Sprintf("%d games of the first weights against themselves, for the positions on which the "+
		"divergence from them is measured", fixedSampleGames))
	if r.fixedSample, err = newFixedSample(ctx, r); err != nil {
		return err
	}
	err = r.Begin(session.At{
		Step:      r.state.Update,
		Evaluated: r.state.Evaluated,
		Units:     r.state.Games,
		Elapsed:   r.state.Elapsed,
	})
	if err != nil || !fresh {
		return err
	}
	t := r.opt.Training
	t.Parent, t.Notes = r.in.InitSHA256, "the first opponent: the weights that the run began with"
	if _, err := nets.SavePolicy(poolPath(r.opt.Dir, 0), r.first, t); err != nil {
		return fmt.Errorf("pool: %w", err)
	}
	return r.checkpoint()
}

func copyPolicy(p *nets.Policy) (*nets.Policy, error) {
	c, err := nets.NewPolicy(p.Config(), 0)
	if err != nil {
		return nil, err
	}
	c.SetDevice(p.Device())
	return c, c.SetWeights(p.Weights())
}

// loop updates until the end of the run. Matches come before the look at ctx or at the
// end, so that a run stopped during one makes it up when resumed.
func (r *run) loop(ctx context.Context) error {
	for {
		done := r.Fraction(r.state.Update) >= 1 || r.state.Ended != ""
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
		if err := r.Write(m); err != nil {
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
		if r.Since() >= r.cfg.CheckpointInterval {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
	}
}

// checkpoint saves the run as it stands.
func (r *run) checkpoint() error {
	r.state.Elapsed = r.Elapsed()
	return r.Checkpoint(func(dir string) error { return r.state.save(dir, r.policy, r.trainer, r.best) })
}

// finish saves the best weights as the model. The checkpoint keeps the current ones, for a
// run that is prolonged.
func (r *run) finish() error {
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
	t.Steps, t.Batch, t.Seed = uint64(s.Best.Update), r.cfg.Games, r.cfg.Seed
	t.Games, t.Parent = int(s.Games), r.in.InitSHA256
	if t.Notes == "" {
		t.Notes = r.cfg.method()
		if r.baseline != nil {
			t.Notes += fmt.Sprintf(", baseline %.12s", r.in.BaselineSHA256)
		}
	}
	t.Notes += session.OnDevices(s.Devices)
	if len(t.Data) > 0 {
		t.Notes += "; the data are of the weights it began with, the games its own"
	}
	t.Figures = map[string]float64{
		"updates":     float64(s.Update),
		"best_update": float64(s.Best.Update),
		"positions":   float64(s.Positions),
		"wall_s":      s.Elapsed.Seconds(),
		"pool":        float64(len(s.Pool)), "rollbacks": float64(s.Rollbacks),
	}
	maps.Copy(t.Figures, r.opt.Training.Figures)
	if s.Best.Played > 0 {
		interval.Put(t.Figures, "win_rate", s.Best.Score())
		t.Figures["win_rate_games"] = float64(s.Best.Played)
	}
	return nets.PutPolicy(r.opt.Dir, best, t)
}

func (r *run) result() Result {
	s := &r.state
	return Result{
		Updates: s.Update, Games: s.Games, Positions: s.Positions, Elapsed: s.Elapsed,
		Rollbacks: s.Rollbacks, Ended: s.Ended, Last: s.Last, Best: s.Best, Policy: r.policy,
	}
}

func (r *run) curves() error {
	return r.Draw(func(path string, metrics []Metric) error {
		c := r.policy.Config()
		return DrawCurves(path, fmt.Sprintf("REINFORCE, %d×%d, %d layers of %d filters",
			c.Board, c.Board, c.Layers, c.Filters), metrics)
	})
}
