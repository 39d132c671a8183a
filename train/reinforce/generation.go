package reinforce

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// Play plays the games of an order and hands them over in order of their numbers. When the cause of ctx's end is
// selfplay.ErrUnwanted nobody will order the same games again. Several goroutines may call it.
type Play func(ctx context.Context, order selfplay.Order, done func(*selfplay.Game) error) error

// playHere plays in this process, one order after the other.
func playHere() Play {
	turn := make(chan struct{}, 1)
	return func(ctx context.Context, order selfplay.Order, done func(*selfplay.Game) error) error {
		select {
		case turn <- struct{}{}:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		defer func() { <-turn }()
		return order.Play(ctx, done)
	}
}

// generation is the games of an update to come, ordered when the weights of an earlier update were the current
// ones.
type generation struct {
	Made     int64 `json:"made"`     // updates done when they were
	Opponent int64 `json:"opponent"` // by the updates done when it entered the pool
	weights  []models.Tensor
	games    *gathering // nil until the games are ordered
}

// draw is the opponent of an update: one for the whole minibatch, as in the paper.
func (r *run) draw(update int64) int64 {
	rng := rand.New(rand.NewPCG(r.cfg.Seed, streamOpponents+uint64(update)<<32))
	return r.state.Pool[rng.IntN(len(r.state.Pool))]
}

// nextGames are the games of the next update, and what was ordered.
func (r *run) nextGames(ctx context.Context) (generation, []*selfplay.Game, gamesTally, error) {
	s := &r.state
	if r.cfg.Async == 0 {
		g := generation{Made: s.Update, Opponent: r.draw(s.Update)}
		opponent, err := r.opponent(g.Opponent)
		if err != nil {
			return g, nil, gamesTally{}, err
		}
		games, tally, err := r.play(ctx, r.games(s.Update, r.policy, opponent), 0)
		return g, games, tally, err
	}
	if err := r.lookAhead(ctx); err != nil {
		return generation{}, nil, gamesTally{}, err
	}
	g := s.Ahead[0]
	games, tally, err := g.games.wait(func(n int) { r.report(n, 0, nil) })
	return g, games, tally, err
}

// games is the order of an update.
func (r *run) games(update int64, learner, opponent *nets.Policy) selfplay.Order {
	o := r.order(learner, opponent, r.cfg.Temperature, r.cfg.Seed)
	o.First, o.Games = int(update)*r.cfg.Games, r.cfg.Games
	return o
}

// lookAhead orders the games of the next update and of those that come after it, as far as Config.Async goes. What
// comes after the end of the run is planned but not played: the run may be prolonged.
func (r *run) lookAhead(ctx context.Context) error {
	s := &r.state
	if len(s.Ahead) <= r.cfg.Async {
		now := r.policy.Weights()
		for len(s.Ahead) <= r.cfg.Async {
			update := s.Update + int64(len(s.Ahead))
			s.Ahead = append(s.Ahead, generation{Made: s.Update, Opponent: r.draw(update), weights: now})
		}
	}
	for i := range s.Ahead {
		g, update := &s.Ahead[i], s.Update+int64(i)
		if g.games != nil || r.cfg.Updates > 0 && update >= r.cfg.Updates {
			continue
		}
		learner, err := copyPolicy(r.first)
		if err != nil {
			return err
		}
		if err := learner.SetWeights(g.weights); err != nil {
			return err
		}
		opponent, err := r.opponent(g.Opponent)
		if err != nil {
			return err
		}
		g.games = gather(ctx, r.in.Play, r.games(update, learner, opponent))
	}
	return nil
}

// forget drops the games that were ordered ahead: nobody wants them any more.
func (r *run) forget() {
	for _, g := range r.state.Ahead {
		g.games.drop()
	}
	r.state.Ahead = nil
}

// halt ends the orders under way. They are ordered again when the run goes on, unless it is over.
func (r *run) halt(over bool) {
	for _, g := range r.state.Ahead {
		if over {
			g.games.drop()
		} else {
			g.games.end(context.Canceled)
		}
	}
}

// gathering is an order under way.
type gathering struct {
	stop  context.CancelCauseFunc
	ended chan struct{}
	more  chan struct{} // a game has come since the last look

	mu    sync.Mutex
	games []*selfplay.Game
	tally gamesTally
	err   error // once it has ended
}

func gather(ctx context.Context, play Play, order selfplay.Order) *gathering {
	g := &gathering{ended: make(chan struct{}), more: make(chan struct{}, 1)}
	ctx, g.stop = context.WithCancelCause(ctx)
	go func() {
		defer close(g.ended)
		err := play(ctx, order, func(game *selfplay.Game) error {
			g.mu.Lock()
			g.games = append(g.games, game)
			g.tally.add(game)
			g.mu.Unlock()
			select {
			case g.more <- struct{}{}:
			default:
			}
			return nil
		})
		if err == nil {
			err = context.Cause(ctx)
		}
		g.mu.Lock()
		g.err = err
		g.mu.Unlock()
	}()
	return g
}

// wait waits for all games, and reports each.
func (g *gathering) wait(report func(games int)) ([]*selfplay.Game, gamesTally, error) {
	for seen := 0; ; {
		over := false
		select {
		case <-g.more:
		case <-g.ended:
			over = true
		}
		g.mu.Lock()
		n := len(g.games)
		g.mu.Unlock()
		for ; seen < n; seen++ {
			report(seen + 1)
		}
		if over {
			g.end(nil)
			return g.games, g.tally, g.err
		}
	}
}

// drop ends it for good.
func (g *gathering) drop() { g.end(selfplay.ErrUnwanted) }

// end ends it and waits until it has ended.
func (g *gathering) end(why error) {
	if g != nil {
		g.stop(why)
		<-g.ended
	}
}

// aheadPrefix stands before the tensors of the weights that play games ordered ahead, with the updates done when
// they were the current ones.
const aheadPrefix = "ahead/"

func aheadName(made int64, tensor string) string {
	return fmt.Sprintf("%s%06d/%s", aheadPrefix, made, tensor)
}

// withAhead adds the weights of generations to the tensors of a checkpoint.
func withAhead(tensors []models.Tensor, ahead []generation) []models.Tensor {
	for i, g := range ahead {
		if i > 0 && ahead[i-1].Made == g.Made {
			continue
		}
		for _, w := range g.weights {
			w.Name = aheadName(g.Made, w.Name)
			tensors = append(tensors, w)
		}
	}
	return tensors
}

// errAhead says that a checkpoint lacks weights.
var errAhead = errors.New("the weights of games ordered ahead are missing")

// splitAhead is its inverse: it gives the generations their weights and returns the other tensors.
func splitAhead(tensors []models.Tensor, ahead []generation) (others []models.Tensor, err error) {
	weights := map[string][]models.Tensor{}
	for _, w := range tensors {
		rest, is := strings.CutPrefix(w.Name, aheadPrefix)
		if !is {
			others = append(others, w)
			continue
		}
		made, name, _ := strings.Cut(rest, "/")
		w.Name = name
		weights[made] = append(weights[made], w)
	}
	for i := range ahead {
		if ahead[i].weights = weights[fmt.Sprintf("%06d", ahead[i].Made)]; ahead[i].weights == nil {
			return nil, errAhead
		}
	}
	return others, nil
}
