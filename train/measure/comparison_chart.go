package measure

import (
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
)

// DrawComparison writes a PNG or SVG, by the name's ending, with the error ½(z − v)² of each
// evaluator by move number, as Figure 2b of Silver et al. 2016 has it. The network has a solid
// line with its intervals and playouts have solid lines. Their mixes with the network are
// dashed, in the colour of the playouts. A thin grey line is the error of the best constant.
func DrawComparison(path string, scores []EvaluatorScore) error {
	kinds := len(scores) / 2 // the network, the kinds, as many mixes
	var all []chart.Series
	top := 0.6 // intervals of few positions may stick out
	for i, s := range scores {
		line := chart.Series{Name: s.Name, Style: chart.Line}
		if i == 0 {
			line.Style = chart.Measured
		}
		if i > kinds {
			line.Style, line.Like = chart.Dashed, scores[i-kinds].Name
		}
		for _, b := range s.ByMove {
			e := b.MSE.Times(0.5)
			if b.Games < 2 { // without an interval
				e = interval.Exact(e.Value)
			}
			top = max(top, e.Value)
			line.Points = append(line.Points, b.at(e))
		}
		all = append(all, line)
	}
	if len(scores) > 0 {
		line := chart.Series{Name: "mean outcome", Style: chart.Reference}
		for _, b := range scores[0].ByMove {
			line.Points = append(line.Points, b.at(interval.Exact(b.Constant/2)))
		}
		all = append(all, line)
	}
	return chart.Write(path, &chart.Figure{Width: 20, Height: 13, Panels: []chart.Panel{{
		X: chart.Axis{Label: "move number"}, Y: chart.Axis{Label: "mean of ½(z − v)²", Max: top}, Series: all,
	}}})
}

// at is a point in the middle of the bin.
func (b *ValueBin) at(y interval.Estimate) chart.Point {
	return chart.Point{X: float64(b.From+b.To) / 2, Y: y}
}
