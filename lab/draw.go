package lab

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"regexp"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Picture is drawn by hand.
type Picture struct {
	// Name is that of its files, Title is above it, Caption below, in Markdown.
	Name, Title, Caption string
	Width, Height        vg.Length
	Draw                 func(c draw.Canvas)
}

// colors of series, distinguishable by the colour-blind (Okabe and Ito 2008), in the order in
// which they are given out.
var colors = []color.NRGBA{
	{R: 0x00, G: 0x72, B: 0xb2, A: 0xff}, // blue
	{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff}, // vermilion
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // green
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // purple
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, // orange
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // sky blue
	{R: 0x40, G: 0x40, B: 0x40, A: 0xff}, // grey
}

// shapes go with the colours, so that a print without colours tells the series apart.
var shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.CrossGlyph{},
}

const (
	panelWidth  = 11 * vg.Centimeter
	soleWidth   = 16 * vg.Centimeter // of a figure of one column
	panelHeight = 9 * vg.Centimeter
)

// drawing is something of a size that can be encoded.
type drawing struct {
	width, height vg.Length
	draw          func(c draw.Canvas)
}

// rendered is the drawing of a block; nil if it has none.
func rendered(b Block) (name string, d *drawing, err error) {
	switch b := b.(type) {
	case *Figure:
		d, err = b.drawing()
		return b.Name, d, err
	case *Picture:
		return b.Name, &drawing{b.Width, b.Height, b.Draw}, nil
	}
	return "", nil, nil
}

// svgFont is how the canvas names a font: without another for readers who do not have it.
var svgFont = regexp.MustCompile("font-family:Liberation Sans;font-variant:[a-z]+;font-weight:([a-z]+);font-style:normal")

// encode is the drawing as .svg or .png.
func (d *drawing) encode(kind string) ([]byte, error) {
	var b bytes.Buffer
	var out io.WriterTo
	if kind == ".svg" {
		c := vgsvg.New(d.width, d.height)
		d.paint(draw.New(c))
		out = c
	} else {
		c := vgimg.NewWith(vgimg.UseWH(d.width, d.height), vgimg.UseDPI(120))
		d.paint(draw.New(c))
		out = vgimg.PngCanvas{Canvas: c}
	}
	if _, err := out.WriteTo(&b); err != nil {
		return nil, err
	}
	if kind == ".svg" {
		return svgFont.ReplaceAll(b.Bytes(), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;font-weight:$1")), nil
	}
	return b.Bytes(), nil
}

// paint draws on white, for pages that are dark.
func (d *drawing) paint(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	d.draw(c)
}

// drawing lays the panels out, below a legend of all of them unless each has its own.
func (f *Figure) drawing() (*drawing, error) {
	n := len(f.Panels)
	if n == 0 {
		return nil, fmt.Errorf("figure %s has no panel", f.Name)
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
			return nil, fmt.Errorf("figure %s: %w", f.Name, err)
		}
		plots[i/cols][i%cols] = p
		if f.Panels[i].Legend == "" {
			for _, s := range f.Panels[i].Series {
				if _, ok := above.find(s.Name); !ok && s.Name != "" {
					look, _ := all.find(s.Name)
					above.names, above.looks = append(above.names, s.Name), append(above.looks, look)
				}
			}
		}
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: cols, PadX: 6 * vg.Millimeter, PadY: 5 * vg.Millimeter,
		PadTop: 2 * vg.Millimeter, PadBottom: 3 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 6 * vg.Millimeter,
	}
	width := vg.Length(cols) * panelWidth
	if cols == 1 {
		width = soleWidth
	}
	strip := vg.Length(0)
	if len(above.names) > 0 {
		strip = legendRow*vg.Length(len(above.rows(width-legendSpace))) + 2*vg.Millimeter
	}
	return &drawing{width, vg.Length(rows)*panelHeight + strip, func(c draw.Canvas) {
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

// plot draws one panel. all gives every name its colour and shape.
func (p *Panel) plot(all *legend) (*plot.Plot, error) {
	out := plot.New()
	out.Title.Text, out.Title.TextStyle, out.Title.Padding = p.Title, sans(12), 2*vg.Millimeter
	out.Title.TextStyle.XAlign, out.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
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
	for _, a := range []*plot.Axis{&out.X, &out.Y} {
		a.Label.TextStyle.Font, a.Tick.Label.Font = sans(11).Font, sans(10).Font
		a.Padding = 0
		a.LineStyle.Width, a.Tick.LineStyle.Width = vg.Points(0.6), vg.Points(0.6)
		a.Tick.Length = vg.Points(5)
	}
	grid := plotter.NewGrid()
	faint := color.Gray{Y: 0xdc}
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	out.Add(grid)
	beside, apart := 0, vg.Points(dodge) // series with bars
	for _, s := range drawn {
		if s.bars() {
			beside++
		}
		if len(s.Points) > dodgeMost {
			apart = 0
		}
	}
	sideway := -apart * vg.Length(beside-1) / 2
	for i := range drawn {
		s, move := &drawn[i], vg.Length(0)
		if s.bars() {
			move = sideway
			sideway += apart
		}
		if err := s.add(out, all.add(s.Name, s.Style), move); err != nil {
			return nil, err
		}
	}
	p.X.set(&out.X, low.x, high.x)
	p.Y.set(&out.Y, low.y, high.y)
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
