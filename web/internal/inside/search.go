package inside

import (
	"context"
	"errors"
	"time"

	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
)

// slice is how many playouts a search makes before games and other looks get their turn.
const slice = 32

// sayEvery is how often pages see a search that runs.
const sayEvery = 100 * time.Millisecond

// start begins a search of so many playouts, after the value network has judged the position behind each move
// if that is still to be done. The caller holds mu, and nothing runs.
func (l *look) start(playouts int) {
	ctx, stop := context.WithCancel(l.pages.ctx)
	r := &run{wanted: playouts, stop: stop, end: make(chan struct{})}
	l.run, l.failure = r, ""
	tree, values := l.tree, l.values
	l.pages.running.Go(func() {
		defer close(r.end)
		defer stop()
		err := l.read(ctx, r, tree, values)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.run != r { // a command did not wait for it
			return
		}
		l.run = nil
		if err != nil && !errors.Is(err, search.ErrOver) && ctx.Err() == nil {
			l.failure = err.Error()
		}
		l.changed()
	})
}

// read is the work of a run.
func (l *look) read(ctx context.Context, r *run, tree *search.Tree, values map[search.Move]float64) error {
	think := func(work func(context.Context) error) error { return l.pages.config.Room.Think(ctx, 1, work) }
	if values == nil {
		err := think(func(ctx context.Context) error {
			if err := plant(ctx, tree); err != nil {
				return err
			}
			return l.judge(ctx, tree)
		})
		if err != nil {
			return err
		}
	}
	now := l.pages.config.Now
	seen, said := now(), now()
	for r.done < r.wanted && ctx.Err() == nil {
		if l.news.Watched() {
			seen = now()
		} else if now().Sub(seen) > unseenAfter {
			return nil
		}
		err := think(func(ctx context.Context) error {
			return tree.Search(ctx, search.Budget{Playouts: min(slice, r.wanted-r.done)})
		})
		l.mu.Lock()
		r.done += tree.Playouts()
		if at := now(); at.Sub(said) >= sayEvery { // what looks on costs time
			said = at
			l.changed()
		}
		l.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// plant has the tree know the moves of its root with their priors, without a playout.
func plant(ctx context.Context, tree *search.Tree) error {
	return tree.Search(ctx, search.Budget{Stop: func() bool { return true }})
}

// judge asks the value network about the position after each move of the root: Figure 5 a.
func (l *look) judge(ctx context.Context, tree *search.Tree) error {
	l.mu.Lock()
	state, network := l.state, l.network
	l.mu.Unlock()
	if !network.HasValue() {
		return nil
	}
	values := map[search.Move]float64{}
	next := state.Clone()
	for _, m := range tree.Root().Moves {
		if err := ctx.Err(); err != nil {
			return err
		}
		next.Set(state)
		value, err := l.valueAfter(next.(*gostate.State), m.Move)
		if err != nil {
			return err
		}
		values[m.Move] = value
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.state == state {
		l.values = values
		l.changed()
	}
	return nil
}

// valueAfter is the value of the position after a move, for the player who moves: the network's, or the result
// if the game is over.
func (l *look) valueAfter(s *gostate.State, m search.Move) (float64, error) {
	side := 1 - 2*float64(s.Player())
	s.Play(m)
	if value, over := s.Over(); over {
		return side * float64(value), nil
	}
	value, err := l.network.Evaluate(s, nil, nil)
	return -float64(value), err // for the other player
}
