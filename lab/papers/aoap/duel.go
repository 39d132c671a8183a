package aoap

import (
	"context"
	"math/rand/v2"

	"github.com/tengen-go/tengen/search"
)

// outcomes are won, drawn and lost rounds of player 1, who moves first.
type outcomes [3]int

func (o *outcomes) add(p outcomes) {
	for i := range o {
		o[i] += p[i]
	}
}

func (o outcomes) rounds() int { return o[0] + o[1] + o[2] }

// duel is rounds of a small game between two policies.
type duel struct {
	start    search.State
	setting  treeSetting
	opponent string // inside the trees of both
	rollouts int    // a move
	memory   int64
	// players are player 1 and player 2.
	players [2]treePolicy
	// plainRandom lets the random policy play a random move instead of searching with a
	// random tree policy.
	plainRandom bool
}

// play plays so many rounds. record, if not nil, sees the moves of each.
func (d duel) play(
	ctx context.Context, rounds int, chance *rand.Rand, record func(moves []search.Move, value float32),
) (outcomes, error) {
	var total outcomes
	var seekers [2]*seeker
	next := d.start.Clone()
	for i, p := range d.players {
		if p.Key == "random" && d.plainRandom {
			continue
		}
		// A tree for a player begins with a position in which that player moves.
		if i == 1 {
			next.Play(next.Moves(nil)[0])
		}
		tree, err := d.setting.tree(p, d.opponent, next, d.memory)
		if err != nil {
			return total, err
		}
		seekers[i] = &seeker{setting: d.setting, tree: tree, rollouts: d.rollouts}
	}
	state := d.start.Clone()
	var moves, played []search.Move
	for range rounds {
		state.Set(d.start)
		played = played[:0]
		for {
			if value, over := state.Over(); over {
				total[1-int(value)]++
				if record != nil {
					record(played, value)
				}
				break
			}
			var move search.Move
			if k := seekers[state.Player()]; k != nil {
				var err error
				if move, err = k.choose(ctx, state, chance); err != nil {
					return total, err
				}
			} else {
				moves = state.Moves(moves[:0])
				move = moves[chance.IntN(len(moves))]
			}
			if ctx.Err() != nil {
				return total, ctx.Err()
			}
			state.Play(move)
			played = append(played, move)
		}
	}
	return total, nil
}
