package train

import (
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
)

// Names of the two curves of every training.
const (
	onTraining = "training samples"
	onHeldOut  = "held-out games"
)

// Size of a panel of the curves of a run, in centimetres.
const (
	curveWidth  = 20
	curveHeight = 10
)

// DrawCurves writes a PNG with the loss and the accuracy over the steps of a run: top-1, or
// for a value network the share of outcomes whose sign it has. Both are drawn on training
// samples (smoothed, over the raw points in a fainter shade) and on held-out games.
func DrawCurves(path, title string, metrics []Metric) error {
	losses, shares := "loss (nats)", "top-1 accuracy (%)"
	if len(metrics) > 0 && metrics[0].ofValue() {
		losses, shares = "error, ½(z − v)²", "sign of the outcome right (%)"
	}
	panel := func(title, label string, figure func(m *Metric) float64) chart.Panel {
		of := func(m *Metric) interval.Estimate { return interval.Exact(figure(m)) }
		return chart.Panel{
			Title: title, X: chart.Axis{Label: "steps"}, Y: chart.Axis{Label: label},
			Series: []chart.Series{
				over(metrics, onTraining, KindTrain, chart.Smoothed, (*Metric).line, of),
				over(metrics, onHeldOut, KindEval, chart.Measured, (*Metric).line, of),
			},
		}
	}
	return drawRun(path, []chart.Panel{
		panel(title, losses, func(m *Metric) float64 { return m.Loss }),
		panel("", shares, func(m *Metric) float64 { return 100 * max(m.Top1, m.Sign) }),
	})
}

// line is the kind of a line of metrics and its place on the axis.
func (m *Metric) line() (kind string, x int64) { return m.Kind, m.Step }

// drawRun draws panels below each other.
func drawRun(path string, panels []chart.Panel) error {
	return chart.Write(path, &chart.Figure{Panels: panels, Columns: 1, Width: curveWidth, Height: curveHeight})
}

// over is a curve of the lines of a kind. line gives a line's kind and its place on the axis,
// of the number to draw.
func over[T any](metrics []T, name, kind string, style chart.Style, line func(*T) (kind string, x int64), of func(*T) interval.Estimate) chart.Series {
	s := chart.Series{Name: name, Style: style}
	for i := range metrics {
		if k, x := line(&metrics[i]); k == kind {
			s.Points = append(s.Points, chart.Point{X: float64(x), Y: of(&metrics[i])})
		}
	}
	return s
}

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
