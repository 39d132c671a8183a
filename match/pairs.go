package match

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/tengen-go/tengen/internal/interrupt"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// Other machines get about so many games at once, of at most so many pairs. So all of them have something to play.
const (
	gamesElsewhere = 1000
	pairsElsewhere = 64
)

// pairsAtOnce bounds the pairs that are under way.
func (t *Tournament) pairsAtOnce() int {
	if t.Elsewhere == nil {
		return t.Parallel + 1 // each has a game under way, except the last, which waits for room
	}
	return max(2, min(pairsElsewhere, gamesElsewhere/t.Games))
}

// playPairs plays the games of all pairs, and returns their results in order of the pairs. A pair follows when the last
// game of the pair before it has begun, so that nobody waits for that game to end.
func (t *Tournament) playPairs(
	ctx context.Context, dir string, makePlayer func(text string) (player.Player, error), progress func(Progress),
) ([]rating.PairResult, error) {
	config, err := t.Config()
	if err != nil {
		return nil, err
	}
	config.room = make(chan struct{}, config.Parallel)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	p := &pairs{report: progress, now: Progress{Total: t.TotalGames()}}
	open := make(chan struct{}, t.pairsAtOnce())
	results := make([]rating.PairResult, len(t.pairs()))
	var playing sync.WaitGroup
	for k, pair := range t.pairs() {
		select {
		case open <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		begun, config := make(chan struct{}), config
		config.Begun = sync.OnceFunc(func() { close(begun) })
		playing.Go(func() {
			defer func() { <-open }()
			defer config.Begun() // if there was none to begin
			result, err := t.playPair(ctx, dir, pair, config, makePlayer, p.counter())
			if err != nil {
				p.fail(err)
				stop()
				return
			}
			results[k] = withHandicap(*result, t.Handicap)
		})
		select {
		case <-begun:
		case <-ctx.Done():
		}
	}
	playing.Wait()
	if p.failed == nil {
		p.failed = ctx.Err()
	}
	return results, p.failed
}

// pairs is how far the pairs under way are.
type pairs struct {
	report func(Progress) // nil for nobody

	mu     sync.Mutex
	now    Progress
	failed error // the first that happened, but an interruption hides no other
}

func (p *pairs) fail(err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, before := interrupt.Split(p.failed)
	_, rest := interrupt.Split(err)
	switch {
	case p.failed == nil:
		p.failed = err
	case before == nil && rest != nil: // such as a game that ended after the interruption and could not be kept
		p.failed = errors.Join(p.failed, rest)
	}
}

// counter hears how a pair stands, and how many games it had before.
func (p *pairs) counter() func(r *rating.PairResult, had int) {
	before, done := 0, 0
	return func(r *rating.PairResult, had int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		games := r.Total().Games()
		p.now.Before, p.now.Done = p.now.Before+had-before, p.now.Done+games-done
		before, done = had, games
		p.now.Label = fmt.Sprintf("%s against %s, won-lost %v", r.A, r.B, r.Total())
		if p.report != nil {
			p.report(p.now)
		}
	}
}
