package chart

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tengen-go/tengen/internal/interval"
)

// Ranking is a list of things, each with a number and its interval, the first at the top.
type Ranking struct {
	// Label is what the numbers are.
	Label string
	Rows  []Ranked
}

// Ranked is a row of a Ranking.
type Ranked struct {
	Name  string
	Value interval.Estimate
}

// Size of a ranking.
const (
	rankingWidth = 20 * vg.Centimeter
	rankingRow   = 9 * vg.Millimeter
	rankingFoot  = 2 * vg.Centimeter
)

func (r *Ranking) layout() (*layout, error) {
	n := len(r.Rows)
	p := empty()
	names := make([]string, n)
	low, high := 0.0, 0.0
	for i, row := range r.Rows {
		names[n-1-i] = fmt.Sprintf("%s  %.0f", row.Name, row.Value.Value) // the axis goes up
		if i == 0 {
			low, high = row.Value.Value, row.Value.Value
		}
		low, high = min(low, row.Value.Lo), max(high, row.Value.Hi)
	}
	p.NominalY(names...)
	p.Y.Padding, p.Y.Min, p.Y.Max = vg.Millimeter, -0.5, float64(n)-0.5
	Axis{Label: r.Label}.set(&p.X, low, high)
	p.Add(rungs(r.Rows))
	return &layout{rankingWidth, rankingFoot + vg.Length(n)*rankingRow, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 2*vg.Millimeter, -6*vg.Millimeter, 2*vg.Millimeter, -2*vg.Millimeter))
	}}, nil
}

// rungs draws the numbers with their intervals.
type rungs []Ranked

// Plot implements plot.Plotter.
func (r rungs) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, row := range r {
		at := y(float64(len(r) - 1 - i))
		if row.Value.Bounded() {
			bar := draw.LineStyle{Color: colors[0], Width: vg.Points(1.6)}
			c.StrokeLine2(bar, x(row.Value.Lo), at, x(row.Value.Hi), at)
			for _, end := range []float64{row.Value.Lo, row.Value.Hi} {
				c.StrokeLine2(bar, x(end), at-vg.Points(3), x(end), at+vg.Points(3))
			}
		}
		dot := draw.GlyphStyle{Color: colors[1], Shape: draw.CircleGlyph{}, Radius: vg.Points(3.5)}
		c.DrawGlyph(dot, vg.Point{X: x(row.Value.Value), Y: at})
	}
}
