package train

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/folderlock"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
)

// RolloutOptions are the surroundings of a run.
type RolloutOptions struct {
	// Dir is the folder of the model, made if need be. A model that is there keeps its
	// networks. Metrics, curves and checkpoints are in RolloutDir below it.
	Dir string
	// Resume goes on where the run in Dir stopped, or begins one.
	Resume bool
	// Training is the provenance that the manifest takes over; what the run knows is
	// filled in.
	Training models.Training
	// Counting is told of the games in which patterns were counted; nil for none.
	Counting func(done, total int64)
	// Report is called after every step and every measurement; nil for none.
	Report func(Report)
	// Notice receives single sentences that the user should see; nil for none.
	Notice func(string)
	// Now is the clock; nil for time.Now.
	Now func() time.Time
}

// RolloutResult is what a finished or interrupted run has come to.
type RolloutResult struct {
	Steps   int64 // games learned from
	Samples int64 // positions
	Elapsed time.Duration
	HeldOut *Metric // last measurement; nil without held-out games
	Seen    [3]int  // different responses, squares and diamonds that were counted
	Policy  *rollout.Policy
}

// RolloutDir is where the run that trained a linear policy of this kind keeps its files.
func RolloutDir(dir string, kind rollout.Kind) string { return additionDir(dir, string(kind)) }

// CheckRolloutDir refuses a folder that holds such a run, or a policy of the kind, for a
// new one.
func CheckRolloutDir(dir string, kind rollout.Kind, resume bool) error {
	return checkAddition(dir, string(kind), fmt.Sprintf("a %s policy", kind), resume)
}

// additionDir is where a run that adds weights of a kind to a model keeps its files.
func additionDir(dir, kind string) string { return filepath.Join(dir, kind+"-training") }

// checkAddition refuses a folder that holds such a run, or weights of the kind, for a new
// one. what says in words what they are.
func checkAddition(dir, kind, what string, resume bool) error {
	if err := models.CheckWritable(dir); err != nil {
		return err
	}
	if resume {
		return nil
	}
	found, err := hasRun(additionDir(dir, kind))
	if err != nil {
		return err
	}
	if found || hasNetwork(dir, kind) {
		return fmt.Errorf("%s: %w of %s: --resume goes on with it; else choose another folder", dir, ErrRunExists, what)
	}
	return nil
}

// hasNetwork says whether a model has weights of a kind.
func hasNetwork(dir, kind string) bool {
	m, err := models.ReadManifest(dir)
	_, has := m.Networks[kind]
	return err == nil && has
}

// rolloutRun is a run in progress.
type rolloutRun struct {
	cfg       RolloutConfig
	opt       RolloutOptions
	dir       string
	train     *Data
	heldOut   *Data
	policy    *rollout.Policy
	learner   *softmaxLearner
	reader    *rollout.Reader
	state     rolloutState
	folder    folderlock.Lock // of the session
	metrics   *metricsLog[Metric, *Metric]
	steps     int64 // planned, 0 when bounded by time
	session   time.Time
	before    time.Duration
	from      int64         // samples at the session's start
	measuring time.Duration // of this session
	saved     time.Time
	perm      Permutation
	epoch     int64 // of perm, −1 for none
	moves     rollout.Candidates
}

// RunRollout learns a linear softmax policy from the games of train (Silver et al. 2016,
// Methods, "Rollout policy": log-likelihood, stochastic gradient) and measures it on those
// of heldOut, which may be nil. It adds the policy to the model in opt.Dir when it is done.
//
// When ctx is cancelled it saves a checkpoint and returns an error wrapping ctx.Err(). A
// run that is resumed, however it was stopped, ends with the same weights as one that
// never was, bit for bit, if it is bounded by steps or epochs.
func RunRollout(ctx context.Context, cfg RolloutConfig, train, heldOut *Data, opt RolloutOptions) (RolloutResult, error) {
	opt = opt.complete()
	r := &rolloutRun{cfg: cfg, opt: opt, dir: RolloutDir(opt.Dir, cfg.Features), train: train, heldOut: heldOut, epoch: -1}
	defer func() { _ = r.folder.Release() }()
	if err := r.prepare(ctx); err != nil {
		return RolloutResult{}, err
	}
	err := conclude(ctx, r.loop(ctx), r, r.metrics.close, func() error {
		title := fmt.Sprintf("%s policy, %d features", cfg.Features, r.policy.Features())
		return DrawCurves(filepath.Join(r.dir, CurvesName), title, r.metrics.all)
	})
	return r.result(), err
}

// complete puts what does nothing where nothing is set.
func (opt RolloutOptions) complete() RolloutOptions {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Counting == nil {
		opt.Counting = func(int64, int64) {}
	}
	if opt.Report == nil {
		opt.Report = func(Report) {}
	}
	if opt.Notice == nil {
		opt.Notice = func(string) {}
	}
	return opt
}

func (r *rolloutRun) prepare(ctx context.Context) error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	if r.train.Len() == 0 {
		return fmt.Errorf("%w to train on: all games were filtered out or hold no moves", ErrNoPositions)
	}
	if err := CheckRolloutDir(r.opt.Dir, r.cfg.Features, r.opt.Resume); err != nil {
		return err
	}
	r.steps = r.cfg.Steps
	if r.cfg.Epochs > 0 {
		r.steps = max(1, int64(math.Ceil(r.cfg.Epochs*float64(r.train.Games()))))
	}
	var held source // not a nil *Data in an interface
	if r.heldOut != nil {
		held = r.heldOut
	}
	r.state = rolloutState{Config: r.cfg, Data: fingerprint(r.train, held), Evaluated: -1}
	fresh := true
	if r.opt.Resume {
		var err error
		if fresh, err = resume(r.dir, r.opt.Notice, r.restore, holdsNoWeights(r.opt.Dir, string(r.cfg.Features))); err != nil {
			return err
		}
	}
	if fresh {
		if err := r.count(ctx); err != nil {
			return err
		}
	}
	r.reader = rollout.NewReader(r.policy)
	if err := os.MkdirAll(filepath.Join(r.dir, CheckpointsName), 0o755); err != nil {
		return err
	}
	now := r.opt.Now()
	var err error
	if r.folder, err = folderlock.Take(r.dir); err != nil {
		return err
	}
	if r.metrics, err = openMetrics[Metric](r.dir, r.state.Step, r.state.Evaluated, now); err != nil {
		return err
	}
	r.session, r.before, r.from, r.saved = now, r.state.Elapsed, r.state.Samples, now
	if fresh {
		return r.checkpoint()
	}
	return nil
}

// count chooses the patterns and makes the policy with weights of zero.
func (r *rolloutRun) count(ctx context.Context) error {
	counter := rollout.NewCounter()
	games := int64(r.train.Games())
	if r.cfg.CountGames > 0 {
		games = min(games, int64(r.cfg.CountGames))
	}
	for step := range games {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.opt.Counting(step, games)
		if err := r.replay(step, counter.Count); err != nil {
			return err
		}
	}
	r.opt.Counting(games, games)
	a, b, c := counter.Seen()
	r.state.Seen = [3]int{a, b, c}
	patterns := counter.Patterns(r.cfg.Features, r.cfg.Responses, r.cfg.Squares, r.cfg.Diamonds)
	var err error
	if r.policy, err = rollout.NewPolicy(r.cfg.Features, patterns, nil); err != nil {
		return err
	}
	r.learner = newSoftmaxLearner(r.policy.Weights())
	return nil
}

// replay calls f before each move that is no pass of the game that the run takes as its
// step-th.
func (r *rolloutRun) replay(step int64, f func(*board.Position, board.Point)) error {
	n := int64(r.train.Games())
	if epoch := step / n; epoch != r.epoch {
		perm, err := NewPermutation(n, mix(r.cfg.Seed*golden+uint64(epoch)))
		if err != nil {
			return err
		}
		r.epoch, r.perm = epoch, perm
	}
	game := r.train.set.Game(int(r.perm.At(step % n)))
	err := game.Replay(func(_ int, pos *board.Position, m record.Move) bool {
		if !m.IsPass() {
			f(pos, m.Point(game.Size))
		}
		return true
	})
	if err != nil {
		return fmt.Errorf("%v: %w", game.Source, err)
	}
	return nil
}

func (r *rolloutRun) loop(ctx context.Context) error {
	schedule := r.cfg.schedule()
	for {
		fraction := r.fraction()
		done := fraction >= 1
		if err := r.measureIfDue(ctx, done); err != nil {
			return err
		}
		if done || ctx.Err() != nil {
			return ctx.Err()
		}
		start := r.opt.Now()
		w := &r.state.Window
		rate := schedule.Rate(Progress{Step: r.state.Step, Fraction: fraction})
		err := r.replay(r.state.Step, func(pos *board.Position, m board.Point) {
			r.reader.Read(pos, &r.moves)
			loss, before := r.learner.step(&r.moves, slices.Index(r.moves.Moves, m), rate)
			w.Steps++
			w.Samples++
			w.Loss += loss
			if before < 1 {
				w.Correct++
			}
			if before < 5 {
				w.TopFive++
			}
			r.state.Samples++
		})
		if err != nil {
			return err
		}
		if math.IsNaN(w.Loss) || math.IsInf(w.Loss, 0) {
			return notFinite("step", r.state.Step+1, rate, "")
		}
		r.state.Step++
		w.Time += r.opt.Now().Sub(start)
		if err := r.log(rate); err != nil {
			return err
		}
		if i := r.cfg.CheckpointInterval; i > 0 && r.opt.Now().Sub(r.saved) >= i {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
	}
}

// elapsed is the time in training, over all sessions.
func (r *rolloutRun) elapsed() time.Duration { return r.before + r.opt.Now().Sub(r.session) }

// fraction is how much of the run is done.
func (r *rolloutRun) fraction() float64 {
	if r.steps > 0 {
		return min(1, float64(r.state.Step)/float64(r.steps))
	}
	return min(1, float64(r.elapsed())/float64(r.cfg.Time))
}

// log ends the window if it is due, and reports the step.
func (r *rolloutRun) log(rate float64) error {
	s, w := &r.state, &r.state.Window
	report := r.report()
	if w.Samples > 0 && (s.Step%r.cfg.LogEvery == 0 || s.Step == r.steps) {
		n := float64(w.Samples)
		m := r.metric(KindTrain)
		m.Loss, m.Top1, m.Top5 = w.Loss/n, float64(w.Correct)/n, float64(w.TopFive)/n
		m.Rate, m.PerSecond = rate, n/max(w.Time.Seconds(), 1e-9)
		*w = window{}
		if err := r.write(m); err != nil {
			return err
		}
		report.Metric = &m
	}
	r.opt.Report(report)
	return nil
}

func (r *rolloutRun) report() Report {
	s, w := &r.state, &r.state.Window
	p := Report{Step: s.Step, Fraction: r.fraction(), Elapsed: r.elapsed()}
	if w.Samples > 0 {
		p.Loss, p.Top1 = w.Loss/float64(w.Samples), float64(w.Correct)/float64(w.Samples)
	}
	training := r.opt.Now().Sub(r.session) - r.measuring
	if training > 0 {
		p.PerSecond = float64(s.Samples-r.from) / training.Seconds()
	}
	if r.steps == 0 {
		p.Left = max(0, r.cfg.Time-p.Elapsed)
	} else if s.Step > 0 {
		p.Left = time.Duration(float64(p.Elapsed) * float64(r.steps-s.Step) / float64(s.Step))
	}
	return p
}

// metric is a line of metrics with what all have in common.
func (r *rolloutRun) metric(kind string) Metric {
	s := &r.state
	return Metric{Kind: kind, Step: s.Step, Samples: s.Samples, Epoch: float64(s.Step) / float64(r.train.Games()), Wall: r.elapsed().Seconds()}
}

func (r *rolloutRun) write(m Metric) error {
	return r.metrics.write(m, float64(r.opt.Now().UnixNano())/1e9)
}

func (r *rolloutRun) measureIfDue(ctx context.Context, done bool) error {
	s := &r.state
	due := done || r.cfg.EvalEvery > 0 && s.Step > 0 && s.Step%r.cfg.EvalEvery == 0
	if !due || s.Evaluated == s.Step || r.heldOut == nil || r.heldOut.Len() == 0 {
		return nil
	}
	start := r.opt.Now()
	f, err := EvaluateRollout(ctx, r.policy, r.heldOut, r.cfg.EvalPositions, r.cfg.Seed, nil)
	if err != nil {
		return err
	}
	r.measuring += r.opt.Now().Sub(start)
	m := r.metric(KindEval)
	m.Loss, m.Top1, m.Top5 = f.Loss.Value, f.Top1.Value, f.Top5.Value
	m.Top1Lo, m.Top1Hi = f.Top1.Lo, f.Top1.Hi
	if !math.IsInf(f.Loss.Hi, 1) { // of one game alone
		m.LossLo, m.LossHi = f.Loss.Lo, f.Loss.Hi
	}
	m.Positions, m.Games = f.Positions, f.Games
	s.Evaluated, s.HeldOut = s.Step, &m
	if err := r.write(m); err != nil {
		return err
	}
	report := r.report()
	report.Metric = &m
	r.opt.Report(report)
	return nil
}

func (r *rolloutRun) result() RolloutResult {
	s := &r.state
	return RolloutResult{Steps: s.Step, Samples: s.Samples, Elapsed: s.Elapsed, HeldOut: s.HeldOut, Seen: s.Seen, Policy: r.policy}
}
