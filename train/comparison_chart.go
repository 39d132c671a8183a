package train

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/picture"
)

// Colours of evaluators, distinguishable by the colour-blind (Okabe and Ito 2008): the
// network first, then the kinds of rollouts.
var evaluatorColors = []color.NRGBA{
	trainColor, heldOutColor,
	{R: 0x00, G: 0x9e, B: 0x73, A: 0xff}, // green
	{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff}, // purple
	{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff}, // orange
	{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff}, // sky blue
}

// DrawComparison writes a PNG or SVG, by the name's ending, with the error ½(z − v)² of each evaluator by move number,
// as Figure 2b of Silver et al. 2016 has it: the network and its interval as a solid line,
// rollouts solid, their mixes with the network dashed in the colour of the rollouts, and
// what the best constant costs dotted.
func DrawComparison(path string, scores []EvaluatorScore) error {
	p := plot.New()
	p.X.Label.Text = "move number"
	p.Y.Label.Text = "mean of ½(z − v)²"
	p.Add(plotter.NewGrid())
	kinds := len(scores) / 2 // the network, the kinds, as many mixes
	for i, s := range scores {
		line, err := byMoveLine(p, s.ByMove, func(f ValueFigures) Interval { return f.MSE }, i == 0)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if line == nil {
			continue
		}
		at := i
		if i > kinds {
			at -= kinds
			line.Dashes = []vg.Length{vg.Points(5), vg.Points(3)}
		}
		line.Color = evaluatorColors[at%len(evaluatorColors)]
		p.Legend.Add(s.Name, line)
	}
	if len(scores) > 0 {
		line, err := byMoveLine(p, scores[0].ByMove, func(f ValueFigures) Interval { return Interval{Mean: f.Constant} }, false)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if line != nil {
			line.Color, line.Dashes = color.Gray{Y: 0x60}, []vg.Length{vg.Points(1), vg.Points(3)}
			p.Legend.Add("mean outcome", line)
		}
	}
	p.Legend.Left = true
	p.Y.Min, p.Y.Max = 0, 0.6 // intervals of few positions may stick out
	for _, s := range scores {
		for _, b := range s.ByMove {
			p.Y.Max = max(p.Y.Max, b.MSE.Mean/2)
		}
	}
	text, err := picture.Encode(path, p, 20*vg.Centimeter, 14*vg.Centimeter)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, text)
}

// byMoveLine adds half of a figure by move number to a plot, with its intervals if bars;
// nil if there are no bins.
func byMoveLine(p *plot.Plot, bins []ValueBin, figure func(ValueFigures) Interval, bars bool) (*plotter.Line, error) {
	if len(bins) == 0 {
		return nil, nil
	}
	var pts barPoints
	for _, b := range bins {
		i := figure(b.ValueFigures)
		pts.XYs = append(pts.XYs, plotter.XY{X: float64(b.From+b.To) / 2, Y: i.Mean / 2})
		if b.Games < 2 { // without an interval
			i.Lo, i.Hi = i.Mean, i.Mean
		}
		pts.YErrors = append(pts.YErrors, struct{ Low, High float64 }{(i.Mean - i.Lo) / 2, (i.Hi - i.Mean) / 2})
	}
	line, err := plotter.NewLine(pts.XYs)
	if err != nil {
		return nil, err
	}
	line.Width = vg.Points(1.6)
	p.Add(line)
	if bars {
		e, err := plotter.NewYErrorBars(pts)
		if err != nil {
			return nil, err
		}
		e.Color = evaluatorColors[0]
		p.Add(e)
	}
	return line, nil
}
