package search

import "github.com/tengen-go/tengen/games/gomoku"

// Gomoku is a State of gomoku. A Move is a cell, X is player 0.
type Gomoku struct{ Position gomoku.Position }

// Clone implements State.
func (s *Gomoku) Clone() State {
	c := *s
	return &c
}

// Set implements State.
func (s *Gomoku) Set(from State) { *s = *from.(*Gomoku) }

// Player implements State.
func (s *Gomoku) Player() int { return s.Position.ToMove() }

// Moves implements State.
func (s *Gomoku) Moves(buf []Move) []Move {
	if _, over := s.Position.Over(); over {
		return buf
	}
	return gomoku.AppendFree(&s.Position, buf)
}

// Legal implements State.
func (s *Gomoku) Legal(m Move) bool { return s.Position.Legal(int(m)) }

// Play implements State.
func (s *Gomoku) Play(m Move) { s.Position.Play(int(m)) }

// Over implements State.
func (s *Gomoku) Over() (value float32, over bool) {
	v, over := s.Position.Over()
	return float32(v), over
}

// Hash implements State.
func (s *Gomoku) Hash() uint64 { return s.Position.Hash() }

// Range implements State.
func (s *Gomoku) Range() int { return s.Position.Cells() }
