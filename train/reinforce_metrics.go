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

	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/tfrecord"
)

// Kinds of lines in the metrics of reinforcement learning.
const (
	KindUpdate   = "update"   // one update
	KindMatch    = "eval"     // a match against the first weights
	KindRollback = "rollback" // the run went back to its best weights
)

// ReinforceMetric is one line of metrics.jsonl of a run of reinforcement learning.
type ReinforceMetric struct {
	Kind   string  `json:"kind"`   // KindUpdate, KindMatch or KindRollback
	Update int64   `json:"update"` // updates done
	Games  int64   `json:"games"`  // games learned from
	Wall   float64 `json:"wall_s"` // seconds of the run, interruptions not counted

	// Of a match, and of a rollback after one: the share of the points against the first weights, a draw being half
	// a point, with Wilson's 95% interval.
	// Of an update: the same against the opponents of the last updates (runningUpdates).
	WinRate float64 `json:"win_rate"`
	Lo      float64 `json:"win_rate_lo"`
	Hi      float64 `json:"win_rate_hi"`
	Played  int     `json:"played"` // games that the win rate is of

	// Of matches and updates.
	Moves float64 `json:"moves,omitempty"` // mean length of a game
	Black float64 `json:"black"`           // share of the games that Black won

	// Of updates.
	Opponent  int64   `json:"opponent"`              // updates of the weights played against
	Won       float64 `json:"won"`                   // share of the points of this update's games
	Positions int     `json:"positions,omitempty"`   // learned from
	Entropy   float64 `json:"entropy,omitempty"`     // mean of what the moves were drawn from, nats
	KL        float64 `json:"kl"`                    // mean divergence from the first weights on fixed positions, nats
	Norm      float64 `json:"norm,omitempty"`        // of the gradient
	Rate      float64 `json:"rate,omitempty"`        // learning rate
	PerSecond float64 `json:"games_per_s,omitempty"` // games played and learned from
	Playing   float64 `json:"playing,omitempty"`     // share of the time that playing took

	// Of rollbacks.
	Reason string `json:"reason,omitempty"`
	To     int64  `json:"to,omitempty"` // updates of the weights gone back to
}

// at: a rollback belongs to the match that it followed, if it is of one.
func (m *ReinforceMetric) at() (step int64, measured bool) {
	return m.Update, m.Kind == KindMatch || m.Kind == KindRollback && m.Played > 0
}

// scalars are the curves of m for TensorBoard.
func (m *ReinforceMetric) scalars() []tfrecord.Scalar {
	switch m.Kind {
	case KindMatch:
		return []tfrecord.Scalar{{Tag: "first/win_rate", Value: float32(m.WinRate)}}
	case KindUpdate:
		return []tfrecord.Scalar{
			{Tag: "pool/win_rate", Value: float32(m.WinRate)},
			{Tag: "entropy", Value: float32(m.Entropy)},
			{Tag: "kl", Value: float32(m.KL)},
			{Tag: "norm", Value: float32(m.Norm)},
			{Tag: "rate", Value: float32(m.Rate)},
			{Tag: "moves", Value: float32(m.Moves)},
			{Tag: "black", Value: float32(m.Black)},
			{Tag: "games_per_s", Value: float32(m.PerSecond)},
		}
	}
	return nil
}

// ReadReinforceMetrics reads the metrics.jsonl of a run. A last line that a kill cut off
// is left out.
func ReadReinforceMetrics(path string) ([]ReinforceMetric, error) {
	return readLines[ReinforceMetric](path)
}

// score counts points: a win is one, a draw a half.
type score struct {
	Points float64 `json:"points"`
	Games  int     `json:"games"`
}

func (s *score) add(t score) { s.Points, s.Games = s.Points+t.Points, s.Games+t.Games }

// rate is the share of the points with Wilson's interval.
func (s score) rate() Interval {
	lo, hi := interval.Wilson(s.Points, s.Games)
	return Interval{s.Points / float64(s.Games), lo, hi}
}

// DrawReinforceCurves writes a PNG with the win rates, entropy and divergence, and the
// length of the games over the updates of a run. Rollbacks are vertical lines.
func DrawReinforceCurves(path, title string, metrics []ReinforceMetric) error {
	black := color.NRGBA{R: 0x00, G: 0x9e, B: 0x73, A: 0xff} // bluish green (Okabe and Ito 2008)
	panels := []struct {
		label  string
		series []reinforceSeries
	}{
		{"win rate (%)", []reinforceSeries{
			{"against the pool, running", KindUpdate, trainColor, func(m *ReinforceMetric) (y, lo, hi float64) { return 100 * m.WinRate, math.NaN(), 0 }},
			{"against the first weights", KindMatch, heldOutColor, func(m *ReinforceMetric) (y, lo, hi float64) { return 100 * m.WinRate, 100 * m.Lo, 100 * m.Hi }},
			{"Black's games won", KindUpdate, black, func(m *ReinforceMetric) (y, lo, hi float64) { return 100 * m.Black, math.NaN(), 0 }},
		}},
		{"nats", []reinforceSeries{
			{"entropy", KindUpdate, trainColor, func(m *ReinforceMetric) (y, lo, hi float64) { return m.Entropy, math.NaN(), 0 }},
			{"divergence from the first weights", KindUpdate, heldOutColor, func(m *ReinforceMetric) (y, lo, hi float64) { return m.KL, math.NaN(), 0 }},
		}},
		{"moves a game", []reinforceSeries{
			{"", KindUpdate, trainColor, func(m *ReinforceMetric) (y, lo, hi float64) { return m.Moves, math.NaN(), 0 }},
		}},
	}
	img := vgimg.NewWith(vgimg.UseWH(20*vg.Centimeter, 28*vg.Centimeter), vgimg.UseDPI(120))
	tiles := draw.Tiles{Rows: len(panels), Cols: 1, PadX: vg.Millimeter, PadY: 6 * vg.Millimeter, PadTop: 3 * vg.Millimeter, PadBottom: 3 * vg.Millimeter, PadLeft: 3 * vg.Millimeter, PadRight: 6 * vg.Millimeter}
	plots := make([][]*plot.Plot, len(panels))
	for i, panel := range panels {
		p := plot.New()
		if i == 0 {
			p.Title.Text = title
		}
		p.X.Label.Text, p.Y.Label.Text = "updates", panel.label
		p.Add(plotter.NewGrid())
		p.Legend.Top, p.Legend.Left, p.Legend.Padding = true, true, vg.Millimeter
		for _, s := range panel.series {
			if err := s.draw(p, metrics); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		for _, m := range metrics {
			if m.Kind != KindRollback || p.Y.Min > p.Y.Max { // nothing is drawn
				continue
			}
			x := float64(m.Update)
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

// reinforceSeries is one curve: figure gives its height, with the ends of an interval
// unless lo is NaN.
type reinforceSeries struct {
	name, kind string
	color      color.NRGBA
	figure     func(m *ReinforceMetric) (y, lo, hi float64)
}

func (s reinforceSeries) draw(p *plot.Plot, metrics []ReinforceMetric) error {
	var points plotter.XYs
	var bars barPoints
	for i := range metrics {
		m := &metrics[i]
		if m.Kind != s.kind {
			continue
		}
		y, lo, hi := s.figure(m)
		xy := plotter.XY{X: float64(m.Update), Y: y}
		points = append(points, xy)
		if !math.IsNaN(lo) {
			bars.XYs = append(bars.XYs, xy)
			bars.YErrors = append(bars.YErrors, struct{ Low, High float64 }{y - lo, hi - y})
		}
	}
	if len(points) == 0 {
		return nil
	}
	if s.kind == KindUpdate {
		points = smoothed(points)
	}
	line, dots, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	line.Color, line.Width, dots.Color = s.color, vg.Points(1.6), s.color
	dots.Shape, dots.Radius = draw.CircleGlyph{}, vg.Points(2)
	p.Add(line)
	if len(bars.XYs) > 0 || len(points) == 1 {
		p.Add(dots)
	}
	if len(bars.XYs) > 0 {
		e, err := plotter.NewYErrorBars(bars)
		if err != nil {
			return err
		}
		e.Color = s.color
		p.Add(e)
	}
	if s.name != "" {
		p.Legend.Add(s.name, line)
	}
	return nil
}
