package chart

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tengen-go/tengen/internal/interval"
)

// drawable leaves out what has no place on an axis. On a logarithmic one, intervals that
// reach down to zero or below end at the lowest point of the panel.
func (p *Panel) drawable(points []Point) []Point {
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
		if !finite(q.X) || !finite(q.Y.Value) || p.X.Log && q.X <= 0 || p.Y.Log && q.Y.Value <= 0 {
			continue
		}
		if !q.Y.Bounded() {
			q.Y.Lo, q.Y.Hi = q.Y.Value, q.Y.Value
		}
		if p.Y.Log && q.Y.Lo <= 0 {
			q.Y.Lo = min(floor, q.Y.Value)
		}
		kept = append(kept, q)
	}
	return kept
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// bars reports whether a series has error bars.
func (s *Series) bars() bool {
	return (s.Style == Measured || s.Style == Dots) && slices.ContainsFunc(s.Points, func(q Point) bool {
		return q.Y.Bounded()
	})
}

// curve draws a series, moved sideways by a few points so that the bars of several series at
// the same places stand next to each other.
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
	if s.look.style != Dots && (len(path) > 1 || s.look.dotted()) {
		c.StrokeLines(line, c.ClipLinesXY(path)...)
	}
	if !s.look.dotted() && (len(path) > 1 || s.look.style == Reference) { // a line of one point is a dot
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

// smoothing is the part of a curve over which Smoothed averages, to both sides of a point.
const smoothing = 0.02

// smoothed averages each point with its neighbours, as many on the one side as on the other,
// so that the curve does not lag behind. Its time is quadratic in the points: thin them first.
func smoothed(points []Point) []Point {
	reach := int(math.Ceil(smoothing * float64(len(points))))
	out := make([]Point, len(points))
	for i := range points {
		r := min(reach, i, len(points)-1-i)
		out[i] = mean(points[i-r : i+r+1])
	}
	return out
}

// longestCurve bounds the points of a drawn curve of many points.
const longestCurve = 600

// thinned averages groups of neighbours until there are few enough.
func thinned(points []Point) []Point {
	n := (len(points) + longestCurve - 1) / longestCurve
	if n <= 1 {
		return points
	}
	var out []Point
	for group := range slices.Chunk(points, n) {
		out = append(out, mean(group))
	}
	return out
}

func mean(points []Point) Point {
	var x, y float64
	for _, q := range points {
		x, y = x+q.X, y+q.Y.Value
	}
	n := float64(len(points))
	return Point{x / n, interval.Exact(y / n)}
}

// add draws a series and names it in the legend.
func (s *Series) add(p *plot.Plot, l look, sideway vg.Length) error {
	if len(s.Points) == 0 {
		return nil
	}
	if s.Style == Smoothed {
		raw := l
		raw.style, raw.width, raw.color.A = Line, vg.Points(0.7), 0x48
		p.Add(&curve{thinned(s.Points), raw, 0})
		p.Add(&curve{smoothed(thinned(s.Points)), l, 0})
		if s.Name != "" {
			p.Legend.Add(s.Name, l)
		}
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
