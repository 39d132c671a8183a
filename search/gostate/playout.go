package gostate

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// Playout plays positions of Go to their end by a rollout policy and counts them by area. At the
// end only moves into own eyes are left, so all dead stones have been captured. Under territory
// scoring the count is corrected if one side has played more stones before the playout. Games
// that reach rollout.MoveLimit are counted without further moves.
type Playout struct {
	// Owners counts the owner of each point in the end; nil does not count.
	Owners *Owners

	policy rollout.Playout
	trace  []board.Point
	owners []board.Color
}

// NewPlayout is for boards of the given size.
func NewPlayout(policy rollout.Playout, size int) *Playout {
	return &Playout{
		policy: policy,
		trace:  make([]board.Point, 0, rollout.MoveLimit(size)),
		owners: make([]board.Color, size*size),
	}
}

// Playout implements Playout. s is a *State.
func (g *Playout) Playout(s search.State, r *search.Rand, trace []search.Move) (outcome float32, played []search.Move) {
	state := s.(*State)
	margin := state.margin()
	g.trace = g.policy.Play(&state.pos, r, g.trace[:0])
	if g.Owners != nil && g.Owners.on.Load() {
		for i := range g.owners {
			g.owners[i] = owner(&state.pos, board.FromIndex(i, state.pos.Size()))
		}
		g.Owners.count(g.owners)
	}
	for _, p := range g.trace {
		trace = append(trace, search.Move(p))
	}
	outcome = sign(float32(state.pos.Lead()) - margin)
	if l, ok := g.policy.(rollout.Learner); ok {
		l.Learn([...]board.Color{board.White, board.Empty, board.Black}[int(outcome)+1])
	}
	return outcome, trace
}

// Ended implements Ender.
func (g *Playout) Ended(s search.State) {
	if g.Owners != nil && g.Owners.on.Load() {
		s.(*State).pos.Owners(g.owners, nil)
		g.Owners.count(g.owners)
	}
}

// owner is the owner of p when the board is played out, as in board.Position.Lead.
func owner(pos *board.Position, p board.Point) board.Color {
	if c := pos.At(p); c != board.Empty {
		return c
	}
	switch black, white := pos.Sides(p, board.Black) != 0, pos.Sides(p, board.White) != 0; {
	case black && !white:
		return board.Black
	case white && !black:
		return board.White
	}
	return board.Empty
}
