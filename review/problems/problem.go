package problems

import (
	"slices"

	"github.com/tengen-go/tengen/board"
)

// Problem is a position with moves that are known to be right or wrong.
type Problem struct {
	Source string // of the game, with the move
	Kind   Kind
	Game   *board.Game
	Right  []Move // the best first
	Wrong  []Move
}

// Move is one move of a problem with the win rate of the mover after it, from 0 to 1.
type Move struct {
	Point board.Point
	Value float64
}

// Solved says whether a move is one of the right ones.
func (p *Problem) Solved(m board.Point) bool {
	return slices.ContainsFunc(p.Right, func(r Move) bool { return r.Point == m })
}
