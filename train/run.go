package train

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/internal/folderlock"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
)

// Names in the folder of a run, beside those of package models.
const (
	MetricsName     = "metrics.jsonl"
	CurvesName      = "curves.png"
	CheckpointsName = "checkpoints"
	eventsPrefix    = "events.out.tfevents."
)

// ErrRunExists means that a new run would overwrite an old one.
var ErrRunExists = errors.New("the folder holds a run already")

// Options are the surroundings of a run: where it lives and whom it tells.
type Options struct {
	// Dir is the folder of the run, made if need be.
	Dir string
	// Resume goes on where the run in Dir stopped. A folder without a run is
	// started, so that a command with Resume may be repeated until it is done.
	Resume bool
	// Init holds weights of a policy to begin with instead of random ones; nil for none.
	Init *nets.Policy
	// InitValue is the same for a value network.
	InitValue *nets.Value
	// InitTrunk is a policy network with the first half of whose convolutions a value
	// network begins (nets.Value.SetTrunk); nil for none.
	InitTrunk *nets.Policy
	// InitSHA256 is the hash of the file those weights came from.
	InitSHA256 string
	// Training is the provenance that the model's manifest takes over; steps, batch,
	// seed, games and figures are filled in.
	Training models.Training
	// Report is called after every step and every measurement; nil for none.
	Report func(Report)
	// Notice receives single sentences that the user should see; nil for none.
	Notice func(string)
	// Now is the clock; nil for time.Now.
	Now func() time.Time
}

// Report is the state of a run for a progress display.
type Report struct {
	Step      int64
	Fraction  float64       // of the run, in [0, 1]
	Loss      float64       // mean of the current window, as in Metric
	Top1      float64       // the same, share: of a value network, of the outcomes whose sign it has
	PerSecond float64       // positions trained a second, in this session
	Elapsed   time.Duration // of the run, interruptions not counted
	Left      time.Duration // estimate
	Metric    *Metric       // a line of metrics just written, if any
}

// Result is what a finished or interrupted run has come to.
type Result struct {
	Steps   int64
	Samples int64
	Elapsed time.Duration
	HeldOut *Metric      // last measurement; nil without held-out games
	Best    *Metric      // measurement with the highest top-1, or the lowest error
	Policy  *nets.Policy // with the last weights
	Value   *nets.Value  // with those of Best, once the run is done; the one or the other
}

// run is a run in progress.
type run struct {
	cfg     Config
	opt     Options
	train   source
	heldOut source
	fresh   newLearner // random weights, whatever the run begins with
	begin   newLearner
	learner learner
	best    []models.Tensor // weights of state.Best, if the learner keeps them
	state   state
	guard   guard
	folder  folderlock.Lock // of the session
	metrics *metricsLog[Metric, *Metric]
	steps   int64 // planned, 0 when bounded by time

	session  time.Time // when this session began
	before   time.Duration
	from     int64         // sample at the session's start
	measured time.Duration // time of this session spent in measurements
	saved    time.Time
	drawn    int // metrics in curves.png
}

// Run trains a policy network on the games of train and measures it on those of
// heldOut (which may be empty), leaving in opt.Dir:
//
//	policy.safetensors model.json   the model, once the run is done
//	metrics.jsonl                   one line a point of the curves
//	events.out.tfevents.…           the same for TensorBoard, a file a session
//	curves.png                      loss and accuracy
//	checkpoints/                    the newest two, to resume from
//
// When ctx is cancelled it saves a checkpoint and returns an error wrapping
// ctx.Err(). A run that is resumed, however often and wherever it was stopped,
// ends with the same weights as one that never was, bit for bit, if Config and
// the number of threads are the same and it is bounded by steps or epochs.
func Run(ctx context.Context, cfg Config, train, heldOut *Data, opt Options) (Result, error) {
	if heldOut == nil {
		return launch(ctx, cfg, train, nil, opt)
	}
	return launch(ctx, cfg, train, heldOut, opt)
}

// launch runs the training of a policy network.
func launch(ctx context.Context, cfg Config, train, heldOut source, opt Options) (Result, error) {
	switch {
	case cfg.Hidden != 0:
		return Result{}, fmt.Errorf("hidden %d: a policy network has no such layer", cfg.Hidden)
	case opt.InitValue != nil || opt.InitTrunk != nil:
		return Result{}, errors.New("weights of a value network to begin a policy network with")
	}
	return start(ctx, cfg, train, heldOut, opt, newPolicyLearner, policyFrom(opt.Init))
}

// start trains the network that begin makes.
func start(ctx context.Context, cfg Config, train, heldOut source, opt Options, fresh, begin newLearner) (Result, error) {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Report == nil {
		opt.Report = func(Report) {}
	}
	if opt.Notice == nil {
		opt.Notice = func(string) {}
	}
	r := &run{cfg: cfg, opt: opt, train: train, heldOut: heldOut, fresh: fresh, begin: begin}
	defer func() { _ = r.folder.Release() }()
	if err := r.prepare(ctx); err != nil {
		return Result{}, err
	}
	err := conclude(ctx, r.loop(ctx), r, r.metrics.close, r.curves)
	return r.result(), err
}

// prepare checks everything, builds the network, and opens the folder.
func (r *run) prepare(ctx context.Context) error {
	cfg := &r.cfg
	if err := cfg.Validate(); err != nil {
		return err
	}
	n := r.train.Len()
	if n == 0 {
		return fmt.Errorf("%w to train on: all games were filtered out or hold no moves", ErrNoPositions)
	}
	for _, s := range []source{r.train, r.heldOut} {
		if s != nil && s.Len() > 0 && s.Board() != cfg.Board {
			return fmt.Errorf("games on %d×%d for a network on %d×%d: give --board %d", s.Board(), s.Board(), cfg.Board, cfg.Board, s.Board())
		}
	}
	switch {
	case cfg.Steps > 0:
		r.steps = cfg.Steps
	case cfg.Epochs > 0:
		r.steps = max(1, int64(math.Ceil(cfg.Epochs*float64(n)/float64(cfg.Batch))))
	}
	var err error
	if r.learner, err = r.begin(cfg); err != nil {
		return err
	}
	r.state = state{Config: *cfg, Data: fingerprint(r.train, r.heldOut), Init: r.opt.InitSHA256, Threads: cfg.Threads, Positions: n, Lowest: math.MaxFloat64, Evaluated: -1}
	if r.learnsVisits() {
		r.state.Targets = Visits
	}
	if err := CheckDir(r.opt.Dir, r.opt.Resume); err != nil {
		return err
	}
	if r.opt.Resume {
		_, err := resume(r.opt.Dir, r.opt.Notice, func(checkpoints string) (damaged []string, err error) {
			r.best, damaged, err = r.state.restore(checkpoints, r.learner)
			return damaged, err
		}, holdsNoModel(r.opt.Dir, "--init"))
		if err != nil {
			return err
		}
		goOnWith(cfg.Threads, &r.state.Threads, r.opt.Notice)
	}
	r.guard = r.learner.guard(cfg.StallAfter)
	r.guard.best = r.state.Lowest
	if r.state.Step == 0 && cfg.Overfit > 0 {
		top1, passes, err := overfit(ctx, *cfg, r.train, r.fresh)
		if err != nil {
			return err
		}
		r.opt.Notice(fmt.Sprintf("a fresh network learned %d positions by heart: %.1f%% after %d passes", min(int64(cfg.Overfit), r.train.Len()), 100*top1, passes))
	}
	if err := os.MkdirAll(filepath.Join(r.opt.Dir, CheckpointsName), 0o755); err != nil {
		return err
	}
	now := r.opt.Now()
	if r.folder, err = folderlock.Take(r.opt.Dir); err != nil {
		return err
	}
	if r.metrics, err = openMetrics[Metric](r.opt.Dir, r.state.Step, r.state.Evaluated, now); err != nil {
		return err
	}
	// From the first moment there is something to resume from.
	r.session, r.before, r.from = now, r.state.Elapsed, r.state.sample()
	if r.state.Step > 0 {
		r.saved, r.drawn = now, len(r.metrics.all)
		return nil
	}
	return r.checkpoint()
}

// learnsVisits says whether the targets are Visits.
func (r *run) learnsVisits() bool {
	d, ok := r.train.(*Data)
	return ok && d.Targets() == Visits
}

// CheckDir refuses a folder that holds a run for a new one.
func CheckDir(dir string, resume bool) error {
	if err := models.CheckWritable(dir); err != nil {
		return err
	}
	found, err := hasRun(dir)
	if err != nil {
		return err
	}
	if found && !resume {
		return fmt.Errorf("%s: %w: --resume goes on with it; else choose another folder", dir, ErrRunExists)
	}
	return nil
}

// hasRun says whether a folder holds anything that a run leaves.
func hasRun(dir string) (bool, error) {
	for _, name := range []string{MetricsName, CheckpointsName, models.ManifestName} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return true, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
	}
	return false, nil
}

// elapsed is the time in training, over all sessions.
func (r *run) elapsed() time.Duration { return r.before + r.opt.Now().Sub(r.session) }

// fraction is how much of the run is done.
func (r *run) fraction() float64 {
	if r.steps > 0 {
		return min(1, float64(r.state.Step)/float64(r.steps))
	}
	return min(1, float64(r.elapsed())/float64(r.cfg.Time))
}

// loop trains until the end of the run. It measures before it looks at ctx or at
// the end, so that a run stopped during a measurement makes it up when resumed.
func (r *run) loop(ctx context.Context) error {
	l := newFeed(ctx, r.state.sample(), r.cfg.Threads, r.newBatch, r.fillers())
	defer l.Close()
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
		b, err := l.Next()
		if err != nil {
			return err
		}
		rate := schedule.Rate(Progress{Step: r.state.Step, Fraction: fraction})
		result, err := r.learner.step(b.Planes, b.Labels, nil, rate)
		if errors.Is(err, learn.ErrNotFinite) {
			return notFinite("step", r.state.Step+1, rate, ", or a longer --warm-up")
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", r.state.Step+1, err)
		}
		l.Release(b)
		r.state.Step++
		r.state.advance(r.cfg.Batch)
		r.state.Window.add(result, r.cfg.Batch)
		r.state.Window.Time += r.opt.Now().Sub(start)
		if err := r.log(rate); err != nil {
			return err
		}
		if err := r.checkpointIfDue(); err != nil {
			return err
		}
	}
}

func (r *run) newBatch() *Batch {
	return &Batch{
		Planes: make([]float32, r.cfg.Batch*r.learner.Points()*r.learner.Stride()),
		Labels: make([]float32, r.cfg.Batch),
	}
}

func (r *run) fillers() []filler {
	fillers := make([]filler, r.cfg.Workers)
	for w := range fillers {
		fillers[w] = newFiller(r.train, r.learner, r.cfg.Seed)
	}
	return fillers
}

func (r *run) checkpointIfDue() error {
	every, interval := r.cfg.CheckpointEvery, r.cfg.CheckpointInterval
	if every > 0 && r.state.Step%every == 0 || interval > 0 && r.opt.Now().Sub(r.saved) >= interval {
		return r.checkpoint()
	}
	return nil
}

// checkpoint saves the run as it stands, after its metrics, so that no line up to
// a checkpoint is ever missing.
func (r *run) checkpoint() error {
	r.state.Elapsed = r.elapsed()
	if err := r.metrics.sync(); err != nil {
		return err
	}
	if err := r.state.save(filepath.Join(r.opt.Dir, CheckpointsName), r.learner, r.best); err != nil {
		return err
	}
	r.saved = r.opt.Now()
	return nil
}

// finish saves the model. The checkpoint keeps the last weights.
func (r *run) finish() error {
	s := &r.state
	t := r.opt.Training
	end := r.metric(KindEval)
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
	t.Figures = map[string]float64{"epochs": end.Epoch, "samples": float64(end.Samples), "wall_s": s.Elapsed.Seconds()}
	if m := s.HeldOut; m != nil {
		maps.Copy(t.Figures, r.learner.figures(m, s.Best))
		t.Figures["heldout_positions"], t.Figures["heldout_games"] = float64(m.Positions), float64(m.Games)
	}
	return r.learner.save(r.opt.Dir, t)
}

func (r *run) result() Result {
	s := &r.state
	result := Result{Steps: s.Step, Samples: s.sample(), Elapsed: s.Elapsed, HeldOut: s.HeldOut, Best: s.Best}
	switch l := r.learner.(type) {
	case *policyLearner:
		result.Policy = l.Policy
	case *valueLearner:
		result.Value = l.Value
	}
	return result
}
