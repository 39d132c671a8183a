package measure

import (
	"encoding/json"

	"github.com/tengen-go/tengen/internal/interval"
)

// metricLine is a [Metric] in metrics.jsonl and in checkpoints, which all versions can read.
type metricLine struct {
	Kind    string  `json:"kind"`
	Step    int64   `json:"step"`
	Epoch   float64 `json:"epoch"`
	Samples int64   `json:"samples"`
	Wall    float64 `json:"wall_s"`
	Loss    float64 `json:"loss"`

	Top1 *float64 `json:"top1,omitempty"`
	Top5 *float64 `json:"top5,omitempty"`

	MSE     *float64 `json:"mse,omitempty"`
	MSEHalf *float64 `json:"mse_half,omitempty"`
	MSEUnit *float64 `json:"mse_unit,omitempty"`
	Sign    *float64 `json:"sign,omitempty"`

	Rate      float64 `json:"rate,omitempty"`
	PerSecond float64 `json:"positions_per_s,omitempty"`

	MSELo     *float64 `json:"mse_lo,omitempty"`
	MSEHi     *float64 `json:"mse_hi,omitempty"`
	Constant  float64  `json:"constant,omitempty"`
	Top1Lo    *float64 `json:"top1_lo,omitempty"`
	Top1Hi    *float64 `json:"top1_hi,omitempty"`
	LossLo    *float64 `json:"loss_lo,omitempty"`
	LossHi    *float64 `json:"loss_hi,omitempty"`
	Positions int      `json:"positions,omitempty"`
	Games     int      `json:"games,omitempty"`
}

// MarshalJSON writes the line.
func (m Metric) MarshalJSON() ([]byte, error) {
	l := metricLine{
		Kind: m.Kind, Step: m.Step, Epoch: m.Epoch, Samples: m.Samples, Wall: m.Wall, Loss: m.Loss.Value,
		Rate: m.Rate, PerSecond: m.PerSecond, Positions: m.Positions, Games: m.Games,
	}
	if k := m.Moves; k != nil {
		l.Top1, l.Top5 = &k.Top1.Value, &k.Top5
		l.Top1Lo, l.Top1Hi = ends(k.Top1)
		l.LossLo, l.LossHi = ends(m.Loss)
	}
	if o := m.Outcomes; o != nil {
		half, unit := o.MSE.Value/2, o.MSE.Value/4
		l.MSE, l.MSEHalf, l.MSEUnit, l.Sign, l.Constant = &o.MSE.Value, &half, &unit, &o.Sign, o.Constant
		l.MSELo, l.MSEHi = ends(o.MSE)
	}
	return json.Marshal(&l)
}

// UnmarshalJSON reads a line of any version; older ones leave zeros out.
func (m *Metric) UnmarshalJSON(text []byte) error {
	var l metricLine
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	*m = Metric{
		Kind: l.Kind, Step: l.Step, Epoch: l.Epoch, Samples: l.Samples, Wall: l.Wall, Loss: interval.Exact(l.Loss),
		Rate: l.Rate, PerSecond: l.PerSecond, Positions: l.Positions, Games: l.Games,
	}
	estimate := func(value, lo, hi *float64) interval.Estimate {
		if hi == nil {
			return interval.Exact(number(value))
		}
		return interval.Estimate{Value: number(value), Lo: number(lo), Hi: *hi, N: l.Games}
	}
	switch {
	case l.MSE != nil:
		m.setOutcomes(Outcomes{estimate(l.MSE, l.MSELo, l.MSEHi), number(l.Sign), l.Constant})
	case l.Top1 != nil || l.Top5 != nil || l.Top1Hi != nil:
		m.Loss = estimate(&l.Loss, l.LossLo, l.LossHi)
		m.Moves = &Moves{estimate(l.Top1, l.Top1Lo, l.Top1Hi), number(l.Top5)}
	}
	return nil
}

// ends are the ends of an interval, if there is one.
func ends(e interval.Estimate) (lo, hi *float64) {
	if !e.Bounded() {
		return nil, nil
	}
	return &e.Lo, &e.Hi
}

// number is 0 for one that is left out.
func number(x *float64) float64 {
	if x == nil {
		return 0
	}
	return *x
}
