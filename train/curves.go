package train

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Colours of the curves, distinguishable by the colour-blind (Okabe and Ito 2008).
var (
	trainColor   = color.NRGBA{R: 0x00, G: 0x72, B: 0xb2, A: 0xff} // blue
	faintColor   = color.NRGBA{R: 0x00, G: 0x72, B: 0xb2, A: 0x40}
	heldOutColor = color.NRGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff} // vermilion
)

// smoothing is the part of a run over which the drawn training curve averages, to
// both sides of a point, so that it does not lag behind the held-out curve.
const smoothing = 0.02

// DrawCurves writes a PNG with the loss and the accuracy over the steps of a run, top-1
// or of a value network the share of outcomes whose sign it has, on training samples
// (smoothed, over the raw points in a fainter shade) and on held-out games.
func DrawCurves(path, title string, metrics []Metric) error {
	losses, shares := "loss (nats)", "top-1 accuracy (%)"
	if len(metrics) > 0 && metrics[0].ofValue() {
		losses, shares = "error, ½(z − v)²", "sign of the outcome right (%)"
	}
	loss, err := curve(metrics, title, losses, 1, func(m Metric) float64 { return m.Loss })
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	top1, err := curve(metrics, "", shares, 100, func(m Metric) float64 { return max(m.Top1, m.Sign) })
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	loss.Legend.Top = true
	const width, height = 20 * vg.Centimeter, 22 * vg.Centimeter
	img := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(120))
	tiles := draw.Tiles{Rows: 2, Cols: 1, PadX: vg.Millimeter, PadY: 6 * vg.Millimeter, PadTop: 3 * vg.Millimeter, PadBottom: 3 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 6 * vg.Millimeter}
	plots := [][]*plot.Plot{{loss}, {top1}}
	for i, c := range plot.Align(plots, tiles, draw.New(img)) {
		plots[i][0].Draw(c[0])
	}
	return writePNG(path, img)
}

func writePNG(path string, img *vgimg.Canvas) error {
	var b bytes.Buffer
	if _, err := (vgimg.PngCanvas{Canvas: img}).WriteTo(&b); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return atomicfile.Write(path, b.Bytes())
}

// curve draws one figure of all metrics against the step.
func curve(metrics []Metric, title, label string, scale float64, figure func(Metric) float64) (*plot.Plot, error) {
	var raw, held plotter.XYs
	for _, m := range metrics {
		xy := plotter.XY{X: float64(m.Step), Y: scale * figure(m)}
		if m.Kind == KindEval {
			held = append(held, xy)
		} else {
			raw = append(raw, xy)
		}
	}
	smooth := smoothed(raw)
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text = "steps"
	p.Y.Label.Text = label
	p.Add(plotter.NewGrid())
	for _, l := range []struct {
		name string
		xys  plotter.XYs
		c    color.NRGBA
		w    vg.Length
	}{
		{"", raw, faintColor, vg.Points(0.7)},
		{"training samples", smooth, trainColor, vg.Points(1.6)},
		{"held-out games", held, heldOutColor, vg.Points(1.6)},
	} {
		if len(l.xys) == 0 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(l.xys)
		if err != nil {
			return nil, err
		}
		line.Color, line.Width = l.c, l.w
		p.Add(line)
		if l.name == "" {
			continue
		}
		if l.c == heldOutColor || len(l.xys) == 1 {
			dots.Color, dots.Shape, dots.Radius = l.c, draw.CircleGlyph{}, vg.Points(2)
			p.Add(dots)
		}
		p.Legend.Add(l.name, line)
	}
	p.Legend.Padding = vg.Millimeter
	return p, nil
}

// smoothed averages each point with its neighbours within smoothing of the whole to
// both sides, as many on the one as on the other.
func smoothed(raw plotter.XYs) plotter.XYs {
	reach := int(math.Ceil(smoothing * float64(len(raw))))
	out := make(plotter.XYs, len(raw))
	for i := range raw {
		r := min(reach, i, len(raw)-1-i)
		sum := 0.0
		for _, p := range raw[i-r : i+r+1] {
			sum += p.Y
		}
		out[i] = plotter.XY{X: raw[i].X, Y: sum / float64(2*r+1)}
	}
	return out
}

// DrawByMove writes a PNG with top-1 and top-5 accuracy by move number, with their
// intervals.
func DrawByMove(path string, bins []MoveBin) error {
	p := plot.New()
	p.X.Label.Text = "move number"
	p.Y.Label.Text = "accuracy (%)"
	p.Y.Min, p.Y.Max = 0, 100
	p.Add(plotter.NewGrid())
	for _, f := range []struct {
		name   string
		c      color.NRGBA
		figure func(Figures) Interval
	}{
		{"top-1", trainColor, func(f Figures) Interval { return f.Top1 }},
		{"top-5", heldOutColor, func(f Figures) Interval { return f.Top5 }},
	} {
		var pts barPoints
		for _, b := range bins {
			i := f.figure(b.Figures)
			pts.XYs = append(pts.XYs, plotter.XY{X: float64(b.From+b.To) / 2, Y: 100 * i.Mean})
			pts.YErrors = append(pts.YErrors, struct{ Low, High float64 }{100 * (i.Mean - i.Lo), 100 * (i.Hi - i.Mean)})
		}
		if len(bins) == 0 {
			continue
		}
		line, dots, err := plotter.NewLinePoints(pts.XYs)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		bars, err := plotter.NewYErrorBars(pts)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		line.Color, line.Width, dots.Color, bars.Color = f.c, vg.Points(1.6), f.c, f.c
		dots.Shape, dots.Radius = draw.CircleGlyph{}, vg.Points(2)
		p.Add(line, dots, bars)
		p.Legend.Add(f.name, line)
	}
	p.Legend.Top = true
	img := vgimg.NewWith(vgimg.UseWH(20*vg.Centimeter, 12*vg.Centimeter), vgimg.UseDPI(120))
	p.Draw(draw.New(img))
	return writePNG(path, img)
}

// barPoints are points with intervals.
type barPoints struct {
	plotter.XYs
	plotter.YErrors
}
