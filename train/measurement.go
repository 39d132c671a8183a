package train

import (
	"context"
	"fmt"
	"path/filepath"
	"time"
)

// logs says whether a line of metrics is due after step.
func (r *run) logs(step int64) bool { return step%r.cfg.LogEvery == 0 || step == r.steps }

// log ends the window of a step if it is due, and reports the step.
func (r *run) log(rate float64) error {
	s, w := &r.state, &r.state.Window
	report := r.report()
	if r.logs(s.Step) {
		m := r.metric(KindTrain)
		r.learner.trained(&m, w)
		m.Rate = rate
		if w.Time > 0 {
			m.PerSecond = float64(w.Samples) / w.Time.Seconds()
		}
		*w = window{}
		if err := r.write(m); err != nil {
			return err
		}
		report.Metric = &m
		if err := r.guard.window(s.Step, m.Loss, rate); err != nil {
			return err
		}
		s.Lowest = r.guard.best
	}
	r.opt.Report(report)
	return nil
}

func (r *run) report() Report {
	s, w := &r.state, &r.state.Window
	p := Report{Step: s.Step, Fraction: r.fraction(), Elapsed: r.elapsed()}
	if w.Steps > 0 {
		p.Loss, p.Top1 = w.Loss/float64(w.Steps), float64(w.Correct)/float64(w.Samples)
	}
	if t := r.opt.Now().Sub(r.session) - r.measured; t > 0 {
		p.PerSecond = float64(s.sample()-r.from) / t.Seconds()
	}
	switch {
	case r.steps == 0:
		p.Left = max(0, r.cfg.Time-p.Elapsed)
	case p.PerSecond > 0:
		p.Left = time.Duration(float64(r.steps-s.Step) * float64(r.cfg.Batch) / p.PerSecond * float64(time.Second))
	}
	return p
}

// metric is a line of metrics with what all have in common.
func (r *run) metric(kind string) Metric {
	s := &r.state
	return Metric{
		Kind: kind, Step: s.Step, Samples: s.sample(),
		Epoch: float64(s.Epoch) + float64(s.Index)/float64(s.Positions),
		Wall:  r.elapsed().Seconds(),
	}
}

func (r *run) write(m Metric) error {
	return r.metrics.write(m, float64(r.opt.Now().UnixNano())/1e9)
}

// measureIfDue measures the network on the held-out games.
func (r *run) measureIfDue(ctx context.Context, done bool) error {
	s := &r.state
	due := done || r.cfg.EvalEvery > 0 && s.Step > 0 && s.Step%r.cfg.EvalEvery == 0
	if !due || s.Evaluated == s.Step || r.heldOut == nil || r.heldOut.Len() == 0 {
		return nil
	}
	start := r.opt.Now()
	m := r.metric(KindEval)
	if err := r.learner.measure(ctx, &m, r.heldOut, EvalConfig{Positions: r.cfg.EvalPositions, Symmetries: 1, Threads: r.cfg.Threads, Seed: r.cfg.Seed}); err != nil {
		return err
	}
	r.measured += r.opt.Now().Sub(start)
	m.Wall = r.elapsed().Seconds()
	s.Evaluated, s.HeldOut = s.Step, &m
	if s.Best == nil || r.learner.better(&m, s.Best) {
		s.Best = &m
		if r.learner.keepsBest() {
			r.best = r.learner.Weights()
		}
	}
	if err := r.write(m); err != nil {
		return err
	}
	report := r.report()
	report.Metric = &m
	r.opt.Report(report)
	return r.curves()
}

func (r *run) curves() error {
	if r.drawn == len(r.metrics.all) {
		return nil
	}
	r.drawn = len(r.metrics.all)
	title := fmt.Sprintf("%d×%d, %d planes, %d layers of %d filters", r.cfg.Board, r.cfg.Board, r.cfg.Planes, r.cfg.Layers, r.cfg.Filters)
	return DrawCurves(filepath.Join(r.opt.Dir, CurvesName), title, r.metrics.all)
}
