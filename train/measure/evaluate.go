package measure

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
)

// Predictor is a policy network, as nets.Policy is.
type Predictor interface {
	Points() int
	Stride() int
	// LogProbs writes the logarithms of the probabilities of n positions; many
	// goroutines call it at a time.
	LogProbs(dst, planes []float32, n int) error
}

// Config says how to measure a network on held-out games.
type Config struct {
	// Positions bounds the number of positions measured, drawn evenly from all
	// games; 0 takes all.
	Positions int
	// Symmetries is 1 (no rotation) or 8: the probabilities of all eight reflections and
	// rotations, turned back and averaged, p̄ = ⅛ Σ d⁻¹(p(d(s))) (Silver et al. 2016, Methods,
	// "Symmetries": the explicit ensemble).
	Symmetries int
	// Threads is the number of goroutines.
	Threads int
	// Seed draws the positions.
	Seed uint64
	// BinWidth is the number of moves that share a row of Score.ByMove; 0 makes none.
	BinWidth int
	// Progress is called with the positions done, from many goroutines; nil for none.
	Progress func(done, total int)
	// Now is the clock that tells what a position costs; nil for none.
	Now func() time.Time
}

// Validate says which field is wrong.
func (c *Config) Validate() error {
	switch {
	case c.Positions < 0:
		return fmt.Errorf("positions %d: must not be negative", c.Positions)
	case c.Symmetries != 1 && c.Symmetries != features.Symmetries:
		return fmt.Errorf("symmetries %d: want 1 or %d", c.Symmetries, features.Symmetries)
	case c.Threads < 1:
		return fmt.Errorf("threads %d: want at least 1", c.Threads)
	case c.BinWidth < 0:
		return fmt.Errorf("bin width %d: must not be negative", c.BinWidth)
	}
	return nil
}

// Figures are the accuracy and loss of a policy over some positions, each with
// its 95% interval over games (see Clusters). A network's moves are ranked among all
// points of the board, occupied ones included, as in the paper; of equal points the
// first in row-major order counts as the higher. How other policies rank moves, their
// own functions say.
type Figures struct {
	Top1      interval.Estimate // share of positions where the move has the highest probability
	Top5      interval.Estimate // share where the move is among the five highest
	Loss      interval.Estimate // mean −ln p(move), in nats
	Positions int
	Games     int
}

// Score is the result of a measurement.
type Score struct {
	Figures
	ByMove []MoveBin // in rising order, bins without positions left out
}

// MoveBin holds the figures of moves From to To of their games, counted from 1.
type MoveBin struct {
	From, To int
	Figures
}

// outcome is what is kept of one position.
type outcome struct {
	loss float64
	rank int32 // points that the network puts before the move
	game int32
	move int32 // from 0
}

// Batch is the number of inputs that go through the network together.
const Batch = 8

// Evaluate measures a network on the positions of data. The labels are moves.
func Evaluate(ctx context.Context, net Predictor, data sample.Source, cfg Config) (Score, error) {
	outcomes, _, err := survey(ctx, data.Len(), cfg, Batch/cfg.symmetries(), func() func([]outcome, []int64) error {
		return newExaminer(net, data, cfg.Symmetries).examine
	})
	if err != nil {
		return Score{}, err
	}
	return summarise(outcomes, cfg.BinWidth), nil
}

// symmetries is how many inputs a position makes, at least 1 even before Validate.
func (c *Config) symmetries() int { return max(1, min(c.Symmetries, features.Symmetries)) }

// now is the time by the clock, if there is one.
func (c *Config) now() time.Time {
	if c.Now == nil {
		return time.Time{}
	}
	return c.Now()
}

// survey examines as many of n positions as cfg asks for. It returns what was found of each,
// in rising order, and the time that all goroutines together took by cfg.Now. Every goroutine
// has its own examine and gives it perTask positions at a time.
func survey[T any](
	ctx context.Context, n int64, cfg Config, perTask int, newExamine func() func(out []T, positions []int64) error,
) (found []T, busy time.Duration, err error) {
	if err := cfg.Validate(); err != nil {
		return nil, 0, err
	}
	picked, err := pick(n, cfg.Positions, cfg.Seed)
	if err != nil {
		return nil, 0, err
	}
	found = make([]T, len(picked))
	var next, done, spent atomic.Int64
	var wg sync.WaitGroup
	errs := make([]error, cfg.Threads)
	for t := range cfg.Threads {
		wg.Go(func() {
			examine := newExamine()
			began := cfg.now()
			defer func() { spent.Add(int64(cfg.now().Sub(began))) }()
			for errs[t] == nil {
				from := int(next.Add(1)-1) * perTask
				if from >= len(picked) {
					return
				}
				if errs[t] = ctx.Err(); errs[t] == nil {
					to := min(from+perTask, len(picked))
					errs[t] = examine(found[from:to], picked[from:to])
					if n := done.Add(int64(to - from)); cfg.Progress != nil {
						cfg.Progress(int(n), len(picked))
					}
				}
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, 0, err
		}
	}
	return found, time.Duration(spent.Load()), nil
}

// pick draws limit positions of n without repetition, in rising order, so that
// positions of one game are neighbours.
func pick(n int64, limit int, seed uint64) ([]int64, error) {
	if n == 0 {
		return nil, fmt.Errorf("%w to measure on", sample.ErrNoPositions)
	}
	if limit == 0 || int64(limit) >= n {
		all := make([]int64, n)
		for i := range all {
			all[i] = int64(i)
		}
		return all, nil
	}
	p, err := sample.NewPermutation(n, splitmix.Mix(seed+splitmix.Golden))
	if err != nil {
		return nil, err
	}
	picked := make([]int64, limit)
	for i := range picked {
		picked[i] = p.At(int64(i))
	}
	slices.Sort(picked)
	return picked, nil
}

// examiner is the scratch memory of one goroutine of a measurement.
type examiner struct {
	net        Predictor
	sampler    sample.Sampler
	symmetries int
	size       int
	planes     []float32
	logs       []float32
	mean       []float64
}

func newExaminer(net Predictor, data sample.Source, syms int) *examiner {
	return &examiner{
		net:        net,
		sampler:    data.NewSampler(net.Stride()),
		symmetries: syms,
		size:       data.Board(),
		planes:     make([]float32, Batch*net.Points()*net.Stride()),
		logs:       make([]float32, Batch*net.Points()),
		mean:       make([]float64, net.Points()),
	}
}

// examine measures a few positions in one call of the network.
func (e *examiner) examine(out []outcome, positions []int64) error {
	points := e.net.Points()
	in := points * e.net.Stride()
	inputs := 0
	targets := [Batch]int32{}
	for i, n := range positions {
		for s := range e.symmetries {
			l, err := e.sampler.Sample(e.planes[inputs*in:(inputs+1)*in], n, 0, s)
			if err != nil {
				return err
			}
			if s == 0 {
				targets[i] = int32(l.Target)
				out[i].game, out[i].move = int32(l.Game), int32(l.Move)
			}
			inputs++
		}
	}
	if err := e.net.LogProbs(e.logs, e.planes, inputs); err != nil {
		return err
	}
	for _, x := range e.logs[:inputs*points] {
		if math.IsNaN(float64(x)) { // nothing is larger: the move would count as found
			return fmt.Errorf("%w: the network gives no probabilities; its weights are worth nothing",
				session.ErrNotFinite)
		}
	}
	for i := range positions {
		if e.symmetries == 1 {
			logs := e.logs[i*points : (i+1)*points]
			out[i].loss, out[i].rank = -float64(logs[targets[i]]), Rank(logs, int(targets[i]))
			continue
		}
		clear(e.mean)
		for s := range e.symmetries {
			row := e.logs[(i*e.symmetries+s)*points:][:points]
			for p := range e.mean {
				e.mean[p] += math.Exp(float64(row[features.Symmetry(s).Index(p, e.size)])) / float64(e.symmetries)
			}
		}
		out[i].loss, out[i].rank = -math.Log(e.mean[targets[i]]), Rank(e.mean, int(targets[i]))
	}
	return nil
}

// Rank is the number of points that come before the target: the more likely ones,
// and equally likely ones of lower index.
func Rank[F float32 | float64](p []F, target int) int32 {
	n := int32(0)
	for i, v := range p {
		if v > p[target] || v == p[target] && i < target {
			n++
		}
	}
	return n
}

// tally gathers the figures of one group of positions, game by game.
type tally struct {
	loss, top1, top5 Clusters
	game             int32
	n                int
	sums             [3]float64
	positions        int
}

func (t *tally) add(o outcome) {
	if t.n > 0 && o.game != t.game {
		t.flush()
	}
	t.game = o.game
	t.n++
	t.sums[0] += o.loss
	if o.rank < 1 {
		t.sums[1]++
	}
	if o.rank < 5 {
		t.sums[2]++
	}
}

func (t *tally) flush() {
	t.loss.Add(t.n, t.sums[0])
	t.top1.Add(t.n, t.sums[1])
	t.top5.Add(t.n, t.sums[2])
	t.positions += t.n
	t.n, t.sums = 0, [3]float64{}
}

const level = 0.95

func (t *tally) figures() Figures {
	t.flush()
	loss := t.loss.Interval(level)
	loss.Lo = max(0, loss.Lo)
	return Figures{
		Loss:      loss,
		Top1:      t.top1.Share(level),
		Top5:      t.top5.Share(level),
		Positions: t.positions,
		Games:     t.loss.Len(),
	}
}

// summarise computes the figures of outcomes that are ordered by game.
func summarise(outcomes []outcome, width int) Score {
	all, bins := share(outcomes, width, func(o outcome) int { return int(o.move) }, (*tally).add)
	s := Score{Figures: all.figures()}
	for b := range bins {
		if f := bins[b].figures(); f.Positions > 0 {
			s.ByMove = append(s.ByMove, MoveBin{From: b*width + 1, To: (b + 1) * width, Figures: f})
		}
	}
	return s
}

// share adds what was found, ordered by game, to the tally of all. If width is positive, it adds it
// to the tally of its move number's bin, too.
func share[Found, Tally any](
	found []Found, width int, move func(Found) int, add func(*Tally, Found),
) (all Tally, bins []Tally) {
	for _, f := range found {
		add(&all, f)
		if width > 0 {
			b := move(f) / width
			for len(bins) <= b {
				bins = append(bins, *new(Tally))
			}
			add(&bins[b], f)
		}
	}
	return all, bins
}
