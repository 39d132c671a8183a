package review

import (
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
)

// DrawCurve writes Black's win rate over the moves as PNG or SVG, by the name's ending, with
// the moves that lost most as dots. The axis has room for the curve and for 50%.
func (r *Review) DrawCurve(path string, worst []int) error {
	at := func(i int) chart.Point {
		return chart.Point{X: float64(r.Positions[i].Number), Y: interval.Exact(100 * r.Positions[i].Black())}
	}
	curve := chart.Series{Name: "win rate after the move", Style: chart.Line}
	for i := range r.Positions {
		if r.Positions[i].Analysis != nil {
			curve.Points = append(curve.Points, at(i))
		}
	}
	costly := chart.Series{Name: "moves that lost most", Style: chart.Dots}
	for _, i := range worst {
		costly.Points = append(costly.Points, at(i))
	}
	last := float64(r.Positions[len(r.Positions)-1].Number)
	even := chart.Series{
		Name:   "50%",
		Style:  chart.Reference,
		Points: []chart.Point{{X: 0, Y: interval.Exact(50)}, {X: last, Y: interval.Exact(50)}},
	}
	return chart.Write(path, &chart.Figure{Width: 20, Height: 10, Panels: []chart.Panel{{
		X: chart.Axis{Label: "move", Whole: true}, Y: chart.Axis{Label: "Black's win rate (%)"},
		Series: []chart.Series{even, curve, costly},
	}}})
}
