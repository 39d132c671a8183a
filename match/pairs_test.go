package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// patient is a player that waits before its first move.
type patient struct {
	player.Player
	wait  func(context.Context) error
	close func()
}

func (p patient) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (player.Choice, error) {
	if err := p.wait(ctx); err != nil {
		return player.Choice{}, err
	}
	return p.Player.Genmove(ctx, c, clock)
}

func (p patient) Reseed(seed uint64) { p.Player.(player.Reseeder).Reseed(seed) }

func (p patient) Close() error {
	p.close()
	return p.Player.Close()
}

// A game of the first pair waits for a game of the second one, so both are under way at once. Each game has two
// players, and there are never more. The records are as if the games had followed each other.
func TestPairsAreUnderWayAtOnce(t *testing.T) {
	want, dir := t.TempDir(), t.TempDir()
	one := smallTournament(3)
	one.Parallel = 1
	if _, err := one.Run(t.Context(), want, parsePlayer, nil); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var first atomic.Bool
	second := make(chan struct{})
	met := sync.OnceFunc(func() { close(second) })
	var alive, most atomic.Int64
	makePlayer := func(text string) (player.Player, error) {
		if n := alive.Add(1); n > most.Load() {
			most.Store(n)
		}
		p, err := parsePlayer(text)
		if err != nil {
			return nil, err
		}
		wait := func(ctx context.Context) error {
			if text == "random:seed=3" { // of the second pair
				met()
			}
			if first.Swap(true) { // only the first move of all waits
				return nil
			}
			select {
			case <-second:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return patient{p, wait, func() { alive.Add(-1) }}, nil
	}
	if _, err := smallTournament(3).Run(ctx, dir, makePlayer, nil); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(records(t, want), records(t, dir)) {
		t.Error("the records differ")
	}
	if alive.Load() != 0 || most.Load() > 4 {
		t.Errorf("%d players are left, and up to %d were there", alive.Load(), most.Load())
	}
}

// When all games of a pair are given out, other machines get games of the next pair. Few pairs are under way at once.
// An error of one pair ends all pairs.
func TestPairsElsewhereAtOnce(t *testing.T) {
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	broken := errors.New("the hub is gone")
	c := smallTournament(2)
	for _, name := range []string{"four", "five"} {
		c.Players = append(c.Players, Entrant{name, "random"})
	}
	all := len(c.pairs())
	var under atomic.Int64
	c.Elsewhere = func(ctx context.Context, config Config, _ [2]Side, _ map[int]bool, _ func(*Game) error) error {
		n := under.Add(1)
		config.Begun()
		if int(n) == all {
			return broken
		}
		<-ctx.Done()
		return ctx.Err()
	}
	if _, err := c.Run(ctx, t.TempDir(), nil, nil); !errors.Is(err, broken) {
		t.Errorf("%v after %d of %d pairs", err, under.Load(), all)
	}
	for games, pairs := range map[int]int{1: 64, 2: 64, 100: 10, 400: 2, 5000: 2} {
		c.Games = games
		if got := c.pairsAtOnce(); got != pairs {
			t.Errorf("%d pairs of %d games at once, want %d", got, games, pairs)
		}
	}
}

// The first failure of a pair counts. Only an interruption hides no game of a later pair that could not be kept.
func TestInterruptedPairsHideNoFailure(t *testing.T) {
	full, gone := errors.New("the disk is full"), errors.New("the hub is gone")
	stop := fmt.Errorf("pair: %w", context.Canceled)
	for name, c := range map[string]struct {
		errs []error
		want string
	}{
		"interrupted":               {[]error{stop, context.Canceled}, "pair: context canceled"},
		"then a game was not kept":  {[]error{stop, errors.Join(context.Canceled, full), stop}, "pair: context canceled\nthe disk is full"},
		"at once":                   {[]error{errors.Join(stop, full), stop, gone}, "pair: context canceled\nthe disk is full"},
		"then two were not":         {[]error{stop, full, errors.Join(stop, gone)}, "pair: context canceled\nthe disk is full"},
		"a failure stops the other": {[]error{full, context.Canceled, gone}, "the disk is full"},
	} {
		t.Run(name, func(t *testing.T) {
			p := new(pairs)
			for _, err := range c.errs {
				p.fail(err)
			}
			if p.failed.Error() != c.want {
				t.Errorf("%v, want %s", p.failed, c.want)
			}
		})
	}
}
