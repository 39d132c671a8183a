package selfplay

import (
	"context"
	"errors"
	"math/rand/v2"
)

// Order is games of two policies that any machine can play: game i depends on the order and on i alone.
type Order struct {
	Config  Config
	Players [2]Player
	Pairing Pairing
	// First is the number of the first game, Games how many there are.
	First, Games int
}

// ErrUnwanted is the cause with which the context of an order ends when nobody will order its games again.
var ErrUnwanted = errors.New("nobody wants these games any more")

// Pairing says who of two players moves when: [Fixed], [Alternating] or [ValueData].
type Pairing interface {
	// Plan is the schedule of one game, as Play wants it.
	Plan(game int, rng *rand.Rand) Schedule
}

// Fixed gives Black to the first player in all games.
type Fixed struct{}

// Plan is the schedule of one game.
func (Fixed) Plan(int, *rand.Rand) Schedule { return Even(0, 1) }

// Alternating gives Black to the first player in even games, to the second in odd ones.
type Alternating struct{}

// Plan is the schedule of one game.
func (Alternating) Plan(game int, _ *rand.Rand) Schedule { return Even(game%2, 1-game%2) }

// Play plays the games of the order on this machine; see [Play].
func (o Order) Play(ctx context.Context, done func(*Game) error) error {
	return Play(ctx, o.Config, o.Players[:], o.First, o.Games, o.Pairing.Plan, done)
}
