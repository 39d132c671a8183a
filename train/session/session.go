package session

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/folder"
)

// Names in the folder of a run, next to the names of package models.
const (
	MetricsName     = "metrics.jsonl"
	CurvesName      = "curves.png"
	CheckpointsName = "checkpoints"
)

// drawEvery is the least time between two drawings of the curves of a run that goes on. One takes as long as many
// steps of a small network.
const drawEvery = 5 * time.Second

// DefaultLength bounds a run of which neither preset nor overrides give a length.
const DefaultLength = 30 * time.Minute

// Length bounds a run: by steps or, if they are 0, by time.
type Length struct {
	Steps int64
	Time  time.Duration
}

// At is where a run stands when a session begins.
type At struct {
	Step      int64 // steps done
	Evaluated int64 // step of the last measurement, −1 for none
	Units     int64 // of what the speed counts, such as positions, done
	Elapsed   time.Duration
}

// Session is a run from its start or resumption to its end or interruption. M is a line of its
// metrics.
type Session[M any, P Line[M]] struct {
	folder *folder.Folder
	dir    string
	length Length
	finish bool
	notice func(string)
	fault  func(string)
	fresh  func(string)
	now    func() time.Time

	clock    folder.Clock
	began    At
	measured time.Duration // of this session, spent in measurements
	saved    time.Time
	log      *metricsLog[M, P]
	drawn    int       // metrics in the curves
	drawable time.Time // from when on the curves may be drawn again
}

// Open makes the folder of a run and locks it. The error wraps folder.ErrBusy if another process
// works there. A run that is to end where it stopped must have a checkpoint there.
func Open[M any, P Line[M], R any](dir string, length Length, opt Options[R]) (*Session[M, P], error) {
	if opt.Finish {
		if err := CheckFinish(dir); err != nil {
			return nil, err
		}
	}
	f, err := folder.Open(dir)
	if err != nil {
		return nil, err
	}
	if err := clean(dir); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Session[M, P]{
		folder: f, dir: dir, length: length, finish: opt.Finish,
		notice: opt.Notice, fault: opt.Fault, fresh: opt.Fresh, now: opt.Now,
	}, nil
}

// clean removes what writes left that were killed, of the files that the run alone writes. The folder may be the
// model's, too: other runs add their networks there, under a lock of their own, and have their folders below it.
func clean(dir string) error {
	return errors.Join(
		atomicfile.CleanFile(filepath.Join(dir, MetricsName)),
		atomicfile.CleanFile(filepath.Join(dir, CurvesName)),
		atomicfile.Clean(filepath.Join(dir, CheckpointsName)),
	)
}

// Close gives the folder back. A nil Session has none.
func (s *Session[M, P]) Close() {
	if s != nil {
		_ = s.folder.Close() // what the run wrote is on disk already
	}
}

// Dir is the folder of the run's files.
func (s *Session[M, P]) Dir() string { return s.dir }

// Begin opens the metrics, from which it drops what an interrupted run wrote beyond its
// checkpoint, and starts the clock. A run without a step cannot end there.
func (s *Session[M, P]) Begin(at At) error {
	if s.finish && at.Step == 0 {
		return fmt.Errorf("finish %s: the run stopped before its first step: go on with --resume", s.dir)
	}
	if s.finish {
		s.notice("the run ends where it stopped; --resume still goes on from there")
	}
	if err := os.MkdirAll(filepath.Join(s.dir, CheckpointsName), 0o755); err != nil {
		return err
	}
	s.clock, s.began = folder.NewClock(s.now, at.Elapsed), at
	now := s.now()
	var err error
	if s.log, err = openMetrics[M, P](s.dir, at.Step, at.Evaluated, now); err != nil {
		return err
	}
	s.saved, s.drawable = now, now.Add(drawEvery)
	return nil
}

// Now is the time of day.
func (s *Session[M, P]) Now() time.Time { return s.now() }

// Elapsed is the time of the run, over all sessions.
func (s *Session[M, P]) Elapsed() time.Duration { return s.clock.Elapsed() }

// Fraction is how much of the run is done after so many steps, in [0, 1]: all of a run that is to end
// where it stopped.
func (s *Session[M, P]) Fraction(step int64) float64 {
	if s.finish {
		return 1
	}
	if s.length.Steps > 0 {
		return min(1, float64(step)/float64(s.length.Steps))
	}
	return min(1, float64(s.Elapsed())/float64(s.length.Time))
}

// PerSecond is the speed of this session after so many units, measurements left out; 0 if no time
// has passed.
func (s *Session[M, P]) PerSecond(units int64) float64 {
	if t := s.clock.Session() - s.measured; t > 0 {
		return float64(units-s.began.Units) / t.Seconds()
	}
	return 0
}

// Left is an estimate of the time that the run still takes after so many steps; 0 before there is
// any.
func (s *Session[M, P]) Left(step int64) time.Duration {
	if s.length.Steps == 0 {
		return max(0, s.length.Time-s.Elapsed())
	}
	if step <= s.began.Step {
		return 0
	}
	t := s.clock.Session() - s.measured
	left := float64(t) * float64(s.length.Steps-step) / float64(step-s.began.Step)
	if left >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(left)
}

// Measure does a measurement. Its time does not count for the speed.
func (s *Session[M, P]) Measure(measure func() error) error {
	start := s.now()
	err := measure()
	s.measured += s.now().Sub(start)
	return err
}

// MeasureDue reports whether a measurement is due after so many steps, of which the last one was
// at evaluated: at the end of the run, and every so many steps unless that is 0.
func (s *Session[M, P]) MeasureDue(step, evaluated, every int64, done bool) bool {
	return step != evaluated && (done || every > 0 && step > 0 && step%every == 0)
}

// Write adds a line to the metrics.
func (s *Session[M, P]) Write(m M) error {
	return s.log.write(m, float64(s.now().UnixNano())/1e9)
}

// Since is the time since the last checkpoint.
func (s *Session[M, P]) Since() time.Duration { return s.now().Sub(s.saved) }

// Checkpoint makes the lines of the metrics so far survive a loss of power and then saves the run,
// so that no line up to a checkpoint is ever missing. save is given the folder of the checkpoints.
// A run that is to end where it stopped leaves the checkpoint as it is: a run that goes on from there later
// must not know of the measurement in between.
func (s *Session[M, P]) Checkpoint(save func(dir string) error) error {
	if err := s.log.sync(); err != nil {
		return err
	}
	if s.finish {
		return nil
	}
	if err := save(filepath.Join(s.dir, CheckpointsName)); err != nil {
		return err
	}
	s.saved = s.now()
	return nil
}

// Draw has the curves drawn of all lines of the metrics, if there are new ones: every few seconds, and at the end.
func (s *Session[M, P]) Draw(draw func(path string, metrics []M) error) error {
	if s.drawn == len(s.log.all) || s.now().Before(s.drawable) {
		return nil
	}
	s.drawn, s.drawable = len(s.log.all), s.now().Add(drawEvery)
	return draw(filepath.Join(s.dir, CurvesName), s.log.all)
}

// Conclude ends a session after its loop returned err, and returns the session's error. A failed
// run is not saved: its weights may be worth nothing. The errors in hopeless are failures even if
// the run was interrupted as well. An interrupted run is saved. A run that is done is saved and
// finished, which adds what was learned to the model. The metrics are closed in any case. draw,
// unless nil, draws the curves of a run that has not failed.
func (s *Session[M, P]) Conclude(
	ctx context.Context, err error, save, finish, draw func() error, hopeless ...error,
) error {
	s.drawable = s.now()
	return conclude(ctx, err, save, finish, draw, s.log.close, hopeless)
}

func conclude(ctx context.Context, err error, save, finish, draw, closeLog func() error, hopeless []error) error {
	failed := slices.ContainsFunc(hopeless, func(h error) bool { return errors.Is(err, h) })
	if err != nil && (ctx.Err() == nil || failed) {
		return errors.Join(err, closeLog())
	}
	if err := save(); err != nil {
		return errors.Join(err, closeLog())
	}
	if err == nil {
		err = finish()
	}
	err = errors.Join(err, closeLog())
	if draw != nil {
		err = errors.Join(err, draw())
	}
	return err
}
