package linear

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/shapes"
	"github.com/tengen-go/tengen/train/session"
)

// ShapesOptions are the surroundings of a run that learns local shapes.
type ShapesOptions = session.Options[ShapesReport]

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
func ShapesDir(dir string) string { return session.AdditionDir(dir, models.Shapes) }

// CheckShapesDir refuses a folder that holds such a run, or local shapes, for a new one.
// It refuses one with a model for another board.
func CheckShapesDir(dir string, board int, resume bool) error {
	return session.CheckAddition(dir, models.Shapes, board, "local shapes", resume)
}

// shapesRun is a run in progress.
type shapesRun struct {
	cfg     ShapesConfig
	opt     ShapesOptions
	game    *shapesGame
	values  *shapes.Values
	earlier *shapes.Values // of the measurement before
	state   shapesState

	*session.Session[ShapesMetric, *ShapesMetric]
}

// Shapes learns a value function over local shapes by TD(0) from self-play (see package
// shapes; Gelly and Silver 2011, §5; Silver, Sutton and Müller 2007) and adds it to the model
// in opt.Dir when it is done.
//
// When ctx is cancelled it saves a checkpoint and returns an error wrapping ctx.Err(). A run
// that is resumed, however it was stopped, ends with the same weights as one that never was,
// bit for bit, if it is bounded by games.
func Shapes(ctx context.Context, cfg ShapesConfig, opt ShapesOptions) (ShapesResult, error) {
	r := &shapesRun{cfg: cfg, opt: opt.Complete()}
	defer func() { r.Close() }()
	if err := r.prepare(); err != nil {
		return ShapesResult{}, err
	}
	err := r.Conclude(ctx, r.loop(ctx), r.checkpoint, r.finish, r.curves, session.ErrNotFinite)
	return r.result(), err
}

func (r *shapesRun) curves() error {
	return r.Draw(func(path string, metrics []ShapesMetric) error {
		return DrawShapesCurves(path, fmt.Sprintf("local shapes, %d×%[1]d, %d weights",
			r.values.Size(), r.values.Weights()), metrics)
	})
}

func (r *shapesRun) prepare() error {
	if err := r.cfg.Validate(); err != nil {
		return err
	}
	if err := CheckShapesDir(r.opt.Dir, r.cfg.Board, r.opt.Resume); err != nil {
		return err
	}
	var err error
	if r.values, err = shapes.New(r.cfg.Board); err != nil {
		return err
	}
	r.earlier = r.values.Clone()
	r.game = newShapesGame(r.cfg.Board)
	r.state = shapesState{Config: r.cfg, Evaluated: -1}
	length := session.Length{Steps: r.cfg.Games, Time: r.cfg.Time}
	if r.Session, err = session.Open[ShapesMetric](ShapesDir(r.opt.Dir), length, r.opt); err != nil {
		return err
	}
	fresh, err := r.Restore(r.opt.Resume, r.restore, session.NoWeights(r.opt.Dir, models.Shapes))
	if err != nil {
		return err
	}
	err = r.Begin(session.At{
		Step:      r.state.Games,
		Evaluated: r.state.Evaluated,
		Units:     r.state.Games,
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

func (r *shapesRun) loop(ctx context.Context) error {
	schedule := r.cfg.schedule()
	s := &r.state
	for {
		fraction := r.Fraction(r.state.Games)
		done := fraction >= 1
		if err := r.measureIfDue(ctx, done); err != nil {
			return err
		}
		if done || ctx.Err() != nil {
			return ctx.Err()
		}
		// Each game has chance of its own, so that a run goes on as if it had not stopped.
		rand := board.NewRand(splitmix.Mix(r.cfg.Seed*splitmix.Golden + uint64(s.Games)))
		rate := schedule.Rate(session.Progress{Step: s.Games, Fraction: fraction})
		l := r.game.learn(r.values, &r.cfg, rate, &rand)
		if math.IsNaN(l.errors) {
			return session.NotFinite("game", s.Games+1, rate, "")
		}
		s.Games++
		s.Moves += int64(l.moves)
		s.Window.add(l)
		if err := r.log(rate); err != nil {
			return err
		}
		if r.Since() >= r.cfg.CheckpointInterval {
			if err := r.checkpoint(); err != nil {
				return err
			}
		}
	}
}

// log ends the window if it is due, and reports the game.
func (r *shapesRun) log(rate float64) error {
	s := &r.state
	p := r.report()
	if s.Games%r.cfg.LogEvery == 0 || s.Games == r.cfg.Games {
		w := s.Window
		m := ShapesMetric{
			Kind: session.KindTrain, Games: s.Games, Wall: p.Elapsed.Seconds(), Rate: rate, PerSecond: p.PerSecond,
			Error: w.Errors / float64(w.Moves),
			Moves: float64(w.Moves) / float64(w.Games),
			Black: w.Black / float64(w.Games),
		}
		s.Window = shapesWindow{}
		if err := r.Write(m); err != nil {
			return err
		}
		p.Metric = &m
	}
	r.opt.Report(p)
	return nil
}

func (r *shapesRun) report() ShapesReport {
	p := ShapesReport{Games: r.state.Games, Fraction: r.Fraction(r.state.Games), Elapsed: r.Elapsed()}
	p.PerSecond = r.PerSecond(p.Games)
	return p
}

// Streams of chance besides the games that are learned from.
const (
	streamRandom  = 1 << 62
	streamEarlier = 1 << 61
)

// measureIfDue has the value function play against random moves and against itself as it
// was at the measurement before.
func (r *shapesRun) measureIfDue(ctx context.Context, done bool) error {
	s := &r.state
	if !r.MeasureDue(s.Games, s.Evaluated, r.cfg.EvalEvery, done) || r.cfg.EvalGames == 0 {
		return nil
	}
	against := func(other *shapes.Values, stream uint64) (interval.Estimate, error) {
		return r.game.match(ctx, r.values, other, r.cfg.Board, r.cfg.Komi, r.cfg.EvalGames,
			splitmix.Mix(r.cfg.Seed*splitmix.Golden+stream))
	}
	var random, earlier interval.Estimate
	err := r.Measure(func() (err error) {
		if random, err = against(nil, streamRandom); err == nil {
			earlier, err = against(r.earlier, streamEarlier)
		}
		return err
	})
	if err != nil {
		return err
	}
	m := ShapesMetric{
		Kind: session.KindEval, Games: s.Games, Wall: r.Elapsed().Seconds(), Played: r.cfg.EvalGames,
		Random: random, Earlier: earlier,
	}
	s.Evaluated, s.Last = s.Games, &m
	r.earlier = r.values.Clone()
	if err := r.Write(m); err != nil {
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
