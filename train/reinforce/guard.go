package reinforce

import (
	"context"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/selfplay"
)

// matchIfDue has the learner play a match against the first weights. A better result than
// the best sends its weights into a second match, and if this is better too they become the
// best; one that is worse beyond doubt sends the learner back.
func (r *run) matchIfDue(ctx context.Context, done bool) error {
	s := &r.state
	if s.Update == 0 || !r.MeasureDue(s.Update, s.Evaluated, r.cfg.EvalEvery, done) {
		return nil
	}
	return r.Measure(func() error { return r.matchNow(ctx, done) })
}

// matchNow is matchIfDue of a match that is due.
func (r *run) matchNow(ctx context.Context, done bool) error {
	s := &r.state
	m, err := r.match(ctx, KindMatch, streamMatches)
	if err != nil {
		return err
	}
	again := m
	if m.WinRate > s.Best.WinRate {
		// The best of many matches is a lucky one, and all later ones would be held against it.
		// So the second counts, which was chosen from few.
		if again, err = r.match(ctx, KindAgain, streamAgain); err != nil {
			return err
		}
	}
	s.Evaluated, s.Last = s.Update, &again
	if err := r.Write(m); err != nil {
		return err
	}
	if again.Kind == KindAgain {
		if err := r.Write(again); err != nil {
			return err
		}
	}
	r.report(0, 0, &again)
	if again.WinRate > s.Best.WinRate {
		s.Best, r.best = &again, r.policy.Weights()
	} else if m.Hi < s.Best.Lo && !done {
		reason := fmt.Sprintf("the match against the first weights was worse (%.1f%%, 95%%: %.1f–%.1f) than the "+
			"best (%.1f%%, %.1f–%.1f)",
			100*m.WinRate, 100*m.Lo, 100*m.Hi, 100*s.Best.WinRate, 100*s.Best.Lo, 100*s.Best.Hi)
		if err := r.rollback(reason, m); err != nil {
			return err
		}
	}
	if err := r.curves(); err != nil {
		return err
	}
	return r.checkpoint()
}

// match plays the games of one match, other ones at every update and in every stream.
func (r *run) match(ctx context.Context, kind string, stream uint64) (Metric, error) {
	seed := splitmix.Mix(r.cfg.Seed*splitmix.Golden + stream)
	order := r.order(r.policy, r.first, r.cfg.EvalTemperature, seed)
	order.First, order.Games = int(r.state.Update)*r.cfg.EvalGames, r.cfg.EvalGames
	_, t, err := r.play(ctx, order, order.Games)
	if err != nil {
		return Metric{}, err
	}
	return r.metric(kind, t.points, t), nil
}

// guardEntropy sends the learner back when its moves have become almost certain: it would
// see no other moves any more, and learn nothing.
func (r *run) guardEntropy(entropy float64) error {
	if floor := r.cfg.EntropyFloor * r.state.Entropy; entropy < floor {
		return r.rollback(fmt.Sprintf("the entropy of its moves fell to %.3f nats, below %.3f",
			entropy, floor), Metric{})
	}
	return nil
}

// rollback goes back to the best weights with half the rate and an optimiser without
// memory, and takes the opponents that were added since out of the pool. When that has
// happened often enough, the run ends. m is the match that led to it, if one did. The weights
// it goes back to have had their match: one more at this update would give them another chance
// of being lucky, and their name to the update.
func (r *run) rollback(reason string, m Metric) error {
	s := &r.state
	if s.Rollbacks == r.cfg.Rollbacks {
		s.Ended = reason
		r.opt.Notice(fmt.Sprintf("update %d: %s, after %d rollbacks: the run ends", s.Update, reason, s.Rollbacks))
		return nil
	}
	if err := r.policy.SetWeights(r.best); err != nil {
		return err
	}
	if err := r.trainer.SetState(r.fresh); err != nil {
		return err
	}
	r.forget()
	s.Rollbacks++
	s.Evaluated = s.Update
	s.Factor /= 2
	s.Recent = nil
	kept := s.Pool[:0]
	for _, u := range s.Pool {
		if u <= s.Best.Update {
			kept = append(kept, u)
		}
	}
	s.Pool = kept
	r.opt.Notice(fmt.Sprintf("update %d: %s: back to the weights of update %d, at half the rate, %.3g",
		s.Update, reason, s.Best.Update, r.rate()))
	m.Kind, m.Update, m.Games, m.Wall = KindRollback, s.Update, s.Games, r.Elapsed().Seconds()
	m.Reason, m.To, m.Rate = reason, s.Best.Update, r.rate()
	return r.Write(m)
}

// Of the fixed sample: games played by the first weights, and positions kept of them at most.
const (
	fixedSampleGames     = 32
	fixedSamplePositions = 256
)

// fixedSample is a fixed sample of positions, of games of the first weights against themselves,
// with what these say of the moves there.
type fixedSample struct {
	planes  []float32
	allowed []bool
	first   []float32 // probabilities of the first weights over the allowed moves
	probs   []float32 // scratch
	n       int
	points  int
	threads int
}

func newFixedSample(ctx context.Context, r *run) (*fixedSample, error) {
	var games []*selfplay.Game
	order := r.order(r.first, r.first, r.cfg.Temperature, splitmix.Mix(r.cfg.Seed*splitmix.Golden+streamFixedSample))
	order.Games = fixedSampleGames
	r.opt.Counting(0, fixedSampleGames)
	err := r.in.Play(ctx, order, func(g *selfplay.Game) error {
		games = append(games, g)
		r.opt.Counting(int64(len(games)), fixedSampleGames)
		return nil
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	all, err := drawnBy(games, func(g *selfplay.Game) board.Color { return learnerColor(g.Index) }, r.cfg.Threads)
	if err != nil {
		return nil, err
	}
	// Every so many positions, over all the games.
	n := min(fixedSamplePositions, len(all.moves))
	d := &drawnMoves{games: games, points: all.points}
	for i := range n {
		j := i * len(all.moves) / n
		d.at, d.moves = append(d.at, all.at[j]), append(d.moves, all.moves[j])
		d.allowed = append(d.allowed, all.allowed[j*d.points:(j+1)*d.points]...)
	}
	a := &fixedSample{
		allowed: d.allowed,
		n:       n,
		points:  d.points,
		threads: r.cfg.Threads,
		probs:   make([]float32, n*d.points),
	}
	if n == 0 {
		return a, nil
	}
	err = d.chunks(ctx, features.Planes(r.first.Config().Planes), r.first.Stride(), n, r.cfg.Threads,
		func(_, _ int, planes []float32) error {
			a.planes = planes
			return nil
		})
	if err != nil {
		return nil, err
	}
	if err := a.evaluate(r.first); err != nil {
		return nil, err
	}
	a.first = append(a.first, a.probs...)
	return a, nil
}

// evaluate leaves the probabilities of p over the allowed moves in probs.
func (a *fixedSample) evaluate(p *nets.Policy) error {
	if err := p.EvaluateThreads(a.probs, a.planes, a.n, a.threads); err != nil {
		return err
	}
	for i := range a.n {
		row, allowed := a.probs[i*a.points:(i+1)*a.points], a.allowed[i*a.points:(i+1)*a.points]
		evaluation.Among(row, func(q int) bool { return allowed[q] })
	}
	return nil
}

// divergence is the mean of Kullback and Leibler's Σ π log(π/π₀) over the sample, where π
// is of p and π₀ of the first weights, both renormalised over the allowed moves, in nats.
// It is ErrNotFinite of nets if p is ruined.
func (a *fixedSample) divergence(p *nets.Policy) (float64, error) {
	if a.n == 0 {
		return 0, nil
	}
	if err := a.evaluate(p); err != nil {
		return 0, err
	}
	const least = 1e-30 // for what a float32 has rounded to 0
	sum := 0.0
	for i, x := range a.probs {
		if x != 0 {
			sum += float64(x) * math.Log(float64(x)/max(least, float64(a.first[i])))
		}
	}
	if math.IsNaN(sum) {
		return 0, fmt.Errorf("%w: the moves of the network have no probabilities any more", learn.ErrNotFinite)
	}
	return sum / float64(a.n), nil
}
