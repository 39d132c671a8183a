package search

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
)

// GoPlayout plays positions of Go to their end by a rollout policy and counts them by area:
// when nobody plays into own eyes any more, dead stones have been taken. Under territory
// scoring the count is corrected for who has played more stones up to the playout's start.
type GoPlayout struct {
	policy rollout.Playout
	trace  []board.Point
}

// NewGoPlayout is for boards of up to the given size. Games that are not over after three
// times as many moves as there are points are counted as they stand.
func NewGoPlayout(policy rollout.Playout, size int) *GoPlayout {
	return &GoPlayout{policy: policy, trace: make([]board.Point, 0, 3*size*size)}
}

// Playout implements Playout. s is a *Go.
func (g *GoPlayout) Playout(s State, r *Rand, trace []Move) (outcome float32, played []Move) {
	state := s.(*Go)
	handicap := state.komi + state.parity()
	g.trace = g.policy.Play(&state.pos, r, g.trace[:0])
	for _, p := range g.trace {
		trace = append(trace, Move(p))
	}
	return sign(float32(state.pos.Lead()) - handicap), trace
}
