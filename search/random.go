package search

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/games/tictactoe"
)

// Rand is the source of everything random in a search.
type Rand = board.Rand

// Random is the Playout of any game: moves of State.Moves, each as likely as the others.
// Uniform is as fast as a game allows; Go has faster ones (GoPlayout).
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

// Uniform is Random by the shortest way that a game has: the games of games/… play their
// uniform playouts themselves, any other State is played by Random.
type Uniform struct{ random Random }

// Playout implements Playout.
func (u *Uniform) Playout(s State, r *Rand, trace []Move) (outcome float32, played []Move) {
	value := 0
	switch s := s.(type) {
	case *Gomoku:
		value, played = gomoku.Playout(&s.Position, r, trace)
	case *TicTacToe:
		value, played = tictactoe.Playout(s.Position, r, trace)
	default:
		return u.random.Playout(s, r, trace)
	}
	return float32(value), played
}
