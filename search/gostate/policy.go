package gostate

import (
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// Priors writes the probabilities of moves to dst, which is as long as moves. rollout.Prior is one.
type Priors interface {
	Priors(pos *board.Position, moves []board.Point, dst []float32)
}

// Policy is virtual experience from a policy that learned from games (Gelly and Silver 2011, §5; Gelly and others
// 2012, §4.2). A likely move gets virtual wins, an unlikely one virtual losses. What counts is a move's probability
// divided by the largest one: a policy that spreads its probability has as much weight as a sure one.
type Policy struct {
	// Visits and RaveVisits scale all weights for the two kinds of experience.
	Visits, RaveVisits float32

	Even float32 // weight of 0.5, for every move
	Win  float32 // of a win, for the likeliest move; for others less
	Loss float32 // of a loss, for a move that is never played; for others less
	Pass float32 // of a loss, for passing unasked

	priors Priors
	moves  []board.Point
	likely []float32
}

// NewPolicy has the weights that we play with. p is for one goroutine.
func NewPolicy(p Priors) *Policy {
	return &Policy{RaveVisits: 1, Even: 10, Win: 40, Loss: 20, Pass: 20, priors: p}
}

// Experience implements Heuristic. v.State is a *State.
func (h *Policy) Experience(v *search.Visit, about []search.Experience) {
	state := v.State.(*State)
	h.moves = h.moves[:0]
	for _, m := range v.Moves {
		h.moves = append(h.moves, board.Point(m))
	}
	if len(h.likely) < len(h.moves) {
		h.likely = make([]float32, len(h.moves))
	}
	likely := h.likely[:len(h.moves)]
	h.priors.Priors(state.Position(), h.moves, likely)
	top := float32(0)
	for i, p := range h.moves {
		if p != board.Pass {
			top = max(top, likely[i])
		}
	}
	for i, p := range h.moves {
		x := &about[i]
		h.add(x, 0.5, h.Even)
		switch {
		case p != board.Pass && top > 0:
			share := float32(math.Sqrt(float64(likely[i] / top)))
			h.add(x, 1, h.Win*share)
			h.add(x, 0, h.Loss*(1-share))
		case p == board.Pass && state.Passes() == 0:
			h.add(x, 0, h.Pass)
		}
	}
}

func (h *Policy) add(x *search.Experience, mean, weight float32) {
	x.Add(mean, weight*h.Visits, weight*h.RaveVisits)
}
