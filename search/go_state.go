package search

import (
	"math"

	"github.com/tengen-go/tengen/board"
)

// Go is a State of the game of Go. A Move is a board.Point; Black is player 0.
//
// Moves are the legal points that are no one-point eye of the player's own, suicide excepted
// even where the rules allow it. Passing is offered where there is nothing else, after a
// pass, and once half the board is full: before that some point is always as good, and
// nodes in the opening are spared a useless playout each.
//
// Two passes end the game. Under area scoring the count, with every stone alive, decides it:
// a player who wants dead stones off takes them off. Under territory scoring that would cost
// points, and the players agree on what is dead; so nothing comes after two passes, but only
// playouts judge the position (see Go.parity).
type Go struct {
	pos    board.Position
	rules  board.Rules
	komi   float32 // with compensation for handicap stones
	count  uint64  // the part of the hash that tells how the game is counted
	passes uint8   // in a row

	past *past    // positions before
	keys []uint64 // of the positions since, the first one that of past's end
}

// past is the positions of a game, for superko. It does not change and is shared.
type past struct{ keys map[uint64]struct{} }

// NewGo is the position that the game has reached, with its side to move next.
func NewGo(g *board.Game) *Go {
	s := &Go{pos: *g.Position(), rules: g.Rules(), komi: float32(g.Compensation()), past: &past{}}
	if s.rules.Ko != board.SimpleKo {
		s.past.keys = make(map[uint64]struct{}, len(g.Keys()))
		for _, k := range g.Keys() {
			s.past.keys[k] = struct{}{}
		}
		s.keys = make([]uint64, 0, 64)
	}
	s.count = (uint64(math.Float32bits(s.komi))<<1 | uint64(s.rules.Scoring)) * 0x8cb92ba72f3d8dd7
	moves := g.Moves()
	for i := len(moves) - 1; i >= 0 && moves[i].Point == board.Pass && s.passes < 2; i-- {
		s.passes++
	}
	return s
}

// Position is the board. It changes with the state.
func (s *Go) Position() *board.Position { return &s.pos }

// Passes is the number of passes just made in a row, up to 2.
func (s *Go) Passes() int { return int(s.passes) }

// Clone implements State.
func (s *Go) Clone() State {
	c := *s
	c.keys = append(make([]uint64, 0, max(64, cap(s.keys))), s.keys...)
	return &c
}

// Set implements State.
func (s *Go) Set(from State) {
	f := from.(*Go)
	keys := append(s.keys[:0], f.keys...)
	*s = *f
	s.keys = keys
}

// Player implements State.
func (s *Go) Player() int { return int(s.pos.ToMove() - board.Black) }

// Passing implements Passer.
func (s *Go) Passing() Move { return Move(board.Pass) }

// Moves implements State.
func (s *Go) Moves(buf []Move) []Move {
	if s.passes >= 2 {
		return buf
	}
	none := len(buf)
	c := s.pos.ToMove()
	free := s.cannotRepeat()
	empty := s.pos.EmptyCount()
	for i := range empty {
		p := s.pos.EmptyAt(i)
		if !s.pos.OwnEye(p, c) && s.pos.Legal(p, c) && (free || !s.repeats(p, c)) {
			buf = append(buf, Move(p))
		}
	}
	if size := s.pos.Size(); s.passes > 0 || 2*empty <= size*size || len(buf) == none {
		buf = append(buf, Move(board.Pass))
	}
	return buf
}

// Legal implements State.
func (s *Go) Legal(m Move) bool {
	p, c := board.Point(m), s.pos.ToMove()
	if p == board.Pass {
		return true
	}
	if !s.pos.Legal(p, c) {
		suicide := s.rules.Suicide && p.OnBoard(s.pos.Size()) && s.pos.At(p) == board.Empty && s.pos.Suicide(p, c)
		if !suicide || p == s.pos.Ko() {
			return false
		}
		return !s.repeats(p, c)
	}
	return s.cannotRepeat() || !s.repeats(p, c)
}

// cannotRepeat says that no move brings back an earlier position: while nothing was ever
// captured there are more stones with every move, and what a capture leaves differs from
// every earlier position in the stone that made it.
func (s *Go) cannotRepeat() bool {
	return s.rules.Ko == board.SimpleKo || s.pos.Prisoners(board.Black)+s.pos.Prisoners(board.White) == 0
}

// repeats says whether superko forbids the move.
func (s *Go) repeats(p board.Point, c board.Color) bool {
	if s.rules.Ko == board.SimpleKo {
		return false
	}
	key, situation := s.pos.HashAfter(p, c)
	if s.rules.Ko == board.SituationalSuperko {
		key = situation
	}
	for _, k := range s.keys {
		if k == key {
			return true
		}
	}
	_, found := s.past.keys[key]
	return found
}

// Play implements State.
func (s *Go) Play(m Move) {
	p := board.Point(m)
	s.pos.Play(p, s.pos.ToMove())
	if p == board.Pass {
		s.passes = min(s.passes+1, 2)
	} else {
		s.passes = 0
	}
	switch s.rules.Ko {
	case board.PositionalSuperko:
		s.keys = append(s.keys, s.pos.Hash())
	case board.SituationalSuperko:
		s.keys = append(s.keys, s.pos.HashToMove())
	}
}

// Over implements State.
func (s *Go) Over() (value float32, over bool) {
	if s.passes < 2 || s.rules.Scoring == board.Territory {
		return 0, false
	}
	black, white := s.pos.Area(nil)
	return sign(float32(black-white) - s.komi), true
}

// Hash implements State. Besides stones and turn it tells positions apart by ko, passes, komi
// and scoring.
func (s *Go) Hash() uint64 {
	h := s.pos.HashToMove() ^ s.count
	if ko := s.pos.Ko(); ko != board.NoPoint {
		h ^= uint64(ko) * 0x9e3779b97f4a7c15
	}
	return h ^ uint64(s.passes)*0xd1b54a32d192ed03
}

// Range implements State.
func (s *Go) Range() int {
	n := s.pos.Size() - 1
	return int(board.XY(n, n)) + 1
}

// parity is what territory counts less than area for Black: how many more stones Black has
// played than White, handicap included. Area counts stones, and a playout only fills what is
// left in turns, so the difference is taken where the playout begins.
func (s *Go) parity() float32 {
	if s.rules.Scoring == board.Area {
		return 0
	}
	black, white := s.pos.Prisoners(board.Black), s.pos.Prisoners(board.White)
	size := s.pos.Size()
	for i := range size * size {
		switch s.pos.At(board.FromIndex(i, size)) {
		case board.Black:
			black++
		case board.White:
			white++
		}
	}
	return float32(black - white)
}

func sign(margin float32) float32 {
	switch {
	case margin > 0:
		return 1
	case margin < 0:
		return -1
	}
	return 0
}
