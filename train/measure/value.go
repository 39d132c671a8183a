package measure

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// Valuer is a value network, as nets.Value is.
type Valuer interface {
	Points() int
	Stride() int
	// Evaluate writes the values of n positions, −1 to 1 for the side to move; many
	// goroutines call it at a time.
	Evaluate(dst, planes []float32, n int) error
}

// ValueFigures are the errors of an evaluator over some positions, with 95% intervals
// over games (see Clusters). Outcomes z are −1 and 1 for the side to move.
type ValueFigures struct {
	MSE       interval.Estimate // mean of (z − v)²: half of it is the paper's figure, a quarter that on [0, 1]
	Sign      interval.Estimate // share of positions where v has the sign of z; v = 0 counts as half
	Mean      float64           // mean outcome
	Constant  float64           // mean of (z − Mean)², the error of the best constant
	Positions int
	Games     int
}

// ValueBin holds the figures of the positions before moves From to To, counted from 1.
type ValueBin struct {
	From, To int
	ValueFigures
}

// ValueScore is the result of a measurement.
type ValueScore struct {
	ValueFigures
	ByMove []ValueBin // in rising order, bins without positions left out
}

// judgement is what is kept of one position.
type judgement struct {
	z, v float32
	game int32
	move int32 // from 0
}

// square is (z − v)².
func (j judgement) square() float64 {
	d := float64(j.z) - float64(j.v)
	return d * d
}

// EvaluateValue measures a value network on the positions of data. The labels are outcomes. The values
// of several symmetries are averaged.
func EvaluateValue(ctx context.Context, net Valuer, data sample.Source, cfg Config) (ValueScore, error) {
	found, _, err := judge(ctx, net, data, cfg)
	if err != nil {
		return ValueScore{}, err
	}
	return valueScore(found, cfg.BinWidth), nil
}

// judge is what a network says of positions, in rising order, and the time it took.
func judge(ctx context.Context, net Valuer, data sample.Source, cfg Config) ([]judgement, time.Duration, error) {
	return survey(ctx, data.Len(), cfg, Batch/cfg.symmetries(), func() func([]judgement, []int64) error {
		return newAppraiser(net, data, cfg.Symmetries).appraise
	})
}

// appraiser is the scratch memory of one goroutine of a measurement.
type appraiser struct {
	net        Valuer
	sampler    sample.Sampler
	symmetries int
	planes     []float32
	values     []float32
}

func newAppraiser(net Valuer, data sample.Source, symmetries int) *appraiser {
	return &appraiser{
		net: net, sampler: data.NewSampler(net.Stride()), symmetries: symmetries,
		planes: make([]float32, Batch*net.Points()*net.Stride()),
		values: make([]float32, Batch),
	}
}

// appraise measures a few positions in one call of the network.
func (a *appraiser) appraise(out []judgement, positions []int64) error {
	in := a.net.Points() * a.net.Stride()
	for i, n := range positions {
		for s := range a.symmetries {
			at := i*a.symmetries + s
			l, err := a.sampler.Sample(a.planes[at*in:(at+1)*in], n, 0, s)
			if err != nil {
				return err
			}
			out[i] = judgement{z: l.Target, game: int32(l.Game), move: int32(l.Move)}
		}
	}
	if err := a.net.Evaluate(a.values, a.planes, len(positions)*a.symmetries); err != nil {
		return err
	}
	for i := range positions {
		v, err := evaluation.MeanValue(a.values[i*a.symmetries : (i+1)*a.symmetries])
		if err != nil {
			return fmt.Errorf("%w: %w", session.ErrNotFinite, err)
		}
		out[i].v = v
	}
	return nil
}

// valueTally gathers the figures of one group of positions, game by game.
type valueTally struct {
	squares, signs Clusters
	game           int32
	n              int
	square, sign   float64 // of the game
	outcomes       float64
	positions      int
}

func (t *valueTally) add(j judgement) {
	if t.n > 0 && j.game != t.game {
		t.flush()
	}
	t.game = j.game
	t.n++
	t.square += j.square()
	t.sign += agreement(j.z, j.v)
	t.outcomes += float64(j.z)
}

// agreement is 1 if v has the sign of z, ½ if it has none, and else 0.
func agreement(z, v float32) float64 {
	switch {
	case v*z > 0:
		return 1
	case v == 0:
		return 0.5
	}
	return 0
}

func (t *valueTally) flush() {
	t.squares.Add(t.n, t.square)
	t.signs.Add(t.n, t.sign)
	t.positions += t.n
	t.n, t.square, t.sign = 0, 0, 0
}

func (t *valueTally) figures() ValueFigures {
	t.flush()
	mse := t.squares.Interval(level)
	mse.Lo, mse.Hi = max(0, mse.Lo), min(4, mse.Hi) // no value is further off than 2
	mean := t.outcomes / float64(t.positions)
	return ValueFigures{
		MSE: mse, Sign: t.signs.Share(level), Mean: mean, Constant: 1 - mean*mean,
		Positions: t.positions, Games: t.squares.Len(),
	}
}

// valueScore computes the figures of judgements that are ordered by game.
func valueScore(found []judgement, width int) ValueScore {
	all, bins := share(found, width, func(j judgement) int { return int(j.move) }, (*valueTally).add)
	s := ValueScore{ValueFigures: all.figures()}
	for b := range bins {
		if f := bins[b].figures(); f.Positions > 0 {
			s.ByMove = append(s.ByMove, ValueBin{From: b*width + 1, To: (b + 1) * width, ValueFigures: f})
		}
	}
	return s
}
