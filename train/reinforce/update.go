package reinforce

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/nets/learn"
	"github.com/tengen-go/tengen/selfplay"
	"github.com/tengen-go/tengen/train/session"
)

// runningUpdates is how many updates the running win rate against the pool covers.
const runningUpdates = 20

// The players of a game: the learner and its opponent.
const (
	learnerIndex = iota
	opponentIndex
)

// Streams of randomness other than the stream of the games learned from.
const (
	streamOpponents   uint64 = 0x706f6f6c // "pool"
	streamMatches     uint64 = 0x6d617463 // "matc"
	streamAgain       uint64 = 0x61676169 // "agai"
	streamFixedSample uint64 = 0x616e6368 // "anch"
)

// learnerColor is Black in even games: half of them.
func learnerColor(game int) board.Color {
	if game%2 == 0 {
		return board.Black
	}
	return board.White
}

// update plays the games of one update against one opponent and takes one step.
func (r *run) update(ctx context.Context) (Metric, error) {
	s := &r.state
	start := r.Now()
	ordered, games, tally, err := r.nextGames(ctx)
	if err != nil {
		return Metric{}, err
	}
	played := r.Now()
	moves, err := drawnBy(games, func(g *selfplay.Game) board.Color { return learnerColor(g.Index) }, r.cfg.Threads)
	if err != nil {
		return Metric{}, fmt.Errorf("update %d: %w", s.Update+1, err)
	}
	entropy, norm, err := r.learn(ctx, moves)
	if err != nil {
		return Metric{}, err
	}
	age := s.Update - ordered.Made
	s.Update++
	s.Ahead = s.Ahead[min(1, len(s.Ahead)):]
	s.Games += int64(len(games))
	s.Positions += int64(len(moves.moves))
	s.Recent = append(s.Recent, tally.points)
	s.Recent = s.Recent[max(0, len(s.Recent)-runningUpdates):]
	if s.Entropy == 0 {
		s.Entropy = entropy
	}
	kl, err := r.fixedSample.divergence(r.policy)
	if err != nil {
		return Metric{}, r.failed(s.Update, err)
	}
	m := r.metric(KindUpdate, r.running(), tally)
	m.Age, m.Opponent, m.Won, m.Positions = age, ordered.Opponent, tally.points.rate().Value, len(moves.moves)
	m.Entropy, m.KL, m.Norm, m.Rate = entropy, kl, norm, r.rate()
	if t := r.Now().Sub(start); t > 0 {
		m.PerSecond = float64(len(games)) / t.Seconds()
		m.Playing = float64(played.Sub(start)) / float64(t)
	}
	return m, nil
}

// rate is the learning rate, halved by every rollback.
func (r *run) rate() float64 { return r.cfg.Rate * r.state.Factor }

// running is the score against the pool over the last updates.
func (r *run) running() score {
	var sum score
	for _, t := range r.state.Recent {
		sum.add(t)
	}
	return sum
}

// gamesTally is what came of some games.
type gamesTally struct {
	points score // the learner's
	black  score // Black's
	moves  int
}

func (t *gamesTally) add(g *selfplay.Game) {
	points := func(c board.Color) float64 {
		switch g.Winner {
		case c:
			return 1
		case board.Empty:
			return 0.5
		}
		return 0
	}
	t.points.add(score{points(learnerColor(g.Index)), 1})
	t.black.add(score{points(board.Black), 1})
	t.moves += len(g.Record.Moves)
}

// play plays games of the learner. match is their number if this is a match, which is reported, else 0.
func (r *run) play(ctx context.Context, order selfplay.Order, match int) ([]*selfplay.Game, gamesTally, error) {
	games := make([]*selfplay.Game, 0, order.Games)
	var t gamesTally
	err := r.in.Play(ctx, order, func(g *selfplay.Game) error {
		games = append(games, g)
		t.add(g)
		r.report(len(games), match, nil)
		return nil
	})
	if err == nil {
		err = ctx.Err()
	}
	return games, t, err
}

// order is games between two networks, the first of which learns.
func (r *run) order(learner, opponent *nets.Policy, temperature float64, seed uint64) selfplay.Order {
	return selfplay.Order{
		Config: selfplay.Config{
			Size: learner.Config().Board, Komi: r.cfg.Komi, MoveLimit: r.cfg.MoveLimit,
			Settle: r.cfg.Settle, Threads: r.cfg.Threads, Seed: seed,
		},
		Players: [2]selfplay.Player{
			learnerIndex:  {Policy: learner, Temperature: temperature},
			opponentIndex: {Policy: opponent, Temperature: temperature},
		},
		Pairing: selfplay.Alternating{},
	}
}

// learn takes one step on the moves of all games. It returns the mean entropy of what
// they were drawn from and the norm of the gradient.
func (r *run) learn(ctx context.Context, d *drawnMoves) (entropy, norm float64, err error) {
	weights, err := r.advantages(ctx, d)
	if err != nil {
		return 0, 0, err
	}
	err = d.chunks(ctx, features.Planes(r.policy.Config().Planes), r.policy.Stride(), r.cfg.Chunk, r.cfg.Threads,
		func(from, to int, planes []float32) error {
			result, err := r.trainer.Accumulate(learn.Drawn{
				Planes: planes, Moves: d.moves[from:to], Weights: weights[from:to],
				Allowed: d.allowed[from*d.points : to*d.points], Temperature: r.cfg.Temperature,
			})
			entropy += result.Entropy
			return err
		})
	if err == nil {
		norm, err = r.trainer.Apply(r.rate())
	}
	if err == nil {
		err = r.trainer.Settle() // the next games are those of the new weights
	}
	if err != nil {
		return 0, 0, r.failed(r.state.Update+1, err)
	}
	return entropy / float64(max(1, len(d.moves))), norm, nil
}

// failed is the error of an update. The last opponent is what a ruined network can be learnt
// again from.
func (r *run) failed(update int64, err error) error {
	if !errors.Is(err, learn.ErrNotFinite) {
		return fmt.Errorf("update %d: %w", update, err)
	}
	last := r.state.Pool[len(r.state.Pool)-1]
	return session.NotFinite("update",
		update, r.rate(), ", from the last opponent that was kept, --policy "+poolPath(r.opt.Dir, last))
}

// advantages are (z − baseline)/n for each move, n being the number of games.
func (r *run) advantages(ctx context.Context, d *drawnMoves) ([]float32, error) {
	weights := make([]float32, len(d.moves))
	if r.baseline != nil {
		values, err := d.values(ctx, r.baseline, r.cfg.Chunk, r.cfg.Threads)
		if err != nil {
			return nil, fmt.Errorf("baseline: %w", err)
		}
		for i, v := range values {
			weights[i] = -v
		}
	}
	for i, z := range d.outcome {
		weights[i] = (weights[i] + z) / float32(len(d.games))
	}
	return weights, nil
}

// metric is a line of metrics with what updates and matches have in common.
func (r *run) metric(kind string, s score, t gamesTally) Metric {
	win := s.rate()
	return Metric{
		Kind: kind, Update: r.state.Update, Games: r.state.Games, Wall: r.Elapsed().Seconds(),
		WinRate: win.Value, Lo: win.Lo, Hi: win.Hi, Played: s.Games,
		Moves: float64(t.moves) / float64(t.points.Games), Black: t.black.rate().Value,
	}
}

// report reports on the run. games have been played of the update, or of a match.
func (r *run) report(games, match int, m *Metric) {
	s := &r.state
	p := Report{
		Update:   s.Update,
		Games:    s.Games,
		Fraction: r.Fraction(r.state.Update),
		WinRate:  math.NaN(),
		Elapsed:  r.Elapsed(),
		Metric:   m,
	}
	if match > 0 {
		p.Match = games
	} else {
		p.Games += int64(games)
	}
	if len(s.Recent) > 0 {
		p.WinRate = r.running().rate().Value
	}
	p.PerSecond, p.Left = r.PerSecond(s.Games), r.Left(s.Update)
	r.opt.Report(p)
}
