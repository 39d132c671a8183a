package arena

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Size of the ladder: a rung is a player's.
const (
	ladderWidth = 20 * vg.Centimeter
	ladderRung  = 9 * vg.Millimeter
	ladderFoot  = 2 * vg.Centimeter
)

// DrawLadder writes the ratings with their intervals as PNG or SVG, by the name's ending: a
// player a line, the strongest at the top.
func (r Ratings) DrawLadder(path string) error {
	p, width, height, err := r.Ladder()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return writePicture(path, p, width, height)
}

// Ladder is that picture and its size.
func (r Ratings) Ladder() (p *plot.Plot, width, height vg.Length, err error) {
	n := len(r.Players)
	names := make([]string, n)
	type rungs struct {
		plotter.XYs
		plotter.XErrors
	}
	points := rungs{XYs: make(plotter.XYs, n), XErrors: make(plotter.XErrors, n)}
	for i, player := range r.Players {
		k := n - 1 - i // the axis goes up
		names[k] = fmt.Sprintf("%s  %.0f", player.Name, player.Elo)
		points.XYs[k] = plotter.XY{X: player.Elo, Y: float64(k)}
		points.XErrors[k].Low, points.XErrors[k].High = -player.Error, player.Error
	}
	p = plot.New()
	p.X.Label.Text = "Elo, with 95% intervals"
	p.NominalY(names...)
	p.Y.Min, p.Y.Max = -0.5, float64(n)-0.5
	p.Add(plotter.NewGrid())
	bars, err := plotter.NewXErrorBars(points)
	if err != nil {
		return nil, 0, 0, err
	}
	bars.Color, bars.Width = curveColor, vg.Points(1.6)
	dots, err := plotter.NewScatter(points.XYs)
	if err != nil {
		return nil, 0, 0, err
	}
	dots.Color, dots.Shape, dots.Radius = worstColor, draw.CircleGlyph{}, vg.Points(3.5)
	p.Add(bars, dots)
	return p, ladderWidth, ladderFoot + vg.Length(n)*ladderRung, nil
}
