package smallstate

import (
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/search"
)

// Gomoku is a State of gomoku. A Move is a cell, X is player 0.
type Gomoku struct{ Position gomoku.Position }

// Clone implements State.
func (s *Gomoku) Clone() search.State {
	c := *s
	return &c
}

// Set implements State.
func (s *Gomoku) Set(from search.State) { *s = *from.(*Gomoku) }

// Player implements State.
func (s *Gomoku) Player() int { return s.Position.ToMove() }

// Moves implements State.
func (s *Gomoku) Moves(buf []search.Move) []search.Move {
	if _, over := s.Position.Over(); over {
		return buf
	}
	return gomoku.AppendFree(&s.Position, buf)
}

// Legal implements State.
func (s *Gomoku) Legal(m search.Move) bool { return s.Position.Legal(int(m)) }

// Play implements State.
func (s *Gomoku) Play(m search.Move) { s.Position.Play(int(m)) }

// Over implements State.
func (s *Gomoku) Over() (value float32, over bool) {
	v, over := s.Position.Over()
	return float32(v), over
}

// Hash implements State.
func (s *Gomoku) Hash() uint64 { return s.Position.Hash() }

// Range implements State.
func (s *Gomoku) Range() int { return s.Position.Cells() }

// PlayOut implements search.PlaysOut.
func (s *Gomoku) PlayOut(r *search.Rand, trace []search.Move) (outcome float32, played []search.Move) {
	value, played := gomoku.Playout(&s.Position, r, trace)
	return float32(value), played
}
