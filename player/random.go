package player

import (
	"context"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player/ending"
	"github.com/tengen-go/tengen/timing"
)

// Random draws from the legal moves, each as likely as the others. In Go it fills no eye of its
// own, and passes when there is no other move: the weakest player that ends its games.
type Random struct {
	gameView
	seed       uint64
	fresh      uint64 // added to seed
	games      uint64
	rng        *rand.Rand
	candidates []board.Point
}

// NewRandom is a random player; equal seeds give equal games.
func NewRandom(seed uint64) *Random { return &Random{seed: seed} }

func randomKind() Kind {
	return Kind{
		Name:    "random",
		About:   "chance: legal moves; in Go those that fill no eye of their own",
		Options: seedOption(new(uint64)),
		Make:    buildRandom,
	}
}

// seedOption is an option for a seed alone.
func seedOption(seed *uint64) []options.Option {
	return []options.Option{options.New(
		"seed", "N", "--seed",
		"the seed of all randomness",
		"",
		func(o *options.Values, n string) { *seed = o.Uint64(n, *seed) },
	)}
}

func buildRandom(spec options.Spec, env Env) (Player, error) {
	o, err := spec.Options()
	if err != nil {
		return nil, err
	}
	seed := env.Seed
	if err := readAll(o, spec, seedOption(&seed), env.rules()); err != nil {
		return nil, err
	}
	return NewRandom(seed), nil
}

func (r *Random) String() string { return "random" }

// Close does nothing.
func (r *Random) Close() error { return nil }

// Reseed makes the next game depend on seed, and not on those before it.
func (r *Random) Reseed(seed uint64) { r.fresh, r.games = seed, 0 }

// NewGame implements Player; every game of a player draws other numbers.
func (r *Random) NewGame(g game.Game) error {
	r.rng = rand.New(rand.NewPCG(r.seed^r.fresh, r.games))
	r.games++
	return r.gameView.NewGame(g)
}

// Genmove draws a move.
func (r *Random) Genmove(ctx context.Context, c board.Color, _ timing.Clock) (Choice, error) {
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	if over, err := r.over(true); over {
		return Choice{}, err
	}
	r.candidates = r.game.Candidates(r.candidates[:0], c)
	if len(r.candidates) == 0 || len(r.game.Moves()) >= ending.LongestGame(r.game.Size()) {
		return Choice{Point: board.Pass}, nil
	}
	return Choice{Point: r.candidates[r.rng.IntN(len(r.candidates))]}, nil
}
