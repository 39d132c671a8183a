package reinforce

import (
	"encoding/json"

	"github.com/tengen-go/tengen/internal/chart"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/tfrecord"
	"github.com/tengen-go/tengen/train/session"
)

// Kinds of lines in the metrics of reinforcement learning.
const (
	KindUpdate   = "update"   // one update
	KindMatch    = "eval"     // a match against the first weights
	KindAgain    = "again"    // a second one, of weights that won more in their first than the best
	KindRollback = "rollback" // the run went back to its best weights
)

// Metric is one line of metrics.jsonl of a run of reinforcement learning.
type Metric struct {
	Kind   string  `json:"kind"`   // KindUpdate, KindMatch, KindAgain or KindRollback
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

	// Of updates. Age is how many updates old the weights were that played its games.
	Age       int64   `json:"age,omitempty"`
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

// Score is the win rate with its interval.
func (m *Metric) Score() interval.Estimate {
	return interval.Estimate{Value: m.WinRate, Lo: m.Lo, Hi: m.Hi, N: m.Played}
}

// MarshalJSON leaves out of other lines what only updates have.
func (m Metric) MarshalJSON() ([]byte, error) {
	type line Metric // without this method
	if m.Kind == KindUpdate {
		return json.Marshal(line(m))
	}
	return json.Marshal(struct {
		line
		// These hide the fields of the same names.
		Opponent struct{} `json:"opponent,omitzero"`
		Won      struct{} `json:"won,omitzero"`
		KL       struct{} `json:"kl,omitzero"`
	}{line: line(m)})
}

// At: a rollback belongs to the match that it followed, if it is of one.
func (m *Metric) At() (step int64, measured bool) {
	return m.Update, m.Kind == KindMatch || m.Kind == KindAgain || m.Kind == KindRollback && m.Played > 0
}

// Scalars are the curves of m for TensorBoard.
func (m *Metric) Scalars() []tfrecord.Scalar {
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

// ReadMetrics reads the metrics.jsonl of a run. A last line that a kill cut off
// is left out.
func ReadMetrics(path string) ([]Metric, error) {
	return session.ReadLines[Metric](path)
}

// score counts points: a win is one, a draw a half.
type score struct {
	Points float64 `json:"points"`
	Games  int     `json:"games"`
}

func (s *score) add(t score) { s.Points, s.Games = s.Points+t.Points, s.Games+t.Games }

// rate is the share of the points with Wilson's interval.
func (s score) rate() interval.Estimate {
	return interval.Share(s.Points, s.Games)
}

// DrawCurves writes a PNG with the win rates, entropy and divergence, and the
// length of the games over the updates of a run. Rollbacks are vertical lines.
func DrawCurves(path, title string, metrics []Metric) error {
	of := func(name, kind string, style chart.Style, figure func(m *Metric) interval.Estimate) chart.Series {
		return session.Curve(metrics, name, kind, style, (*Metric).line, figure)
	}
	mean := func(name string, figure func(m *Metric) float64) chart.Series {
		return of(name, KindUpdate, chart.Smoothed, func(m *Metric) interval.Estimate {
			return interval.Exact(figure(m))
		})
	}
	won := func(m *Metric) interval.Estimate {
		return m.Score().Times(100)
	}
	var marks []float64
	for _, m := range metrics {
		if m.Kind == KindRollback {
			marks = append(marks, float64(m.Update))
		}
	}
	panel := func(title, label string, series ...chart.Series) chart.Panel {
		return chart.Panel{
			Title:  title,
			X:      chart.Axis{Label: "updates"},
			Y:      chart.Axis{Label: label},
			Series: series,
			Marks:  marks,
		}
	}
	return session.DrawPanels(path, []chart.Panel{
		panel(
			title, "win rate (%)",
			mean("against the pool, running", func(m *Metric) float64 { return 100 * m.WinRate }),
			of("against the first weights", KindMatch, chart.Measured, won),
			of("the second match, which counts", KindAgain, chart.Dots, won),
			mean("Black's games won", func(m *Metric) float64 { return 100 * m.Black }),
		),
		panel(
			"", "nats",
			mean("entropy", func(m *Metric) float64 { return m.Entropy }),
			mean("divergence from the first weights", func(m *Metric) float64 { return m.KL }),
		),
		panel("", "moves a game", mean("", func(m *Metric) float64 { return m.Moves })),
	})
}

// line is the kind of a line of metrics and its place on the axis.
func (m *Metric) line() (kind string, x int64) { return m.Kind, m.Update }
