package arena

import (
	"fmt"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/tengen-go/tengen/board"
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

// DrawCurve writes Black's win rate over the moves as PNG or SVG, by the name's
// ending, with the moves that lost most as dots.
func (r *Review) DrawCurve(path string, worst []int) error {
	p, err := r.curve(worst)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writePicture(path, p, curveWidth, curveHeight)
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
