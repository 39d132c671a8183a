package player

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/search"
)

// Mover plays small games. It belongs to one goroutine.
type Mover interface {
	// Choose is a move for the player to move in s, which is not over. The mover keeps
	// nothing of s, leaves it alone, and may be asked of any position of its game, in any
	// order. It returns ctx's error soon after ctx ends.
	Choose(ctx context.Context, s search.State) (search.Move, error)
	// Close frees what the mover holds; no method may be called after it.
	Close() error
	// String names the mover for people.
	String() string
}

// MoverBuilder makes a mover of one kind.
type MoverBuilder func(spec Spec, game Game, env Env) (Mover, error)

// MoverRegistry maps the kinds of movers to their builders.
type MoverRegistry map[string]MoverBuilder

// Movers is a new registry of the kinds of players that play small games.
func Movers() MoverRegistry { return AllKinds().Movers() }

// Parse makes the mover that a player string describes: kinds and options are those of the
// players of Go, as far as they have a meaning in the game; others are refused.
func (r MoverRegistry) Parse(s string, game Game, env Env) (Mover, error) {
	spec, err := ParseSpec(s)
	if err != nil {
		return nil, err
	}
	build, ok := r[spec.Kind]
	if ok {
		return build(spec, game, env)
	}
	kinds := slices.Sorted(maps.Keys(r))
	list := strings.Join(kinds, ", ")
	if _, goes := Players()[spec.Kind]; goes || spec.Kind == "gtp" {
		return nil, specErrorf("player %s plays Go only; %s is played by %s", spec.Kind, game.Name, list)
	}
	return nil, specErrorf("no kind of player is called %q%s (%s is played by %s)", spec.Kind, meant(spec.Kind, kinds), game.Name, list)
}

// randomMover plays any legal move, each as likely as the others.
type randomMover struct {
	seed  uint64
	rng   *rand.Rand
	moves []search.Move
}

func buildRandomMover(spec Spec, game Game, env Env) (Mover, error) {
	o, err := spec.Options()
	if err != nil {
		return nil, err
	}
	m := &randomMover{seed: env.Seed}
	err = o.readAll(seedOption(&m.seed), &game)
	m.Reseed(0)
	return m, err
}

func (m *randomMover) String() string { return "random" }
func (m *randomMover) Close() error   { return nil }

// Reseed implements Reseeder.
func (m *randomMover) Reseed(seed uint64) { m.rng = rand.New(rand.NewPCG(m.seed^seed, 0)) }

// Choose implements Mover.
func (m *randomMover) Choose(ctx context.Context, s search.State) (search.Move, error) {
	m.moves = s.Moves(m.moves[:0])
	if len(m.moves) == 0 {
		return search.NoMove, fmt.Errorf("player random: %w", search.ErrOver)
	}
	return m.moves[m.rng.IntN(len(m.moves))], ctx.Err()
}
