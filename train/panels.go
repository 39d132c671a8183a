package train

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// panel is one of the figures that stand above each other over the same axis.
type panel struct {
	label  string
	series []series
}

// series is one curve, some of whose points may have intervals.
type series struct {
	name   string
	color  color.NRGBA
	smooth bool
	apart  bool // points without a line between them
	points plotter.XYs
	bars   barPoints
}

// add adds a point, with an interval unless lo is NaN.
func (s *series) add(x, y, lo, hi float64) {
	xy := plotter.XY{X: x, Y: y}
	s.points = append(s.points, xy)
	if !math.IsNaN(lo) {
		s.bars.XYs = append(s.bars.XYs, xy)
		s.bars.YErrors = append(s.bars.YErrors, struct{ Low, High float64 }{y - lo, hi - y})
	}
}

// drawPanels writes a PNG with the panels; marks are vertical lines through all of them.
func drawPanels(path, title, xlabel string, panels []panel, marks []float64) error {
	img := vgimg.NewWith(vgimg.UseWH(20*vg.Centimeter, 28*vg.Centimeter), vgimg.UseDPI(120))
	tiles := draw.Tiles{Rows: len(panels), Cols: 1, PadX: vg.Millimeter, PadY: 6 * vg.Millimeter, PadTop: 3 * vg.Millimeter, PadBottom: 3 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 6 * vg.Millimeter}
	plots := make([][]*plot.Plot, len(panels))
	for i, panel := range panels {
		p := plot.New()
		if i == 0 {
			p.Title.Text = title
		}
		p.X.Label.Text, p.Y.Label.Text = xlabel, panel.label
		p.Add(plotter.NewGrid())
		p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Millimeter
		named := 0
		for _, s := range panel.series {
			if err := s.draw(p); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			if s.name != "" && len(s.points) > 0 {
				named++
			}
		}
		if p.Y.Min < p.Y.Max { // room for the legend, a line of which is about a fifteenth of a panel
			p.Y.Max += (p.Y.Max - p.Y.Min) * float64(named) / max(15-float64(named), 1)
		}
		for _, x := range marks {
			if p.Y.Min > p.Y.Max { // nothing is drawn
				continue
			}
			line, err := plotter.NewLine(plotter.XYs{{X: x, Y: p.Y.Min}, {X: x, Y: p.Y.Max}})
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			line.Color, line.Dashes = color.Gray{0x80}, []vg.Length{vg.Points(3), vg.Points(3)}
			p.Add(line)
		}
		plots[i] = []*plot.Plot{p}
	}
	for i, c := range plot.Align(plots, tiles, draw.New(img)) {
		plots[i][0].Draw(c[0])
	}
	return writePNG(path, img)
}

func (s series) draw(p *plot.Plot) error {
	points := s.points
	if len(points) == 0 {
		return nil
	}
	if s.smooth {
		points = smoothed(points)
	}
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, line.Width, dots.Color = s.color, vg.Points(1.6), s.color
	dots.Shape, dots.Radius = draw.CircleGlyph{}, vg.Points(2)
	if !s.apart {
		p.Add(line)
	}
	if len(s.bars.XYs) > 0 || len(points) == 1 {
		p.Add(dots)
	}
	if len(s.bars.XYs) > 0 {
		e, err := plotter.NewYErrorBars(s.bars)
		if err != nil {
			return err
		}
		e.Color = s.color
		p.Add(e)
	}
	switch {
	case s.name == "":
	case s.apart:
		p.Legend.Add(s.name, dots)
	default:
		p.Legend.Add(s.name, line)
	}
	return nil
}
