package pipeline

import (
	"bytes"
	"fmt"
	"html/template"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Colours that the colour-blind can tell apart (Okabe and Ito 2008).
var (
	blue      = color.NRGBA{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}
	vermilion = color.NRGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}
	green     = color.NRGBA{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}
	purple    = color.NRGBA{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}
	orange    = color.NRGBA{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}
	sky       = color.NRGBA{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}
)

// point is one of a curve; lo and hi are the ends of its interval, NaN without one.
type point struct{ x, y, lo, hi float64 }

// series is a curve of a figure. Dots mark its points.
type series struct {
	name   string
	color  color.NRGBA
	points []point
	dots   bool
}

// longestCurve bounds the points of a drawn curve: neighbours are averaged beyond.
const longestCurve = 300

// thinned averages neighbours until there are few enough.
func (s *series) thinned() []point {
	n := (len(s.points) + longestCurve - 1) / longestCurve
	if n <= 1 || s.dots {
		return s.points
	}
	var out []point
	for from := 0; from < len(s.points); from += n {
		group := s.points[from:min(from+n, len(s.points))]
		mean := point{lo: math.NaN(), hi: math.NaN()}
		for _, p := range group {
			mean.x += p.x / float64(len(group))
			mean.y += p.y / float64(len(group))
		}
		out = append(out, mean)
	}
	return out
}

// intervals are points with the ends of their intervals.
type intervals struct {
	plotter.XYs
	plotter.YErrors
}

// figure draws curves as an SVG to stand in a page, below their names; "" if there is nothing
// to draw.
func figure(x, y string, all ...series) (template.HTML, error) {
	p := plot.New()
	p.BackgroundColor = color.Transparent
	p.X.Label.Text, p.Y.Label.Text = x, y
	p.Add(plotter.NewGrid())
	var b bytes.Buffer
	b.WriteString(`<div class="plot"><p class="legend">`)
	drawn := 0
	for i := range all {
		s := &all[i]
		var xys plotter.XYs
		var bars intervals
		for _, q := range s.thinned() {
			if math.IsNaN(q.y) || math.IsInf(q.y, 0) {
				continue
			}
			xy := plotter.XY{X: q.x, Y: q.y}
			xys = append(xys, xy)
			if !math.IsNaN(q.lo) {
				bars.XYs = append(bars.XYs, xy)
				bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{q.y - q.lo, q.hi - q.y})
			}
		}
		if len(xys) == 0 {
			continue
		}
		drawn++
		line, dots, err := plotter.NewLinePoints(xys)
		if err != nil {
			return "", err
		}
		line.Color, line.Width = s.color, vg.Points(1.6)
		dots.Color, dots.Shape, dots.Radius = s.color, draw.CircleGlyph{}, vg.Points(2)
		p.Add(line)
		if s.dots || len(xys) == 1 {
			p.Add(dots)
		}
		if len(bars.XYs) > 0 {
			e, err := plotter.NewYErrorBars(bars)
			if err != nil {
				return "", err
			}
			e.Color = s.color
			p.Add(e)
		}
		fmt.Fprintf(&b, `<span><i style="background:#%02x%02x%02x"></i>%s</span>`, s.color.R, s.color.G, s.color.B, template.HTMLEscapeString(s.name))
	}
	if drawn == 0 {
		return "", nil
	}
	c := vgsvg.New(14*vg.Centimeter, 8*vg.Centimeter)
	p.Draw(draw.Crop(draw.New(c), 0, -3*vg.Millimeter, 0, -2*vg.Millimeter))
	var svg bytes.Buffer
	if _, err := c.WriteTo(&svg); err != nil {
		return "", err
	}
	// What comes before is only for a file of its own.
	fmt.Fprintf(&b, "</p>%s</div>", svg.Bytes()[max(0, bytes.Index(svg.Bytes(), []byte("<svg"))):])
	return template.HTML(b.String()), nil
}
