package arena

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Colours of the curve, distinguishable by the colour-blind (Okabe and Ito 2008).
var (
	curveColor = color.NRGBA{R: 0x00, G: 0x72, B: 0xb2, A: 0xff} // blue
	worstColor = color.NRGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff} // vermilion
)

// Size of the picture.
const (
	curveWidth  = 20 * vg.Centimeter
	curveHeight = 10 * vg.Centimeter
)

// CheckCurve says whether DrawCurve can write a file of that name.
func CheckCurve(path string) error {
	switch filepath.Ext(path) {
	case ".png", ".svg":
		return nil
	}
	return fmt.Errorf("%s: a curve's name ends in .png or .svg", path)
}

// DrawCurve writes Black's win rate over the moves as PNG or SVG, by the name's
// ending, with the moves that lost most as dots.
func (r *Review) DrawCurve(path string, worst []int) error {
	if err := CheckCurve(path); err != nil {
		return err
	}
	p, err := r.curve(worst)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	var b bytes.Buffer
	var picture io.WriterTo
	if filepath.Ext(path) == ".svg" {
		canvas := vgsvg.New(curveWidth, curveHeight)
		p.Draw(framed(draw.New(canvas)))
		picture = canvas
	} else {
		canvas := vgimg.NewWith(vgimg.UseWH(curveWidth, curveHeight), vgimg.UseDPI(120))
		p.Draw(framed(draw.New(canvas)))
		picture = vgimg.PngCanvas{Canvas: canvas}
	}
	if _, err := picture.WriteTo(&b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, b.Bytes())
}

// framed leaves a margin, so that nothing at the edge is cut off.
func framed(c draw.Canvas) draw.Canvas {
	return draw.Crop(c, vg.Millimeter, -4*vg.Millimeter, vg.Millimeter, -2*vg.Millimeter)
}

// moveTicks are plot's own, on whole moves.
type moveTicks struct{}

func (moveTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for _, t := range (plot.DefaultTicks{}).Ticks(low, high) {
		if t.Value != math.Trunc(t.Value) {
			continue
		}
		if t.Label != "" {
			t.Label = strconv.Itoa(int(t.Value))
		}
		ticks = append(ticks, t)
	}
	return ticks
}

func (r *Review) curve(worst []int) (*plot.Plot, error) {
	var line, dots plotter.XYs
	for i := range r.Positions {
		if q := &r.Positions[i]; q.Analysis != nil {
			line = append(line, plotter.XY{X: float64(q.Number), Y: 100 * q.Black()})
		}
	}
	for _, i := range worst {
		dots = append(dots, plotter.XY{X: float64(r.Positions[i].Number), Y: 100 * r.Positions[i].Black()})
	}
	p := plot.New()
	p.X.Label.Text = "move"
	p.Y.Label.Text = "win rate of " + board.Black.String() + " (%)"
	p.Y.Min, p.Y.Max = 0, 100
	p.X.Min = 0
	p.X.Tick.Marker = moveTicks{}
	p.Add(plotter.NewGrid())
	half, err := plotter.NewLine(plotter.XYs{{X: 0, Y: 50}, {X: float64(r.Positions[len(r.Positions)-1].Number), Y: 50}})
	if err != nil {
		return nil, err
	}
	half.Dashes = []vg.Length{vg.Points(3)}
	p.Add(half)
	if len(line) > 0 {
		l, err := plotter.NewLine(line)
		if err != nil {
			return nil, err
		}
		l.Color, l.Width = curveColor, vg.Points(1.6)
		p.Add(l)
	}
	if len(dots) > 0 {
		s, err := plotter.NewScatter(dots)
		if err != nil {
			return nil, err
		}
		s.Color, s.Shape, s.Radius = worstColor, draw.CircleGlyph{}, vg.Points(3)
		p.Add(s)
		p.Legend.Add("moves that lost most", s)
		p.Legend.Padding = vg.Millimeter
	}
	return p, nil
}
