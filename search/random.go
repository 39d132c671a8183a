package search

import "github.com/tengen-go/tengen/internal/wyrand"

// Rand is the source of everything random in a search. Any number is a fair seed, as Rand(1), and
// equal seeds repeat.
type Rand = wyrand.Rand

// Random is the Playout of any game: moves of State.Moves, each as likely as the others.
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

// PlaysOut is a State which plays its own uniform playouts, faster than Random does.
type PlaysOut interface {
	// PlayOut plays on like Playout.Playout, every move of State.Moves as likely as the
	// others.
	PlayOut(r *Rand, trace []Move) (outcome float32, played []Move)
}

// Uniform is Random by the shortest way that a game has: a State which PlaysOut does it
// itself, any other State is played by Random.
type Uniform struct{ random Random }

// Playout implements Playout.
func (u *Uniform) Playout(s State, r *Rand, trace []Move) (outcome float32, played []Move) {
	if own, ok := s.(PlaysOut); ok {
		return own.PlayOut(r, trace)
	}
	return u.random.Playout(s, r, trace)
}
