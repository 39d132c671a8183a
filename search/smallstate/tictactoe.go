package smallstate

import (
	"math/bits"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search"
)

// TicTacToe is a State of tic-tac-toe. A Move is a cell, X is player 0.
type TicTacToe struct{ Position tictactoe.Position }

// Clone implements State.
func (s *TicTacToe) Clone() search.State {
	c := *s
	return &c
}

// Set implements State.
func (s *TicTacToe) Set(from search.State) { *s = *from.(*TicTacToe) }

// Player implements State.
func (s *TicTacToe) Player() int { return s.Position.ToMove() }

// Moves implements State.
func (s *TicTacToe) Moves(buf []search.Move) []search.Move {
	if _, over := s.Position.Over(); over {
		return buf
	}
	for free := s.Position.Free(); free != 0; free &= free - 1 {
		buf = append(buf, search.Move(bits.TrailingZeros16(free)))
	}
	return buf
}

// Legal implements State.
func (s *TicTacToe) Legal(m search.Move) bool {
	_, over := s.Position.Over()
	return !over && m >= 0 && m < tictactoe.Cells && s.Position.Free()>>m&1 != 0
}

// Play implements State.
func (s *TicTacToe) Play(m search.Move) { s.Position.Play(int(m)) }

// Over implements State.
func (s *TicTacToe) Over() (value float32, over bool) {
	v, over := s.Position.Over()
	return float32(v), over
}

// Hash implements State.
func (s *TicTacToe) Hash() uint64 { return uint64(s.Position.Key()) * 0x9e3779b97f4a7c15 }

// Range implements State.
func (s *TicTacToe) Range() int { return tictactoe.Cells }

// PlayOut implements search.PlaysOut.
func (s *TicTacToe) PlayOut(r *search.Rand, trace []search.Move) (outcome float32, played []search.Move) {
	value, played := tictactoe.Playout(s.Position, r, trace)
	return float32(value), played
}
