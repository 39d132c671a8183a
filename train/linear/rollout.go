package linear

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// Options are the surroundings of a run: its folder and who hears of its progress.
type Options = session.Options[measure.Report]

// RolloutInput is what a linear softmax policy learns from.
type RolloutInput struct {
	// Train are the games to learn from, HeldOut those to measure on, which may be nil.
	Train, HeldOut *sample.Data
}

// RolloutResult is what a finished or interrupted run has come to.
type RolloutResult struct {
	Steps   int64 // games learned from
	Samples int64 // positions
	Elapsed time.Duration
	HeldOut *measure.Metric // last measurement; nil without held-out games
	Seen    [3]int          // different responses, squares and diamonds that were counted
	Policy  *rollout.Policy
}

// RolloutDir is where the run that trained a linear policy of this kind keeps its files: metrics,
// curves and checkpoints.
func RolloutDir(dir string, kind rollout.Kind) string {
	return session.AdditionDir(dir, string(kind))
}

// CheckRolloutDir refuses a folder that holds such a run, or a policy of the kind, for a
// new one.
func CheckRolloutDir(dir string, kind rollout.Kind, resume bool) error {
	return session.CheckAddition(dir, string(kind), 0, fmt.Sprintf("a %s policy", kind), resume)
}

// rolloutRun is a run in progress.
type rolloutRun struct {
	cfg     RolloutConfig
	opt     Options
	train   *sample.Data
	heldOut *sample.Data
	policy  *rollout.Policy
	learner rolloutLearner
	reader  *rollout.Reader
	state   rolloutState
	steps   int64 // planned, 0 when bounded by time
	perm    sample.Permutation
	epoch   int64 // of perm, −1 for none
	moves   rollout.Candidates

	*session.Session[measure.Metric, *measure.Metric]
}

// Rollout learns a linear softmax policy from games (Silver et al. 2016, Methods, "Rollout policy":
// log-likelihood), by stochastic gradient or by minorisation-maximisation. It adds the policy to the model
// in opt.Dir when it is done.
//
// When ctx is cancelled it saves a checkpoint and returns an error wrapping ctx.Err(). A
// run that is resumed, however it was stopped, ends with the same weights as one that
// never was, bit for bit, if it is bounded by steps or epochs.
func Rollout(ctx context.Context, cfg RolloutConfig, in RolloutInput, opt Options) (RolloutResult, error) {
	r := &rolloutRun{cfg: cfg, opt: opt.Complete(), train: in.Train, heldOut: in.HeldOut, epoch: -1}
	defer func() { r.Close() }()
	if err := r.prepare(ctx); err != nil {
		return RolloutResult{}, err
	}
	err := r.Conclude(ctx, r.loop(ctx), r.checkpoint, r.finish, r.curves, session.ErrNotFinite)
	return r.result(), err
}

func (r *rolloutRun) curves() error {
	return r.Draw(func(path string, metrics []measure.Metric) error {
		return measure.DrawCurves(path, fmt.Sprintf("%s policy, %d features",
			r.cfg.Features, r.policy.Features()), metrics)
	})
}

func (r *rolloutRun) prepare(ctx context.Context) error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	if r.train.Len() == 0 {
		return fmt.Errorf("%w to train on: all games were filtered out or hold no moves", sample.ErrNoPositions)
	}
	if err := CheckRolloutDir(r.opt.Dir, r.cfg.Features, r.opt.Resume); err != nil {
		return err
	}
	r.steps = r.cfg.Steps
	if r.cfg.Epochs > 0 {
		var err error
		r.steps, err = session.WholeSteps(r.cfg.Epochs, r.cfg.Epochs*float64(r.train.Games()))
		if err != nil {
			return err
		}
	}
	var held sample.Source // not a nil *Data in an interface
	if r.heldOut != nil {
		held = r.heldOut
	}
	r.state = rolloutState{Config: r.cfg, Data: sample.Fingerprint(r.train, held), Evaluated: -1}
	var err error
	dir, length := RolloutDir(r.opt.Dir, r.cfg.Features), session.Length{Steps: r.steps, Time: r.cfg.Time}
	if r.Session, err = session.Open[measure.Metric](dir, length, r.opt); err != nil {
		return err
	}
	fresh, err := r.Restore(r.opt.Resume, r.restore, session.NoWeights(r.opt.Dir, string(r.cfg.Features)))
	if err != nil {
		return err
	}
	if fresh {
		if err := r.count(ctx); err != nil {
			return err
		}
	}
	if r.opt.Finish {
		if err := r.unfitted(); err != nil {
			return fmt.Errorf("finish %s: %w", r.opt.Dir, err)
		}
	}
	r.reader = rollout.NewReader(r.policy)
	err = r.Begin(session.At{
		Step:      r.state.Step,
		Evaluated: r.state.Evaluated,
		Units:     r.state.Samples,
		Elapsed:   r.state.Elapsed,
	})
	if err != nil {
		return err
	}
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
	r.learner = newRolloutLearner(r.cfg.Method, r.policy)
	if need := r.learner.passes(); r.steps > 0 && r.steps < need*int64(r.train.Games()) {
		return fmt.Errorf("a run of %d games with --method %s: want %d passes over the %d games or more, one for each "+
			"group of features: give --epochs %[3]d", r.steps, r.cfg.Method, need, r.train.Games())
	}
	return nil
}

// unfitted is an error for a policy with weights that no pass has changed: it would play worse than one of fewer
// features. No policy is written then, and the run can go on.
func (r *rolloutRun) unfitted() error {
	games, need := int64(r.train.Games()), r.learner.passes()
	if r.state.Step >= need*games {
		return nil
	}
	remedy := "go on with --resume"
	if r.cfg.Time > 0 {
		remedy += " and more --time"
	}
	if r.cfg.Time > 0 && r.state.Step > 0 {
		all := float64(r.state.Elapsed) / float64(r.state.Step) * float64(need*games)
		remedy += fmt.Sprintf(": about %v in all", time.Duration(math.Ceil(all/1e9))*time.Second)
	}
	return fmt.Errorf("--method %s made %.1f passes over the %d games, want %d or more, one for each group of "+
		"features, before a policy is written: %s",
		r.cfg.Method, float64(r.state.Step)/float64(games), games, need, remedy)
}

// replay calls f before each move that is no pass of the game that the run takes as its
// step-th.
func (r *rolloutRun) replay(step int64, f func(*board.Position, board.Point)) error {
	n := int64(r.train.Games())
	if epoch := step / n; epoch != r.epoch {
		perm, err := sample.NewPermutation(n, splitmix.Mix(r.cfg.Seed*splitmix.Golden+uint64(epoch)))
		if err != nil {
			return err
		}
		r.epoch, r.perm = epoch, perm
	}
	game := r.train.Game(int(r.perm.At(step % n)))
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
		fraction := r.Fraction(r.state.Step)
		done := fraction >= 1
		if err := r.measureIfDue(ctx, done); err != nil {
			return err
		}
		if done || ctx.Err() != nil {
			return ctx.Err()
		}
		start := r.Now()
		w := &r.state.Window
		rate := schedule.Rate(session.Progress{Step: r.state.Step, Fraction: fraction})
		err := r.replay(r.state.Step, func(pos *board.Position, m board.Point) {
			r.reader.Read(pos, &r.moves)
			loss, before := r.learner.step(&r.moves, slices.Index(r.moves.Moves, m), rate)
			w.AddRank(loss, before)
			r.state.Samples++
		})
		if err != nil {
			return err
		}
		if math.IsNaN(w.Loss) || math.IsInf(w.Loss, 0) {
			return session.NotFinite("step", r.state.Step+1, rate, "")
		}
		r.state.Step++
		if n := int64(r.train.Games()); r.state.Step%n == 0 {
			r.learner.pass(r.state.Step / n)
		}
		w.Time += r.Now().Sub(start)
		if err := r.log(rate); err != nil {
			return err
		}
		if i := r.cfg.CheckpointInterval; i > 0 && r.Since() >= i {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
	}
}

// log ends the window if it is due, and reports the step.
func (r *rolloutRun) log(rate float64) error {
	s, w := &r.state, &r.state.Window
	report := r.report()
	if w.Samples > 0 && (s.Step%r.cfg.LogEvery == 0 || s.Step == r.steps) {
		n := float64(w.Samples)
		m := r.metric(session.KindTrain)
		m.SetMoves(w)
		m.PerSecond = n / max(w.Time.Seconds(), 1e-9)
		if r.cfg.Method == MethodGradient { // the other one has no rate
			m.Rate = rate
		}
		*w = measure.Window{}
		if err := r.Write(m); err != nil {
			return err
		}
		report.Metric = &m
	}
	r.opt.Report(report)
	return nil
}

func (r *rolloutRun) report() measure.Report {
	s, w := &r.state, &r.state.Window
	p := measure.Report{Step: s.Step, Fraction: r.Fraction(r.state.Step), Elapsed: r.Elapsed(), Knows: "top-1"}
	if w.Samples > 0 {
		p.Loss, p.Known = w.Loss/float64(w.Samples), float64(w.Correct)/float64(w.Samples)
	}
	p.PerSecond, p.Left = r.PerSecond(s.Samples), r.Left(s.Step)
	return p
}

// metric is a line of metrics with what all have in common.
func (r *rolloutRun) metric(kind string) measure.Metric {
	s := &r.state
	return measure.Metric{
		Kind:    kind,
		Step:    s.Step,
		Samples: s.Samples,
		Epoch:   float64(s.Step) / float64(r.train.Games()),
		Wall:    r.Elapsed().Seconds(),
	}
}

func (r *rolloutRun) measureIfDue(ctx context.Context, done bool) error {
	s := &r.state
	if !r.MeasureDue(s.Step, s.Evaluated, r.cfg.EvalEvery, done) || r.heldOut == nil || r.heldOut.Len() == 0 {
		return nil
	}
	var f measure.Figures
	err := r.Measure(func() (err error) {
		f, err = EvaluateRollout(ctx, r.policy, r.heldOut, r.cfg.EvalPositions, r.cfg.Seed, nil)
		return err
	})
	if err != nil {
		return err
	}
	m := r.metric(session.KindEval)
	m.SetFigures(f)
	s.Evaluated, s.HeldOut = s.Step, &m
	if err := r.Write(m); err != nil {
		return err
	}
	report := r.report()
	report.Metric = &m
	r.opt.Report(report)
	return nil
}

func (r *rolloutRun) result() RolloutResult {
	s := &r.state
	return RolloutResult{
		Steps:   s.Step,
		Samples: s.Samples,
		Elapsed: s.Elapsed,
		HeldOut: s.HeldOut,
		Seen:    s.Seen,
		Policy:  r.policy,
	}
}
