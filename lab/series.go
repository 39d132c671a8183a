package lab

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
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

// barPoints are points with intervals.
type barPoints struct {
	plotter.XYs
	plotter.YErrors
}

// add draws a series and names it in the legend.
func (s *Series) add(p *plot.Plot, l look) error {
	if len(s.Points) == 0 {
		return nil
	}
	pts := barPoints{XYs: make(plotter.XYs, len(s.Points)), YErrors: make(plotter.YErrors, len(s.Points))}
	bounded := false
	for i, q := range s.Points {
		pts.XYs[i] = plotter.XY{X: q.X, Y: q.Y.Value}
		pts.YErrors[i].Low, pts.YErrors[i].High = q.Y.Value-q.Y.Lo, q.Y.Hi-q.Y.Value
		bounded = bounded || q.Y.Bounded()
	}
	line, dots, err := plotter.NewLinePoints(pts.XYs)
	if err != nil {
		return fmt.Errorf("series %s: %w", s.Name, err)
	}
	line.LineStyle, dots.GlyphStyle = l.line(), l.glyph()
	if bounded && s.Style == Band {
		outline := make(plotter.XYs, 0, 2*len(s.Points))
		for _, q := range s.Points {
			outline = append(outline, plotter.XY{X: q.X, Y: q.Y.Hi})
		}
		for i := len(s.Points) - 1; i >= 0; i-- {
			outline = append(outline, plotter.XY{X: s.Points[i].X, Y: s.Points[i].Y.Lo})
		}
		band, err := plotter.NewPolygon(outline)
		if err != nil {
			return fmt.Errorf("series %s: %w", s.Name, err)
		}
		shade := l.color
		shade.A = 0x38
		band.Color, band.LineStyle.Width = shade, 0
		p.Add(band)
	} else if bounded && s.Style != Dashed {
		bars, err := plotter.NewYErrorBars(pts)
		if err != nil {
			return fmt.Errorf("series %s: %w", s.Name, err)
		}
		bars.Color, bars.Width, bars.CapWidth = l.color, vg.Points(1), vg.Points(4)
		p.Add(bars)
	}
	if s.Style != Dots {
		p.Add(line)
	}
	if s.Style == Measured || s.Style == Dots {
		p.Add(dots)
	}
	if s.Name != "" {
		p.Legend.Add(s.Name, l)
	}
	return nil
}
