package measure

import (
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/tfrecord"
	"github.com/tengen-go/tengen/train/session"
)

// Metric is one line of metrics.jsonl: one point of the curves. What is learned decides whether it has
// Moves, Outcomes or neither. Intervals are 95% and over games, on held-out lines of several games.
type Metric struct {
	Kind    string            // session.KindTrain or session.KindEval
	Step    int64             // optimiser steps done
	Epoch   float64           // passes over all positions done
	Samples int64             // positions seen by the optimiser
	Wall    float64           // seconds of training, interruptions not counted
	Loss    interval.Estimate // of a policy in nats, of a value network ½(z − v)²

	Moves    *Moves    // what a policy knows of the moves
	Outcomes *Outcomes // what a value network knows of the outcomes

	// Of training lines.
	Rate      float64 // learning rate of the last step
	PerSecond float64 // training speed

	// Of held-out lines: how many were measured.
	Positions int
	Games     int
}

// Moves is what a policy knows of the moves of games, as shares in [0, 1].
type Moves struct {
	Top1 interval.Estimate
	Top5 float64
}

// Outcomes is what a value network knows of the outcomes of games.
type Outcomes struct {
	// MSE is the mean of (z − v)² of outcomes z = ±1. The paper gives its half; a quarter of it is the
	// same with z and v as winning probabilities.
	MSE interval.Estimate
	// Sign is the share of positions where v has the sign of z.
	Sign float64
	// Constant is the MSE of the constant that is best for these positions, their mean outcome; of
	// held-out lines.
	Constant float64
}

// SetMoves fills in what a policy foresaw of the positions of a window.
func (m *Metric) SetMoves(w *Window) {
	m.Loss = interval.Exact(w.Loss / float64(w.Steps))
	m.Moves = &Moves{interval.Exact(float64(w.Correct) / float64(w.Samples)), float64(w.TopFive) / float64(w.Samples)}
}

// SetOutcomes fills in what a value network foresaw of the positions of a window. The loss there is half
// the squared error.
func (m *Metric) SetOutcomes(w *Window) {
	m.setOutcomes(Outcomes{
		MSE:  interval.Exact(2 * w.Loss / float64(w.Steps)),
		Sign: float64(w.Correct) / float64(w.Samples),
	})
}

func (m *Metric) setOutcomes(o Outcomes) { m.Loss, m.Outcomes = o.MSE.Times(0.5), &o }

// SetFigures fills in a measurement of a policy.
func (m *Metric) SetFigures(f Figures) {
	m.Loss, m.Moves = several(f.Loss, f.Games), &Moves{f.Top1, f.Top5.Value}
	m.Positions, m.Games = f.Positions, f.Games
}

// SetValueFigures fills in a measurement of a value network.
func (m *Metric) SetValueFigures(f ValueFigures) {
	m.setOutcomes(Outcomes{several(f.MSE, f.Games), f.Sign.Value, f.Constant})
	m.Positions, m.Games = f.Positions, f.Games
}

// several is an estimate with its interval if that is over several games: of one game alone it has no end.
func several(e interval.Estimate, games int) interval.Estimate {
	if games < 2 {
		return interval.Exact(e.Value)
	}
	return e
}

// Known is the share of the positions that are known: moves that come first, or winners that are right.
func (m *Metric) Known() float64 {
	switch {
	case m.Moves != nil:
		return m.Moves.Top1.Value
	case m.Outcomes != nil:
		return m.Outcomes.Sign
	}
	return 0
}

// Scalars are the curves of m for TensorBoard.
func (m *Metric) Scalars() []tfrecord.Scalar {
	group := "train/"
	if m.Kind == session.KindEval {
		group = "heldout/"
	}
	s := []tfrecord.Scalar{{Tag: group + "loss", Value: float32(m.Loss.Value)}}
	if o := m.Outcomes; o != nil {
		s = append(s,
			tfrecord.Scalar{Tag: group + "mse", Value: float32(o.MSE.Value)},
			tfrecord.Scalar{Tag: group + "mse_half", Value: float32(o.MSE.Value / 2)},
			tfrecord.Scalar{Tag: group + "mse_unit", Value: float32(o.MSE.Value / 4)},
			tfrecord.Scalar{Tag: group + "sign", Value: float32(o.Sign)})
	}
	if k := m.Moves; k != nil {
		s = append(s,
			tfrecord.Scalar{Tag: group + "top1", Value: float32(k.Top1.Value)},
			tfrecord.Scalar{Tag: group + "top5", Value: float32(k.Top5)})
	}
	if m.Kind == session.KindTrain {
		if m.Rate > 0 {
			s = append(s, tfrecord.Scalar{Tag: "rate", Value: float32(m.Rate)})
		}
		s = append(s,
			tfrecord.Scalar{Tag: "positions_per_s", Value: float32(m.PerSecond)},
			tfrecord.Scalar{Tag: "epoch", Value: float32(m.Epoch)})
	}
	return s
}

// At is the step of the line, and whether it is a measurement.
func (m *Metric) At() (step int64, measured bool) { return m.Step, m.Kind == session.KindEval }

// ReadMetrics reads a metrics.jsonl. A last line that a kill cut off is left out.
func ReadMetrics(path string) ([]Metric, error) { return session.ReadLines[Metric](path) }
