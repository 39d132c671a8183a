package lab

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// drawable leaves out what a logarithmic axis has no place for, and ends intervals that reach
// down to zero or below at the lowest point of the panel.
func (p *Panel) drawable(points []Point) []Point {
	if !p.X.Log && !p.Y.Log {
		return points
	}
	floor := math.Inf(1)
	for _, s := range p.Series {
		for _, q := range s.Points {
			if q.Y.Value > 0 {
				floor = min(floor, q.Y.Value)
			}
		}
	}
	var kept []Point
	for _, q := range points {
		if p.X.Log && q.X <= 0 || p.Y.Log && q.Y.Value <= 0 {
			continue
		}
		if p.Y.Log && q.Y.Lo <= 0 {
			q.Y.Lo = min(floor, q.Y.Value)
		}
		kept = append(kept, q)
	}
	return kept
}

// bars says that a series has error bars.
func (s *Series) bars() bool {
	return (s.Style == Measured || s.Style == Dots) && slices.ContainsFunc(s.Points, func(q Point) bool { return q.Y.Bounded() })
}

// curve draws a series, moved sideways by a few points so that the bars of several series at
// the same places stand beside each other.
type curve struct {
	points  []Point
	look    look
	sideway vg.Length
}

// dodge is the distance of the bars of two series, in points; with more than dodgeMost places
// the bars are so near to each other that they stay where they belong.
const (
	dodge     = 3.5
	dodgeMost = 12
)

// Plot implements plot.Plotter.
func (s *curve) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	at := func(px, py float64) vg.Point { return vg.Point{X: x(px) + s.sideway, Y: y(py)} }
	line := s.look.line()
	path := make([]vg.Point, len(s.points))
	for i, q := range s.points {
		path[i] = at(q.X, q.Y.Value)
	}
	if s.look.style != Dots {
		c.StrokeLines(line, c.ClipLinesXY(path)...)
	}
	if s.look.style != Measured && s.look.style != Dots {
		return
	}
	bar := draw.LineStyle{Color: s.look.color, Width: vg.Points(1)}
	for i, q := range s.points {
		if q.Y.Bounded() {
			low, high := at(q.X, q.Y.Lo), at(q.X, q.Y.Hi)
			low.Y, high.Y = max(low.Y, c.Min.Y), min(high.Y, c.Max.Y)
			c.StrokeLine2(bar, low.X, low.Y, high.X, high.Y)
			for _, end := range []vg.Point{low, high} {
				c.StrokeLine2(bar, end.X-vg.Points(2), end.Y, end.X+vg.Points(2), end.Y)
			}
		}
		c.DrawGlyph(s.look.glyph(), path[i])
	}
}

// add draws a series and names it in the legend.
func (s *Series) add(p *plot.Plot, l look, sideway vg.Length) error {
	if len(s.Points) == 0 {
		return nil
	}
	if s.Style == Band {
		outline := make(plotter.XYs, 0, 2*len(s.Points))
		for _, q := range s.Points {
			outline = append(outline, plotter.XY{X: q.X, Y: q.Y.Hi})
		}
		for _, q := range slices.Backward(s.Points) {
			outline = append(outline, plotter.XY{X: q.X, Y: q.Y.Lo})
		}
		band, err := plotter.NewPolygon(outline)
		if err != nil {
			return fmt.Errorf("series %s: %w", s.Name, err)
		}
		shade := l.color
		shade.A = 0x38
		band.Color, band.LineStyle.Width = shade, 0
		p.Add(band)
	}
	p.Add(&curve{s.Points, l, sideway})
	if s.Name != "" {
		p.Legend.Add(s.Name, l)
	}
	return nil
}
