package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/evaluation"
	"github.com/tengen-go/tengen/features"
)

// maxBatch bounds the positions of one network call; their planes should stay in a core's
// cache. Networks take positions by fours.
const (
	maxBatch = 32
	chunk    = 4
)

// Play plays games first to first+n−1 and calls done with each, in order of index, one at a
// time. plan gives the schedule of a game; it may draw from the game's source, and several
// goroutines call it. Game i depends on the players, the plan, and all of config except Games
// and Threads. An error of done ends the playing. So does the end of ctx, and Play then
// returns its error.
func Play(
	ctx context.Context, config Config, players []Player, first, n int, plan func(game int, rng *rand.Rand) Schedule,
	done func(*Game) error,
) error {
	if first < 0 || n < 0 {
		return fmt.Errorf("self-play: games %d to %d", first, first+n)
	}
	if config.Games == 0 || config.Games > n {
		config.Games = max(1, min(config.defaults().Games, n))
	}
	next, end, order := first, first+n, inOrder{next: first, done: done, early: map[int]*Game{}}
	source := func() (int, bool) {
		if next == end {
			return 0, false
		}
		next++
		return next - 1, true
	}
	return Stream(ctx, config, players, source, plan, order.take)
}

// Stream plays the games whose numbers next gives, and calls done with each as soon as it ends, one at
// a time. next is called when a place is free, by one goroutine at a time; it must not wait. If it says
// false, it is asked again later, as long as other games are under way; then Stream ends. All else is as for
// [Play].
func Stream(
	ctx context.Context, config Config, players []Player, next func() (game int, ok bool),
	plan func(game int, rng *rand.Rand) Schedule, done func(*Game) error,
) error {
	if err := config.Validate(); err != nil {
		return fmt.Errorf("self-play: %w", err)
	}
	for i, p := range players {
		if err := p.Validate(config.Size); err != nil {
			return fmt.Errorf("self-play: player %d: %w", i, err)
		}
	}
	config = config.defaults()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	h := &scheduler{
		field: newField(config, plan, len(players)), players: players,
		queues: make([][]*place, len(players)+1), next: next,
		finished: make(chan *Game, 2*config.Threads),
	}
	h.wake.L = &h.mu
	fresh := len(players)
	for range config.Games {
		h.queues[fresh] = append(h.queues[fresh], h.field.newPlace())
	}
	h.places = len(h.queues[fresh])
	var workers sync.WaitGroup
	for range config.Threads {
		workers.Go(func() {
			if err := h.work(ctx); err != nil {
				stop(err)
			}
		})
	}
	go func() {
		<-ctx.Done()
		h.close()
	}()
	go func() {
		workers.Wait()
		close(h.finished)
	}()
	for g := range h.finished {
		if err := done(g); err != nil {
			stop(err)
			break
		}
	}
	for range h.finished { // what was on its way when done failed
	}
	workers.Wait()
	return context.Cause(ctx)
}

// inOrder hands the games over in order of index.
type inOrder struct {
	next  int
	early map[int]*Game
	done  func(*Game) error
}

func (o *inOrder) take(g *Game) error {
	o.early[g.Index] = g
	for g := o.early[o.next]; g != nil; g = o.early[o.next] {
		if err := o.done(g); err != nil {
			return err
		}
		delete(o.early, o.next)
		o.next++
	}
	return nil
}

// scheduler holds the games that wait for their next move.
type scheduler struct {
	field    *field
	players  []Player
	finished chan *Game

	mu     sync.Mutex
	wake   sync.Cond
	queues [][]*place // by the player to move; the last holds places without a game
	places int        // with a game to come, waiting or in hand
	next   func() (game int, ok bool)
	idle   []*place // for which next had no game
	closed bool
}

// close ends the work of all goroutines.
func (h *scheduler) close() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.wake.Broadcast()
}

// take fills room with games that wait for the same player, from the longest queue; none if
// there is nothing left to do.
func (h *scheduler) take(room []*place) (player int, taken []*place) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		if h.closed || h.places == 0 {
			return 0, nil
		}
		player = 0
		for i := range h.queues {
			if len(h.queues[i]) > len(h.queues[player]) {
				player = i
			}
		}
		q := h.queues[player]
		if len(q) == 0 {
			h.wake.Wait()
			continue
		}
		// A fair share for each thread, in whole chunks.
		share := (len(q) + h.field.config.Threads - 1) / h.field.config.Threads
		share = min((share+chunk-1)/chunk*chunk, len(q), maxBatch)
		taken = append(room[:0], q[:share]...)
		h.queues[player] = q[:copy(q, q[share:])]
		return player, taken
	}
}

// index is the number of the next game to begin; false if there is none now.
func (h *scheduler) index() (int, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.next()
}

// reseat has the places without a game begin those that next has meanwhile.
func (h *scheduler) reseat(ctx context.Context) error {
	for {
		p, game := h.seat()
		if p == nil {
			return nil
		}
		if err := p.begin(game); err != nil {
			return fmt.Errorf("self-play: %w", err)
		}
		next, err := h.onward(ctx, p, true)
		if err != nil {
			return err
		}
		h.enqueue([]*place{p}, []int{next})
	}
}

// seat is a place without a game, and a game for it; nil if one of them is missing.
func (h *scheduler) seat() (p *place, game int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.idle) == 0 || h.closed || h.places == 0 {
		return nil, 0
	}
	game, ok := h.next()
	if !ok {
		return nil, 0
	}
	p = h.idle[len(h.idle)-1]
	h.idle = h.idle[:len(h.idle)-1]
	h.places++
	return p, game
}

// enqueue puts games where their next players wait. Places without a next player are idle.
func (h *scheduler) enqueue(games []*place, next []int) {
	h.mu.Lock()
	for i, p := range games {
		if next[i] == retired {
			h.places--
			h.idle = append(h.idle, p)
		} else {
			h.queues[next[i]] = append(h.queues[next[i]], p)
		}
	}
	h.mu.Unlock()
	h.wake.Broadcast()
}

// retired stands for the next player where there is no next game.
const retired = -2

// work plays moves until no game is left.
func (h *scheduler) work(ctx context.Context) error {
	var (
		taken = make([]*place, 0, maxBatch)
		next  = make([]int, maxBatch)
		batch = newBatch(h.field.config.Size * h.field.config.Size)
	)
	for {
		player, games := h.take(taken)
		if len(games) == 0 {
			return context.Cause(ctx)
		}
		fresh := player == len(h.players)
		if !fresh {
			if err := batch.evaluate(h.players[player], games); err != nil {
				return fmt.Errorf("self-play: player %d: %w", player, err)
			}
		}
		for i, p := range games {
			if !fresh {
				probs, prior := batch.of(i), float32(0)
				q := p.draw(probs, h.players[player].Temperature)
				if q != board.Pass {
					prior = min(1, probs[q.Index(h.field.config.Size)])
				}
				p.play(q, prior)
				if h.field.config.Moved != nil {
					h.field.config.Moved(p.index)
				}
			}
			var err error
			if next[i], err = h.onward(ctx, p, !fresh); err != nil {
				return err
			}
		}
		h.enqueue(games, next)
		if err := h.reseat(ctx); err != nil {
			return err
		}
	}
}

// onward is who moves next at a place: in its game, or in the next one if it has none or it
// is over.
func (h *scheduler) onward(ctx context.Context, p *place, playing bool) (next int, err error) {
	for {
		if !playing {
			i, ok := h.index()
			if !ok {
				return retired, nil
			}
			if err := p.begin(i); err != nil {
				return 0, fmt.Errorf("self-play: %w", err)
			}
		}
		next, done, err := p.advance()
		if err != nil {
			return 0, fmt.Errorf("self-play: %w", err)
		}
		if done == nil {
			return next, nil
		}
		select {
		case h.finished <- done:
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		}
		playing = false
	}
}

// batch is the positions of several games before a network, and its answers. It belongs to one
// goroutine.
type batch struct {
	points int
	inputs map[int]*evaluation.Input // by the number of planes
	probs  []float32
}

func newBatch(points int) *batch {
	return &batch{points: points, inputs: map[int]*evaluation.Input{}, probs: make([]float32, maxBatch*points)}
}

// evaluate asks the player's network about the positions of the games. An answer that is no
// distribution is an error: moves would be drawn from it without a word.
func (b *batch) evaluate(p Player, games []*place) error {
	in := b.inputs[p.Policy.Planes()]
	if in == nil {
		in = evaluation.NewInput(p.Policy)
		b.inputs[p.Policy.Planes()] = in
	}
	in.Reset()
	for _, g := range games {
		in.Add(&g.pos, features.Identity)
	}
	if err := p.Policy.Evaluate(b.probs, in.Planes(), in.Len()); err != nil {
		return err
	}
	for i := range games {
		if err := evaluation.Check(b.of(i)); err != nil {
			return err
		}
	}
	return nil
}

// of is the distribution over the points of game i.
func (b *batch) of(i int) []float32 { return b.probs[i*b.points : (i+1)*b.points] }
