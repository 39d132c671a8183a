package chart

import (
	"errors"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tengen-go/tengen/internal/interval"
)

// Figure is curves with their intervals, in one panel or several.
type Figure struct {
	Panels []Panel
	// Columns of panels; 0: one or two.
	Columns int
	// Width and Height are a panel's, in centimetres; 0: what suits the columns.
	Width, Height float64
}

// Panel is one system of axes.
type Panel struct {
	Title  string
	X, Y   Axis
	Series []Series
	// Legend is where the panel has room for its own: "top-left", "top-right", "bottom-left",
	// "bottom-right", or "none"; "" is one for all panels, above them.
	Legend string
	// Marks are vertical lines.
	Marks []float64
}

// Series is one curve. Series of one name look alike in all panels of a figure.
type Series struct {
	Name   string
	Points []Point
	Style  Style
	// Like names an earlier series; this one takes its colour. "" is a new colour.
	Like string
}

// Point is one measured point, or one of a theory, which has no interval.
type Point struct {
	X float64
	Y interval.Estimate
}

// Style is how a series looks.
type Style int

// Styles.
const (
	// Measured is a line through dots with error bars.
	Measured Style = iota
	// Band is a line within a band, for many points.
	Band
	// Dashed is a line without dots and intervals, for theory and published curves.
	Dashed
	// Reference is a thin grey line that others are compared with, such as 50%; it takes no
	// colour from them.
	Reference
	// Dots are not connected: published points, or things that have no order.
	Dots
	// Line is a line without dots and intervals.
	Line
	// Smoothed is a running mean of many noisy points, over the points in a fainter shade.
	Smoothed
)

// Sizes of panels.
const (
	panelWidth  = 11 * vg.Centimeter
	soleWidth   = 16 * vg.Centimeter // of a figure of one column
	panelHeight = 9 * vg.Centimeter
)

// layout lays the panels out, below a legend of all of them unless each has its own.
func (f *Figure) layout() (*layout, error) {
	n := len(f.Panels)
	if n == 0 {
		return nil, errors.New("a figure without a panel")
	}
	cols := f.Columns
	if cols == 0 {
		cols = min(n, 2)
	}
	rows := (n + cols - 1) / cols
	var all, above legend
	plots := make([][]*plot.Plot, rows)
	for i := range plots {
		plots[i] = make([]*plot.Plot, cols)
	}
	for i := range f.Panels {
		p, err := f.Panels[i].plot(&all)
		if err != nil {
			return nil, err
		}
		plots[i/cols][i%cols] = p
		if f.Panels[i].Legend == "" {
			for _, s := range f.Panels[i].Series {
				if _, ok := above.find(s.Name); !ok && s.Name != "" && len(s.Points) > 0 {
					look, _ := all.find(s.Name)
					above.names, above.looks = append(above.names, s.Name), append(above.looks, look)
				}
			}
		}
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: cols, PadX: 6 * vg.Millimeter, PadY: 5 * vg.Millimeter,
		PadTop:    2 * vg.Millimeter,
		PadBottom: 3 * vg.Millimeter,
		PadLeft:   3 * vg.Millimeter,
		PadRight:  6 * vg.Millimeter,
	}
	each, height := panelWidth, panelHeight
	if cols == 1 {
		each = soleWidth
	}
	if f.Width > 0 {
		each = vg.Length(f.Width) * vg.Centimeter
	}
	if f.Height > 0 {
		height = vg.Length(f.Height) * vg.Centimeter
	}
	width, strip := vg.Length(cols)*each, vg.Length(0)
	if len(above.names) > 0 {
		strip = legendRow*vg.Length(len(above.rows(width-legendSpace))) + 2*vg.Millimeter
	}
	return &layout{width, vg.Length(rows)*height + strip, func(c draw.Canvas) {
		above.draw(draw.Crop(c, legendSpace/2, -legendSpace/2, 0, -2*vg.Millimeter))
		for i, row := range plot.Align(plots, tiles, draw.Crop(c, 0, 0, 0, -strip)) {
			for k, canvas := range row {
				if plots[i][k] != nil {
					plots[i][k].Draw(canvas)
				}
			}
		}
	}}, nil
}

// empty is a plot in our type, with a grid and nothing else.
func empty() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.TextStyle, p.Title.Padding = sans(12), 2*vg.Millimeter
	p.Title.TextStyle.XAlign, p.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Tick.Label.Font = sans(11).Font, sans(10).Font
		a.Padding = 0
		a.LineStyle.Width, a.Tick.LineStyle.Width = vg.Points(0.6), vg.Points(0.6)
		a.Tick.Length = vg.Points(5)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	p.Add(grid)
	return p
}

// plot draws one panel. all gives every name its colour and shape.
func (p *Panel) plot(all *legend) (*plot.Plot, error) {
	out := empty()
	out.Title.Text = p.Title
	low, high := vec{math.Inf(1), math.Inf(1)}, vec{math.Inf(-1), math.Inf(-1)}
	var drawn []Series
	for _, s := range p.Series {
		s.Points = p.drawable(s.Points)
		for _, q := range s.Points {
			low.x, high.x = min(low.x, q.X), max(high.x, q.X)
			low.y, high.y = min(low.y, q.Y.Lo, q.Y.Value), max(high.y, q.Y.Hi, q.Y.Value)
		}
		drawn = append(drawn, s)
	}
	barred, apart := 0, vg.Points(dodge) // series with bars
	for _, s := range drawn {
		if s.bars() {
			barred++
		}
		if len(s.Points) > dodgeMost {
			apart = 0
		}
	}
	sideway := -apart * vg.Length(barred-1) / 2
	for i := range drawn {
		s, move := &drawn[i], vg.Length(0)
		if s.bars() {
			move = sideway
			sideway += apart
		}
		if err := s.add(out, all.add(s), move); err != nil {
			return nil, err
		}
	}
	p.X.set(&out.X, low.x, high.x)
	p.Y.set(&out.Y, low.y, high.y)
	out.Add(marks(p.Marks))
	if p.Legend == "" || p.Legend == "none" {
		out.Legend = plot.NewLegend()
		return out, nil
	}
	out.Legend.TextStyle.Font = sans(10).Font
	out.Legend.Padding, out.Legend.ThumbnailWidth = vg.Millimeter, legendSample
	out.Legend.Top = p.Legend == "top-left" || p.Legend == "top-right"
	out.Legend.Left = p.Legend == "top-left" || p.Legend == "bottom-left"
	out.Legend.XOffs = 2 * vg.Millimeter
	if !out.Legend.Left {
		out.Legend.XOffs *= -1
	}
	return out, nil
}

type vec struct{ x, y float64 }

// marks are vertical lines through a panel.
type marks []float64

// Plot implements plot.Plotter.
func (m marks) Plot(c draw.Canvas, p *plot.Plot) {
	x, _ := p.Transforms(&c)
	for _, at := range m {
		if at >= p.X.Min && at <= p.X.Max {
			c.StrokeLine2(draw.LineStyle{
				Color:  grey,
				Width:  vg.Points(1),
				Dashes: []vg.Length{vg.Points(3), vg.Points(3)},
			}, x(at), c.Min.Y, x(at), c.Max.Y)
		}
	}
}
