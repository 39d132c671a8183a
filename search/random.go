package search

import "github.com/tengen-go/tengen/board"

// Rand is the source of everything random in a search.
type Rand = board.Rand

// Random is the Playout of any game: moves of State.Moves, each as likely as the others.
// Go has faster ones (GoPlayout).
type Random struct{ moves []Move }

// Playout implements Playout. A position without moves that is not over counts as drawn.
func (p *Random) Playout(s State, r *Rand, trace []Move) (outcome float32, played []Move) {
	for {
		if value, over := s.Over(); over {
			return value, trace
		}
		p.moves = s.Moves(p.moves[:0])
		if len(p.moves) == 0 {
			return 0, trace
		}
		m := p.moves[r.IntN(len(p.moves))]
		s.Play(m)
		trace = append(trace, m)
	}
}
