package train

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/folderlock"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/shapes"
)

// ShapesOptions are the surroundings of a run that learns local shapes.
type ShapesOptions struct {
	// Dir is the folder of the model, made if need be. A model that is there keeps its
	// networks. Metrics, curves and checkpoints are in ShapesDir below it.
	Dir string
	// Resume goes on where the run in Dir stopped, or begins one.
	Resume bool
	// Training is the provenance that the manifest takes over; what the run knows is
	// filled in.
	Training models.Training
	// Report is called after every game and every measurement; nil for none.
	Report func(ShapesReport)
	// Notice receives single sentences that the user should see; nil for none.
	Notice func(string)
	// Now is the clock; nil for time.Now.
	Now func() time.Time
}

func (opt ShapesOptions) complete() ShapesOptions {
	if opt.Now == nil {
		opt.Now = time.Now
	}
	if opt.Report == nil {
		opt.Report = func(ShapesReport) {}
	}
	if opt.Notice == nil {
		opt.Notice = func(string) {}
	}
	return opt
}

// ShapesReport is the state of a run for a progress display.
type ShapesReport struct {
	Games     int64
	Fraction  float64       // of the run, in [0, 1]
	PerSecond float64       // games of this session, measurements left out
	Elapsed   time.Duration // of the run, interruptions not counted
	Metric    *ShapesMetric // line just written; nil for none
}

// ShapesResult is what a finished or interrupted run has come to.
type ShapesResult struct {
	Games   int64
	Moves   int64
	Elapsed time.Duration
	Last    *ShapesMetric // last measurement; nil if there was none
	Values  *shapes.Values
}

// ShapesDir is where the run that trained the local shapes of a model keeps its files.
func ShapesDir(dir string) string { return additionDir(dir, models.Shapes) }

// CheckShapesDir refuses a folder that holds such a run, or local shapes, for a new one.
func CheckShapesDir(dir string, resume bool) error {
	return checkAddition(dir, models.Shapes, "local shapes", resume)
}

// shapesRun is a run in progress.
type shapesRun struct {
	cfg       ShapesConfig
	opt       ShapesOptions
	dir       string
	game      *shapesGame
	values    *shapes.Values
	earlier   *shapes.Values // of the measurement before
	state     shapesState
	folder    folderlock.Lock // of the session
	metrics   *metricsLog[ShapesMetric, *ShapesMetric]
	session   time.Time
	before    time.Duration
	from      int64         // games at the session's start
	measuring time.Duration // of this session
	saved     time.Time
}

// Shapes learns a value function over local shapes by TD(0) from self-play (see package
// shapes; Gelly and Silver 2011, §5; Silver, Sutton and Müller 2007) and adds it to the model
// in opt.Dir when it is done.
//
// When ctx is cancelled it saves a checkpoint and returns an error wrapping ctx.Err(). A run
// that is resumed, however it was stopped, ends with the same weights as one that never was,
// bit for bit, if it is bounded by games.
func Shapes(ctx context.Context, cfg ShapesConfig, opt ShapesOptions) (ShapesResult, error) {
	r := &shapesRun{cfg: cfg, opt: opt.complete(), dir: ShapesDir(opt.Dir)}
	defer func() { _ = r.folder.Release() }()
	if err := r.prepare(); err != nil {
		return ShapesResult{}, err
	}
	err := conclude(ctx, r.loop(ctx), r, r.metrics.close, func() error {
		title := fmt.Sprintf("local shapes, %d×%d, %d weights", r.values.Size(), r.values.Size(), r.values.Weights())
		return DrawShapesCurves(filepath.Join(r.dir, CurvesName), title, r.metrics.all)
	})
	return r.result(), err
}

func (r *shapesRun) prepare() error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	if err := CheckShapesDir(r.opt.Dir, r.opt.Resume); err != nil {
		return err
	}
	// A model for another board would refuse the result.
	if m, err := models.ReadManifest(r.opt.Dir); err == nil && m.Board != 0 && m.Board != r.cfg.Board {
		return fmt.Errorf("%s holds a model for %d×%[2]d, not %[3]d×%[3]d: choose another folder, or --board %[2]d", r.opt.Dir, m.Board, r.cfg.Board)
	}
	var err error
	if r.values, err = shapes.New(r.cfg.Board); err != nil {
		return err
	}
	r.earlier = r.values.Clone()
	r.game = newShapesGame(r.cfg.Board)
	r.state = shapesState{Config: r.cfg, Evaluated: -1}
	fresh := true
	if r.opt.Resume {
		if fresh, err = resume(r.dir, r.opt.Notice, r.restore, holdsNoWeights(r.opt.Dir, models.Shapes)); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Join(r.dir, CheckpointsName), 0o755); err != nil {
		return err
	}
	now := r.opt.Now()
	if r.folder, err = folderlock.Take(r.dir); err != nil {
		return err
	}
	if r.metrics, err = openMetrics[ShapesMetric](r.dir, r.state.Games, r.state.Evaluated, now); err != nil {
		return err
	}
	r.session, r.before, r.from, r.saved = now, r.state.Elapsed, r.state.Games, now
	if fresh {
		return r.checkpoint()
	}
	return nil
}

func (r *shapesRun) loop(ctx context.Context) error {
	schedule := r.cfg.schedule()
	s := &r.state
	for {
		fraction := r.fraction()
		done := fraction >= 1
		if err := r.measureIfDue(done); err != nil {
			return err
		}
		if done || ctx.Err() != nil {
			return ctx.Err()
		}
		// Each game has chance of its own, so that a run goes on as if it had not stopped.
		rand := board.NewRand(mix(r.cfg.Seed*golden + uint64(s.Games)))
		rate := schedule.Rate(Progress{Step: s.Games, Fraction: fraction})
		l := r.game.learn(r.values, &r.cfg, rate, &rand)
		if math.IsNaN(l.errors) {
			return notFinite("game", s.Games+1, rate, "")
		}
		s.Games++
		s.Moves += int64(l.moves)
		s.Window.add(l)
		if err := r.log(rate); err != nil {
			return err
		}
		if r.opt.Now().Sub(r.saved) >= r.cfg.CheckpointInterval {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
	}
}

// elapsed is the time of the run, over all sessions.
func (r *shapesRun) elapsed() time.Duration { return r.before + r.opt.Now().Sub(r.session) }

// fraction is how much of the run is done.
func (r *shapesRun) fraction() float64 {
	if r.cfg.Games > 0 {
		return min(1, float64(r.state.Games)/float64(r.cfg.Games))
	}
	return min(1, float64(r.elapsed())/float64(r.cfg.Time))
}

// log ends the window if it is due, and reports the game.
func (r *shapesRun) log(rate float64) error {
	s := &r.state
	p := r.report()
	if s.Games%r.cfg.LogEvery == 0 || s.Games == r.cfg.Games {
		w := s.Window
		m := ShapesMetric{
			Kind: KindTrain, Games: s.Games, Wall: p.Elapsed.Seconds(), Rate: rate, PerSecond: p.PerSecond,
			Error: w.Errors / float64(w.Moves), Moves: float64(w.Moves) / float64(w.Games), Black: w.Black / float64(w.Games),
		}
		s.Window = shapesWindow{}
		if err := r.write(m); err != nil {
			return err
		}
		p.Metric = &m
	}
	r.opt.Report(p)
	return nil
}

func (r *shapesRun) report() ShapesReport {
	p := ShapesReport{Games: r.state.Games, Fraction: r.fraction(), Elapsed: r.elapsed()}
	if playing := r.opt.Now().Sub(r.session) - r.measuring; playing > 0 {
		p.PerSecond = float64(p.Games-r.from) / playing.Seconds()
	}
	return p
}

func (r *shapesRun) write(m ShapesMetric) error {
	return r.metrics.write(m, float64(r.opt.Now().UnixNano())/1e9)
}

// Streams of chance besides the games that are learned from.
const (
	streamRandom  = 1 << 62
	streamEarlier = 1 << 61
)

// measureIfDue has the value function play against random moves and against itself as it
// was at the measurement before.
func (r *shapesRun) measureIfDue(done bool) error {
	s := &r.state
	due := done || r.cfg.EvalEvery > 0 && s.Games > 0 && s.Games%r.cfg.EvalEvery == 0
	if !due || s.Evaluated == s.Games || r.cfg.EvalGames == 0 {
		return nil
	}
	start := r.opt.Now()
	against := func(other *shapes.Values, stream uint64) interval.Estimate {
		return r.game.match(r.values, other, r.cfg.Board, r.cfg.Komi, r.cfg.EvalGames, mix(r.cfg.Seed*golden+stream)).rate()
	}
	random, earlier := against(nil, streamRandom), against(r.earlier, streamEarlier)
	r.measuring += r.opt.Now().Sub(start)
	m := ShapesMetric{
		Kind: KindEval, Games: s.Games, Wall: r.elapsed().Seconds(), Played: r.cfg.EvalGames,
		Random: random.Value, RandomLo: random.Lo, RandomHi: random.Hi,
		Earlier: earlier.Value, EarlierLo: earlier.Lo, EarlierHi: earlier.Hi,
	}
	s.Evaluated, s.Last = s.Games, &m
	r.earlier = r.values.Clone()
	if err := r.write(m); err != nil {
		return err
	}
	p := r.report()
	p.Metric = &m
	r.opt.Report(p)
	return nil
}

func (r *shapesRun) result() ShapesResult {
	s := &r.state
	return ShapesResult{Games: s.Games, Moves: s.Moves, Elapsed: s.Elapsed, Last: s.Last, Values: r.values}
}
