package lab

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

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

// Colors of series, distinguishable by the colour-blind (Okabe and Ito 2008), in the order in
// which they are given out.
var Colors = []color.NRGBA{
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
	draw.CircleGlyph{}, draw.SquareGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}, draw.RingGlyph{}, draw.BoxGlyph{}, draw.CrossGlyph{},
}

const (
	panelWidth  = 12 * vg.Centimeter
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

// encode is the drawing as .svg or .png.
func (d *drawing) encode(kind string) ([]byte, error) {
	var b bytes.Buffer
	var out io.WriterTo
	if kind == ".svg" {
		c := vgsvg.New(d.width, d.height)
		d.draw(draw.New(c))
		out = c
	} else {
		c := vgimg.NewWith(vgimg.UseWH(d.width, d.height), vgimg.UseDPI(120))
		d.draw(draw.New(c))
		out = vgimg.PngCanvas{Canvas: c}
	}
	if _, err := out.WriteTo(&b); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// drawing lays the panels out.
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
	looks := map[string]int{}
	plots := make([][]*plot.Plot, rows)
	for i := range plots {
		plots[i] = make([]*plot.Plot, cols)
	}
	for i := range f.Panels {
		p, err := f.Panels[i].plot(looks)
		if err != nil {
			return nil, fmt.Errorf("figure %s: %w", f.Name, err)
		}
		plots[i/cols][i%cols] = p
	}
	tiles := draw.Tiles{
		Rows: rows, Cols: cols, PadX: 6 * vg.Millimeter, PadY: 6 * vg.Millimeter,
		PadTop: 3 * vg.Millimeter, PadBottom: 3 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 5 * vg.Millimeter,
	}
	return &drawing{vg.Length(cols) * panelWidth, vg.Length(rows) * panelHeight, func(c draw.Canvas) {
		for i, row := range plot.Align(plots, tiles, c) {
			for k, canvas := range row {
				if plots[i][k] != nil {
					plots[i][k].Draw(canvas)
				}
			}
		}
	}}, nil
}

// plot draws one panel. looks gives every name its colour and shape.
func (p *Panel) plot(looks map[string]int) (*plot.Plot, error) {
	out := plot.New()
	out.Title.Text = p.Title
	setAxis(&out.X, p.X)
	setAxis(&out.Y, p.Y)
	grid := plotter.NewGrid()
	faint := color.Gray{Y: 0xe0}
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	out.Add(grid)
	for _, s := range p.Series {
		look, ok := looks[s.Name]
		if !ok {
			look = len(looks)
			looks[s.Name] = look
		}
		if err := s.add(out, Colors[look%len(Colors)], shapes[look%len(shapes)]); err != nil {
			return nil, err
		}
	}
	if p.X.Min != p.X.Max {
		out.X.Min, out.X.Max = p.X.Min, p.X.Max
	}
	if p.Y.Min != p.Y.Max {
		out.Y.Min, out.Y.Max = p.Y.Min, p.Y.Max
	}
	out.Legend.Padding = vg.Millimeter
	out.Legend.Top = p.Legend == "top-left" || p.Legend == "top-right"
	out.Legend.Left = p.Legend == "top-left" || p.Legend == "bottom-left"
	if p.Legend == "none" {
		out.Legend = plot.NewLegend()
	}
	return out, nil
}

func setAxis(to *plot.Axis, a Axis) {
	to.Label.Text = a.Label
	if a.Log {
		to.Scale, to.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	if a.Ticks != nil {
		ticks := make(plot.ConstantTicks, len(a.Ticks))
		for i, t := range a.Ticks {
			ticks[i] = plot.Tick{Value: t, Label: fmt.Sprintf("%g", t)}
		}
		to.Tick.Marker = ticks
	}
}

// barPoints are points with intervals.
type barPoints struct {
	plotter.XYs
	plotter.YErrors
}

// add draws a series and names it in the legend.
func (s *Series) add(p *plot.Plot, c color.NRGBA, shape draw.GlyphDrawer) error {
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
	line.Color, line.Width = c, vg.Points(1.6)
	dots.Color, dots.Shape, dots.Radius = c, shape, vg.Points(2.5)
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
		shade := c
		shade.A = 0x38
		band.Color, band.LineStyle.Width = shade, 0
		p.Add(band)
	} else if bounded && s.Style != Dashed {
		bars, err := plotter.NewYErrorBars(pts)
		if err != nil {
			return fmt.Errorf("series %s: %w", s.Name, err)
		}
		bars.Color, bars.Width, bars.CapWidth = c, vg.Points(1), vg.Points(4)
		p.Add(bars)
	}
	switch s.Style {
	case Measured:
		p.Add(line, dots)
		p.Legend.Add(s.Name, line, dots)
	case Band:
		p.Add(line)
		p.Legend.Add(s.Name, line)
	case Dashed:
		line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		p.Add(line)
		p.Legend.Add(s.Name, line)
	case Dots:
		p.Add(dots)
		p.Legend.Add(s.Name, dots)
	}
	return nil
}
