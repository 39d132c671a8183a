package measure

import (
	"github.com/tengen-go/tengen/internal/tfrecord"
	"github.com/tengen-go/tengen/train/session"
)

// Metric is one line of metrics.jsonl: one point of the curves.
type Metric struct {
	Kind    string  `json:"kind"`    // KindTrain or KindEval
	Step    int64   `json:"step"`    // optimiser steps done
	Epoch   float64 `json:"epoch"`   // passes over all positions done
	Samples int64   `json:"samples"` // positions seen by the optimiser
	Wall    float64 `json:"wall_s"`  // seconds of training, interruptions not counted
	Loss    float64 `json:"loss"`    // of a policy in nats, of a value network MSEHalf

	// Of a policy, shares in [0, 1].
	Top1 float64 `json:"top1,omitzero"`
	Top5 float64 `json:"top5,omitzero"`

	// Of a value network: the mean of (z − v)² of outcomes z = ±1, of its half, which the
	// paper gives, and of the same with z and v as winning probabilities; and the share
	// of positions where v has the sign of z.
	MSE     float64 `json:"mse,omitzero"`
	MSEHalf float64 `json:"mse_half,omitzero"`
	MSEUnit float64 `json:"mse_unit,omitzero"`
	Sign    float64 `json:"sign,omitzero"`

	// Of training lines.
	Rate      float64 `json:"rate,omitempty"`            // learning rate of the last step
	PerSecond float64 `json:"positions_per_s,omitempty"` // training speed

	// Of held-out lines: 95% intervals over games, and the MSE of the constant that is
	// best for these positions, their mean outcome.
	MSELo     float64 `json:"mse_lo,omitempty"`
	MSEHi     float64 `json:"mse_hi,omitempty"`
	Constant  float64 `json:"constant,omitempty"`
	Top1Lo    float64 `json:"top1_lo,omitempty"`
	Top1Hi    float64 `json:"top1_hi,omitempty"`
	LossLo    float64 `json:"loss_lo,omitempty"`
	LossHi    float64 `json:"loss_hi,omitempty"`
	Positions int     `json:"positions,omitempty"`
	Games     int     `json:"games,omitempty"`
}

// ofValue says whether the line is of a value network.
func (m *Metric) ofValue() bool { return m.MSE > 0 }

// squared fills in the scales of a mean squared error, raw.
func (m *Metric) SetMSE(mse float64) {
	m.MSE, m.MSEHalf, m.MSEUnit = mse, mse/2, mse/4
	m.Loss = m.MSEHalf
}

// Scalars are the curves of m for TensorBoard.
func (m *Metric) Scalars() []tfrecord.Scalar {
	group := "train/"
	if m.Kind == session.KindEval {
		group = "heldout/"
	}
	s := []tfrecord.Scalar{{Tag: group + "loss", Value: float32(m.Loss)}}
	if m.ofValue() {
		s = append(s,
			tfrecord.Scalar{Tag: group + "mse", Value: float32(m.MSE)},
			tfrecord.Scalar{Tag: group + "mse_half", Value: float32(m.MSEHalf)},
			tfrecord.Scalar{Tag: group + "mse_unit", Value: float32(m.MSEUnit)},
			tfrecord.Scalar{Tag: group + "sign", Value: float32(m.Sign)})
	} else {
		s = append(s,
			tfrecord.Scalar{Tag: group + "top1", Value: float32(m.Top1)},
			tfrecord.Scalar{Tag: group + "top5", Value: float32(m.Top5)})
	}
	if m.Kind == session.KindTrain {
		s = append(s,
			tfrecord.Scalar{Tag: "rate", Value: float32(m.Rate)},
			tfrecord.Scalar{Tag: "positions_per_s", Value: float32(m.PerSecond)},
			tfrecord.Scalar{Tag: "epoch", Value: float32(m.Epoch)})
	}
	return s
}

// At is the step of the line, and whether it is a measurement.
func (m *Metric) At() (step int64, measured bool) { return m.Step, m.Kind == session.KindEval }

// ReadMetrics reads a metrics.jsonl. A last line that a kill cut off is left out.
func ReadMetrics(path string) ([]Metric, error) { return session.ReadLines[Metric](path) }
