package measure

import (
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/train/session"
)

// Names of the two curves of every training.
const (
	onTraining = "training samples"
	onHeldOut  = "held-out games"
)

// DrawCurves writes a PNG with the loss and the accuracy over the steps of a run. The accuracy is
// top-1, or for a value network the share of outcomes with the right sign. Both are drawn on
// training samples (smoothed, over the raw points in a fainter shade) and on held-out games.
func DrawCurves(path, title string, metrics []Metric) error {
	losses, shares := "loss (nats)", "top-1 accuracy (%)"
	if len(metrics) > 0 && metrics[0].Outcomes != nil {
		losses, shares = "error, ½(z − v)²", "sign of the outcome right (%)"
	}
	panel := func(title, label string, figure func(m *Metric) float64) chart.Panel {
		of := func(m *Metric) interval.Estimate { return interval.Exact(figure(m)) }
		return chart.Panel{
			Title: title, X: chart.Axis{Label: "steps"}, Y: chart.Axis{Label: label},
			Series: []chart.Series{
				session.Curve(metrics, onTraining, session.KindTrain, chart.Smoothed, (*Metric).line, of),
				session.Curve(metrics, onHeldOut, session.KindEval, chart.Measured, (*Metric).line, of),
			},
		}
	}
	return session.DrawPanels(path, []chart.Panel{
		panel(title, losses, func(m *Metric) float64 { return m.Loss.Value }),
		panel("", shares, func(m *Metric) float64 { return 100 * m.Known() }),
	})
}

// line is the kind of a line of metrics and its place on the axis.
func (m *Metric) line() (kind string, x int64) { return m.Kind, m.Step }

// DrawByMove writes a PNG or SVG, by the name's ending, with top-1 and top-5 accuracy by move
// number, with their intervals.
func DrawByMove(path string, bins []MoveBin) error {
	of := func(name string, figure func(Figures) interval.Estimate) chart.Series {
		s := chart.Series{Name: name}
		for _, b := range bins {
			s.Points = append(s.Points, chart.Point{X: float64(b.From+b.To) / 2, Y: figure(b.Figures).Times(100)})
		}
		return s
	}
	return chart.Write(path, &chart.Figure{Width: 20, Height: 12, Panels: []chart.Panel{{
		X: chart.Axis{Label: "move number"}, Y: chart.Axis{Label: "accuracy (%)", Max: 100},
		Series: []chart.Series{
			of("top-1", func(f Figures) interval.Estimate { return f.Top1 }),
			of("top-5", func(f Figures) interval.Estimate { return f.Top5 }),
		},
	}}})
}
