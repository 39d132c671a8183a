package session

import (
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
)

// Size of a panel of the curves of a run, in centimetres.
const (
	curveWidth  = 20
	curveHeight = 10
)

// DrawPanels draws the panels of a run's curves below each other.
func DrawPanels(path string, panels []chart.Panel) error {
	return chart.Write(path, &chart.Figure{Panels: panels, Columns: 1, Width: curveWidth, Height: curveHeight})
}

// Curve is a curve of the lines of a kind. line gives the kind of a line and its place on the axis, of
// gives the number to draw.
func Curve[T any](
	metrics []T, name, kind string, style chart.Style, line func(*T) (kind string, x int64),
	of func(*T) interval.Estimate,
) chart.Series {
	s := chart.Series{Name: name, Style: style}
	for i := range metrics {
		if k, x := line(&metrics[i]); k == kind {
			s.Points = append(s.Points, chart.Point{X: float64(x), Y: of(&metrics[i])})
		}
	}
	return s
}
