package linear

import (
	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/tfrecord"
	"github.com/tengen-go/tengen/train/session"
)

// ShapesMetric is one line of metrics.jsonl of a run that learns local shapes.
type ShapesMetric struct {
	Kind  string  `json:"kind"`   // KindTrain or KindEval, a measurement
	Games int64   `json:"games"`  // games learned from
	Wall  float64 `json:"wall_s"` // seconds of the run, interruptions not counted

	// Of training lines, over the games since the one before.
	Error     float64 `json:"td_error,omitzero"`    // mean of δ², probabilities of winning
	Moves     float64 `json:"moves,omitzero"`       // mean length of a game
	Black     float64 `json:"black,omitzero"`       // share of the points that Black won
	Rate      float64 `json:"rate,omitzero"`        // learning rate of the last game
	PerSecond float64 `json:"games_per_s,omitzero"` // games a second

	// Of measurements: the greedy player's shares of the points, with Wilson's 95%
	// intervals. It plays against random moves, and against itself at the measurement
	// before (at first untrained, which is random too).
	Random  interval.Estimate `json:"random,omitzero"`
	Earlier interval.Estimate `json:"earlier,omitzero"`
	Played  int               `json:"played,omitzero"` // games of each match
}

func (m ShapesMetric) MarshalJSON() ([]byte, error) { return interval.Marshal(m) }

func (m *ShapesMetric) UnmarshalJSON(text []byte) error {
	err := interval.Unmarshal(text, m)
	m.Random.N, m.Earlier.N = m.Played, m.Played
	return err
}

// At implements session.Line.
func (m *ShapesMetric) At() (step int64, measured bool) { return m.Games, m.Kind == session.KindEval }

// Scalars are the curves of m for TensorBoard.
func (m *ShapesMetric) Scalars() []tfrecord.Scalar {
	if m.Kind == session.KindEval {
		return []tfrecord.Scalar{
			{Tag: "match/random", Value: float32(m.Random.Value)},
			{Tag: "match/earlier", Value: float32(m.Earlier.Value)},
		}
	}
	return []tfrecord.Scalar{
		{Tag: "train/td_error", Value: float32(m.Error)},
		{Tag: "moves", Value: float32(m.Moves)},
		{Tag: "black", Value: float32(m.Black)},
		{Tag: "rate", Value: float32(m.Rate)},
		{Tag: "games_per_s", Value: float32(m.PerSecond)},
	}
}

// ReadShapesMetrics reads the metrics.jsonl of a run. A last line that a kill cut off is left
// out.
func ReadShapesMetrics(path string) ([]ShapesMetric, error) {
	return session.ReadLines[ShapesMetric](path)
}

// DrawShapesCurves writes a PNG with the error of TD, the win rates, and the length of the
// games over the games of a run.
func DrawShapesCurves(path, title string, metrics []ShapesMetric) error {
	mean := func(name string, figure func(m *ShapesMetric) float64) chart.Series {
		return session.Curve(metrics, name, session.KindTrain, chart.Smoothed, (*ShapesMetric).line,
			func(m *ShapesMetric) interval.Estimate { return interval.Exact(figure(m)) })
	}
	won := func(name string, figure func(m *ShapesMetric) interval.Estimate) chart.Series {
		return session.Curve(metrics, name, session.KindEval, chart.Measured, (*ShapesMetric).line,
			func(m *ShapesMetric) interval.Estimate { return figure(m).Times(100) })
	}
	panel := func(title, label string, series ...chart.Series) chart.Panel {
		return chart.Panel{Title: title, X: chart.Axis{Label: "games"}, Y: chart.Axis{Label: label}, Series: series}
	}
	return session.DrawPanels(path, []chart.Panel{
		panel(title, "mean of δ²", mean("", func(m *ShapesMetric) float64 { return m.Error })),
		panel(
			"", "win rate (%)",
			won("against random moves", func(m *ShapesMetric) interval.Estimate { return m.Random }),
			won("against the measurement before", func(m *ShapesMetric) interval.Estimate { return m.Earlier }),
		),
		panel("", "moves a game", mean("", func(m *ShapesMetric) float64 { return m.Moves })),
	})
}

// line is the kind of a line of metrics and its place on the axis.
func (m *ShapesMetric) line() (kind string, x int64) { return m.Kind, m.Games }
