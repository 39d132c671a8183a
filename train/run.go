package train

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// Options are the surroundings of a run: its folder and who hears of its progress.
type Options = session.Options[measure.Report]

// PolicyInput is what a policy network learns from.
type PolicyInput struct {
	// Train are the games to learn from, HeldOut those to measure on, which may be nil.
	Train, HeldOut *sample.Data
	// Start is the weights to begin with.
	Start PolicyStart
}

// Result is what a finished or interrupted run has come to.
type Result struct {
	Steps   int64
	Samples int64
	Elapsed time.Duration
	HeldOut *measure.Metric // last measurement; nil without held-out games
	Best    *measure.Metric // measurement with the highest top-1, or the lowest error
}

// PolicyResult is what a finished or interrupted training of a policy network has come to.
type PolicyResult struct {
	Result
	Policy *nets.Policy // with the last weights
}

// config is the configuration of a run.
type config interface {
	PolicyConfig | ValueConfig
	Validate() error
}

// run is a run in progress, of a configuration C that makes a network L.
type run[C config, L learner] struct {
	cfg     Learning // of state.Config
	opt     Options
	train   sample.Source
	heldOut sample.Source
	asks    func() (*measure.Examples, error) // nil for none
	fresh   func(Learning) (L, error)         // with random weights, whatever the run begins with
	start   func(L) (layers int, err error)   // gives it those to begin with
	learner L
	example *measure.Examples // nil for none
	best    []models.Tensor   // weights of state.Best, if the learner keeps them
	state   state[C]
	guard   guard
	still   still
	steps   int64     // planned, 0 when bounded by time
	under   []float64 // rates of the steps under way, the first one first

	*session.Session[measure.Metric, *measure.Metric]
}

// Policy trains a policy network and leaves in opt.Dir:
//
//	policy.safetensors model.json   the model, once the run is done
//	metrics.jsonl                   one line a point of the curves
//	examples.jsonl                  what it would play in a few held-out positions, as it learns
//	events.out.tfevents.…           the same for TensorBoard, a file a session
//	curves.png                      loss and accuracy
//	checkpoints/                    the newest two, to resume from
//
// When ctx is cancelled it saves a checkpoint and returns an error wrapping
// ctx.Err(). If the graphics device fails, the run goes on from its last checkpoint, on the
// CPU or in float32.
// A run that is resumed, however often and wherever it was stopped,
// ends with the same weights as one that never was, bit for bit, if Config and
// the number of threads are the same and it is bounded by steps or epochs.
func Policy(ctx context.Context, cfg PolicyConfig, in PolicyInput, opt Options) (PolicyResult, error) {
	if in.Start == nil {
		return PolicyResult{}, errNoStart
	}
	r := &run[PolicyConfig, *policyLearner]{
		cfg: cfg.Learning, opt: opt, train: in.Train, fresh: newPolicyLearner, start: in.Start.startPolicy,
	}
	r.state.Config, r.state.Init = cfg, in.Start.hash()
	if in.HeldOut != nil {
		r.heldOut = in.HeldOut
		r.asks = func() (*measure.Examples, error) {
			path := filepath.Join(opt.Dir, measure.ExamplesName)
			return measure.NewExamples(path, r.state.Step, in.HeldOut, r.learner.network())
		}
	}
	result, err := r.do(ctx)
	return PolicyResult{result, r.learner.network()}, err
}

// do runs the training, and goes on without a graphics device that fails: in float32 first, and then on the CPU.
func (r *run[C, L]) do(ctx context.Context) (Result, error) {
	r.opt = r.opt.Complete()
	defer func() { r.learner.Close() }() // the next training needs the card's memory
	result, err := r.session(ctx)
	for r.fallsBack(err) {
		result, err = r.session(ctx)
	}
	return result, err
}

// session runs the training from its start or resumption to its end or interruption.
func (r *run[C, L]) session(ctx context.Context) (Result, error) {
	defer func() { r.Close() }()
	if err := r.prepare(ctx); err != nil {
		return Result{}, err
	}
	err := r.Conclude(ctx, r.loop(ctx), r.checkpoint, r.finish, r.curves, session.ErrNotFinite, ErrNeverFell)
	return r.result(), err
}

// prepare checks everything, builds the network, and opens the folder.
func (r *run[C, L]) prepare(ctx context.Context) error {
	cfg := r.cfg
	if err := r.state.Config.Validate(); err != nil {
		return err
	}
	n := r.train.Len()
	if n == 0 {
		return fmt.Errorf("%w to train on: all games were filtered out or hold no moves", sample.ErrNoPositions)
	}
	if size := r.train.Board(); size != cfg.Board {
		return fmt.Errorf("games on %d×%[1]d for a network on %d×%[2]d: give --board %[1]d", size, cfg.Board)
	}
	if held := r.heldOut; held != nil && held.Len() > 0 && held.Board() != cfg.Board {
		return fmt.Errorf("the held-out games are on %d×%[1]d, the network is on %d×%[2]d: name others with "+
			"--validation, or leave it out", held.Board(), cfg.Board)
	}
	var err error
	switch {
	case cfg.Steps > 0:
		r.steps = cfg.Steps
	case cfg.Epochs > 0:
		r.steps, err = session.WholeSteps(cfg.Epochs, cfg.Epochs*float64(n)/float64(cfg.Batch))
		if err != nil {
			return err
		}
	}
	if r.learner, err = r.fresh(cfg); err != nil {
		return err
	}
	layers, err := r.start(r.learner)
	if err != nil {
		return err
	}
	if cfg.Freeze > layers {
		return fmt.Errorf("freeze %d: the run begins with the weights of %d learned layers, and the others must learn",
			cfg.Freeze, layers)
	}
	r.state = state[C]{
		Config:    r.state.Config,
		Data:      sample.Fingerprint(r.train, r.heldOut),
		Init:      r.state.Init,
		Threads:   cfg.Threads,
		Positions: n,
		Lowest:    math.MaxFloat64,
		Evaluated: -1,
	}
	if r.learnsVisits() {
		r.state.Targets = sample.Visits
	}
	if r.learner.keepsBest() && r.heldOut != nil && r.heldOut.Len() > 0 {
		r.state.Measured = &measured{cfg.EvalEvery, cfg.EvalPositions}
	}
	if err := session.Check(r.opt.Dir, r.opt.Resume); err != nil {
		return err
	}
	if err := models.CheckPut(r.opt.Dir, r.learner.kind(), cfg.Board); err != nil {
		return err
	}
	length := session.Length{Steps: r.steps, Time: cfg.Time}
	if r.Session, err = session.Open[measure.Metric](r.opt.Dir, length, r.opt); err != nil {
		return err
	}
	fresh, err := r.Restore(r.opt.Resume, func(checkpoints string) (damaged []string, err error) {
		r.best, damaged, err = r.state.restore(checkpoints, r.learner)
		return damaged, err
	}, session.NoModel(r.opt.Dir, "--init"))
	if err != nil {
		return err
	}
	if !onCard(cfg.Device) { // only on the CPU the sums have the order of the threads
		r.Threads(cfg.Threads, &r.state.Threads)
	}
	r.Device(cfg.Device, &r.state.Devices)
	r.guard, r.still, r.under = r.learner.guard(cfg.StallAfter), still{frozen: cfg.Freeze}, nil
	r.guard.best = r.state.Lowest
	if r.state.Step == 0 && cfg.Overfit > 0 {
		top1, passes, err := overfit(ctx, cfg, r.train, r.fresh)
		if err != nil {
			return err
		}
		r.opt.Notice(fmt.Sprintf("a fresh network learned %d positions by heart: %.1f%% after %d passes",
			min(int64(cfg.Overfit), r.train.Len()), 100*top1, passes))
	}
	err = r.Begin(session.At{
		Step:      r.state.Step,
		Evaluated: r.state.Evaluated,
		Units:     r.state.sample(),
		Elapsed:   r.state.Elapsed,
	})
	if err != nil {
		return err
	}
	if r.asks != nil {
		if r.example, err = r.asks(); err != nil {
			return err
		}
	}
	if fresh { // from the first moment there is something to resume from
		if err := r.ask(false); err != nil { // a run that goes on does not ask again
			return err
		}
		return r.checkpoint()
	}
	return nil
}

// learnsVisits says whether the targets are Visits.
func (r *run[C, L]) learnsVisits() bool {
	d, ok := r.train.(*sample.Data)
	return ok && d.Targets() == sample.Visits
}

// loop trains until the end of the run. It measures before it looks at ctx or at
// the end, so that a run stopped during a measurement makes it up when resumed.
func (r *run[C, L]) loop(ctx context.Context) error {
	threads := r.cfg.Threads
	if onCard(r.cfg.Device) {
		threads = 0 // the network leaves the cores to those who fill batches
	}
	l := newFeed(ctx, r.state.sample(), threads, r.newBatch, r.fillers())
	defer l.Close()
	schedule := r.cfg.schedule()
	begin := func(fraction float64) error {
		step := r.state.Step + int64(len(r.under))
		b, err := l.Next(ctx)
		if err != nil {
			return err
		}
		rate := schedule.Rate(session.Progress{Step: step, Fraction: fraction})
		if err := r.learner.begin(b.Planes, b.Labels, nil, rate); err != nil {
			return err
		}
		l.Release(b)
		r.under = append(r.under, rate)
		return nil
	}
	for {
		fraction := r.Fraction(r.state.Step)
		if done := fraction >= 1; len(r.under) == 0 {
			if err := r.measureIfDue(ctx, done); err != nil {
				return err
			}
			if done && !r.opt.Finish {
				if err := r.ask(true); err != nil {
					return err
				}
			}
			if done || ctx.Err() != nil {
				return ctx.Err()
			}
		}
		start := r.Now()
		if len(r.under) == 0 {
			if err := begin(fraction); err != nil {
				return err
			}
		}
		for len(r.under) < r.learner.Ahead() && ctx.Err() == nil {
			next := r.state.Step + int64(len(r.under))
			if r.pauses(next) {
				break
			}
			if err := begin(r.Fraction(next)); err != nil && ctx.Err() == nil {
				return err
			}
		}
		rate := r.under[0]
		if err := r.land(); err != nil {
			return err
		}
		r.state.Window.Time += r.Now().Sub(start)
		if err := r.log(rate); err != nil {
			return err
		}
		if len(r.under) == 0 && r.checkpointDue(r.state.Step) {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
	}
}

// land ends the first step under way.
func (r *run[C, L]) land() error {
	rate := r.under[0]
	r.under = r.under[1:]
	result, err := r.learner.End()
	if errors.Is(err, learn.ErrNotFinite) {
		return session.NotFinite("step", r.state.Step+1, rate, ", or a longer --warm-up")
	}
	if err != nil {
		return err
	}
	r.state.Step++
	r.state.advance(r.cfg.Batch)
	r.state.Window.Add(result.Loss, result.Correct, result.TopFive, r.cfg.Batch)
	return nil
}

// pauses says whether something wants the weights as they are after a step, before the next one is begun.
func (r *run[C, L]) pauses(step int64) bool {
	done := r.Fraction(step) >= 1
	asks := r.example != nil && r.logs(step) && r.example.Due(step)
	return done || asks || r.MeasureDue(step, r.state.Evaluated, r.cfg.EvalEvery, done) || r.checkpointDue(step)
}

func (r *run[C, L]) newBatch() *Batch {
	return &Batch{
		Planes: make([]float32, r.cfg.Batch*r.learner.Points()*r.learner.Stride()),
		Labels: make([]float32, r.cfg.Batch*r.learner.Labels()),

		samples: r.cfg.Batch,
	}
}

func (r *run[C, L]) fillers() []filler {
	fillers := make([]filler, r.cfg.Workers)
	for w := range fillers {
		fillers[w] = newFiller(r.train, r.learner, r.cfg.Seed)
	}
	return fillers
}

// checkpointDue says whether a checkpoint is due after a step.
func (r *run[C, L]) checkpointDue(step int64) bool {
	every, interval := r.cfg.CheckpointEvery, r.cfg.CheckpointInterval
	return every > 0 && step%every == 0 || interval > 0 && r.Since() >= interval
}

// checkpoint saves the run as it stands, with the steps under way.
func (r *run[C, L]) checkpoint() error {
	for len(r.under) > 0 {
		if err := r.land(); err != nil {
			return err
		}
	}
	if err := r.learner.Settle(); err != nil {
		return err
	}
	r.state.Elapsed = r.Elapsed()
	return r.Checkpoint(func(dir string) error { return r.state.save(dir, r.learner, r.best) })
}

// finish saves the model. The checkpoint keeps the last weights.
func (r *run[C, L]) finish() error {
	s := &r.state
	t := r.opt.Training
	end := r.metric(session.KindEval)
	if r.best != nil {
		if err := r.learner.SetWeights(r.best); err != nil {
			return err
		}
		end = *s.Best
	}
	t.Steps, t.Batch, t.Seed, t.Games = uint64(end.Step), r.cfg.Batch, r.cfg.Seed, r.train.Games()
	if t.Notes == "" {
		t.Notes = r.cfg.method()
		if r.learnsVisits() {
			t.Notes += ", targets drawn by the visits of a search"
		}
	}
	t.Notes += session.OnDevices(s.Devices)
	t.Figures = map[string]float64{"epochs": end.Epoch, "samples": float64(end.Samples), "wall_s": s.Elapsed.Seconds()}
	maps.Copy(t.Figures, r.opt.Training.Figures)
	if m := s.HeldOut; m != nil {
		maps.Copy(t.Figures, r.learner.figures(m, s.Best))
		t.Figures["heldout_positions"], t.Figures["heldout_games"] = float64(m.Positions), float64(m.Games)
	}
	return r.learner.save(r.opt.Dir, t)
}

func (r *run[C, L]) result() Result {
	s := &r.state
	return Result{Steps: s.Step, Samples: s.sample(), Elapsed: s.Elapsed, HeldOut: s.HeldOut, Best: s.Best}
}
