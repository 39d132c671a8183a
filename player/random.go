package player

import (
	"context"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
)

// Random plays uniformly among the legal moves that fill no eye of its own, and
// passes when there are none: the weakest player whose games end.
type Random struct {
	gameView
	seed       uint64
	fresh      uint64 // beside seed
	games      uint64
	rng        *rand.Rand
	candidates []board.Point
}

// NewRandom is a random player; equal seeds give equal games.
func NewRandom(seed uint64) *Random { return &Random{seed: seed} }

func randomKind() Kind {
	return Kind{
		Name: "random", About: "chance: legal moves that fill no eye of their own", Options: seedOption(new(uint64)), Go: buildRandom, Small: buildRandomMover,
	}
}

// seedOption is an option for a seed alone.
func seedOption(seed *uint64) []Option {
	return []Option{{
		"seed", "N", "--seed", "the seed of all randomness", "",
		func(o *Options, n string) { *seed = o.Uint64(n, *seed) },
	}}
}

func buildRandom(spec Spec, env Env) (Player, error) {
	o, err := spec.Options()
	if err != nil {
		return nil, err
	}
	seed := env.Seed
	if err := o.readAll(seedOption(&seed), nil); err != nil {
		return nil, err
	}
	return NewRandom(seed), nil
}

func (r *Random) String() string { return "random" }

// Close does nothing.
func (r *Random) Close() error { return nil }

// Reseed makes the next game depend on seed, and not on those before it.
func (r *Random) Reseed(seed uint64) { r.fresh, r.games = seed, 0 }

// NewGame seats the player; every game of a player draws other numbers.
func (r *Random) NewGame(g *board.Game) error {
	r.rng = rand.New(rand.NewPCG(r.seed^r.fresh, r.games))
	r.games++
	return r.gameView.NewGame(g)
}

// Genmove draws a move.
func (r *Random) Genmove(ctx context.Context, c board.Color, _ Clock) (Choice, error) {
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	if r.game == nil {
		return Choice{}, errNoGame
	}
	r.candidates = Candidates(r.candidates[:0], r.game, c)
	if len(r.candidates) == 0 || len(r.game.Moves()) >= longestGame(r.game.Size()) {
		return Choice{Point: board.Pass}, nil
	}
	return Choice{Point: r.candidates[r.rng.IntN(len(r.candidates))]}, nil
}
