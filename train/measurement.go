package train

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/session"
)

// logs says whether a line of metrics is due after step.
func (r *run[C, L]) logs(step int64) bool { return step%r.cfg.LogEvery == 0 || step == r.steps }

// log ends the window of a step if it is due, and reports the step.
func (r *run[C, L]) log(rate float64) error {
	s, w := &r.state, &r.state.Window
	report := r.report()
	if r.logs(s.Step) {
		m := r.metric(session.KindTrain)
		r.learner.trained(&m, w)
		m.Rate = rate
		if w.Time > 0 {
			m.PerSecond = float64(w.Samples) / w.Time.Seconds()
		}
		*w = measure.Window{}
		if err := r.Write(m); err != nil {
			return err
		}
		report.Metric = &m
		if err := r.guard.window(s.Step, m.Loss.Value, rate); err != nil {
			return err
		}
		s.Lowest = r.guard.best
		if err := r.ask(false); err != nil {
			return err
		}
	}
	r.opt.Report(report)
	return nil
}

func (r *run[C, L]) report() measure.Report {
	s, w := &r.state, &r.state.Window
	p := measure.Report{Step: s.Step, Fraction: r.Fraction(s.Step), Elapsed: r.Elapsed(), Knows: r.learner.knows()}
	if w.Steps > 0 {
		p.Loss, p.Known = w.Loss/float64(w.Steps), float64(w.Correct)/float64(w.Samples)
	}
	p.PerSecond, p.Left = r.PerSecond(s.sample()), r.Left(s.Step)
	return p
}

// metric is a line of metrics with what all have in common.
func (r *run[C, L]) metric(kind string) measure.Metric {
	s := &r.state
	return measure.Metric{
		Kind: kind, Step: s.Step, Samples: s.sample(),
		Epoch: float64(s.Epoch) + float64(s.Index)/float64(s.Positions),
		Wall:  r.Elapsed().Seconds(),
	}
}

// ask adds to the examples if that is due.
func (r *run[C, L]) ask(done bool) error {
	step := r.state.Step
	if r.example == nil || !done && !r.example.Due(step) {
		return nil
	}
	if err := r.learner.Settle(); err != nil {
		return err
	}
	return r.example.Write(step)
}

// measureIfDue measures the network on the held-out games.
func (r *run[C, L]) measureIfDue(ctx context.Context, done bool) error {
	s := &r.state
	if !r.MeasureDue(s.Step, s.Evaluated, r.cfg.EvalEvery, done) || r.heldOut == nil || r.heldOut.Len() == 0 {
		return nil
	}
	m := r.metric(session.KindEval)
	err := r.Measure(func() error {
		if err := r.learner.Settle(); err != nil {
			return err
		}
		return r.learner.measure(ctx, &m, r.heldOut, measure.Config{
			Positions:  r.cfg.EvalPositions,
			Symmetries: 1,
			Threads:    r.cfg.Threads,
			Seed:       r.cfg.Seed,
		})
	})
	if err != nil {
		return err
	}
	if said := r.still.check(s.Step, r.learner.Weights()); said != "" {
		r.opt.Notice(said)
	}
	m.Wall = r.Elapsed().Seconds()
	s.Evaluated, s.HeldOut = s.Step, &m
	if s.Best == nil || r.learner.better(&m, s.Best) {
		s.Best = &m
		if r.learner.keepsBest() {
			r.best = r.learner.Weights()
		}
	}
	if err := r.Write(m); err != nil {
		return err
	}
	report := r.report()
	report.Metric = &m
	r.opt.Report(report)
	return r.curves()
}

func (r *run[C, L]) curves() error {
	return r.Draw(func(path string, metrics []measure.Metric) error {
		title := fmt.Sprintf("%d×%d, %d planes, %d layers of %d filters",
			r.cfg.Board, r.cfg.Board, r.cfg.Planes, r.cfg.Layers, r.cfg.Filters)
		return measure.DrawCurves(path, title, metrics)
	})
}
