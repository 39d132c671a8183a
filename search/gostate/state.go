package gostate

import (
	"math"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// State is a search.State of the game of Go. A Move is a board.Point; Black is player 0.
//
// Moves are the legal points that are no one-point eye of the player's own, suicide excepted
// even where the rules allow it. Passing is offered where there is nothing else, after a
// pass, and once half the board is full: before that some point is always as good, and
// nodes in the opening are spared a useless playout each.
//
// Two passes end the game. Under area scoring the count, with every stone alive, decides it:
// a player who wants dead stones off takes them off. Under territory scoring that would cost
// points, and the players agree on what is dead; so nothing comes after two passes, but only
// playouts judge the position (see State.Margin).
type State struct {
	pos    board.Position
	rules  board.Rules
	komi   float32 // with compensation for handicap stones
	count  uint64  // the part of the hash that tells how the game is counted
	passes uint8   // in a row
	ply    int     // moves of the game so far, and at least as many as there are stones

	past *past    // positions before
	keys []uint64 // of the positions since; the first is the key of past's end
}

// past is the positions of a game, for superko. It does not change and is shared.
type past struct{ keys map[uint64]struct{} }

// New is the position that the game has reached, with its side to move next.
func New(g *board.Game) *State {
	s := &State{pos: *g.Position(), rules: g.Rules(), komi: float32(g.Compensation()), past: &past{}}
	if s.rules.Ko != board.SimpleKo {
		s.past.keys = make(map[uint64]struct{}, len(g.Keys()))
		for _, k := range g.Keys() {
			s.past.keys[k] = struct{}{}
		}
		s.keys = make([]uint64, 0, 64)
	}
	s.count = (uint64(math.Float32bits(s.komi))<<1 | uint64(s.rules.Scoring)) * 0x8cb92ba72f3d8dd7
	moves := g.Moves()
	s.ply = max(len(moves), stones(&s.pos))
	for i := len(moves) - 1; i >= 0 && moves[i].Point == board.Pass && s.passes < 2; i-- {
		s.passes++
	}
	return s
}

// Position is the board. It changes with the state.
func (s *State) Position() *board.Position { return &s.pos }

// Ply is the number of moves of the game so far. A board that was set up counts as its stones.
func (s *State) Ply() int { return s.ply }

// stones is the number of stones on a board.
func stones(pos *board.Position) (n int) {
	for i := range pos.Size() * pos.Size() {
		if pos.At(board.FromIndex(i, pos.Size())) != board.Empty {
			n++
		}
	}
	return n
}

// Passes is the number of passes just made in a row, up to 2.
func (s *State) Passes() int { return int(s.passes) }

// Resume has play go on after two passes. What happened before still counts: superko, and komi with handicap stones.
func (s *State) Resume() { s.passes = 0 }

// Clone implements State.
func (s *State) Clone() search.State {
	c := *s
	c.keys = append(make([]uint64, 0, max(64, cap(s.keys))), s.keys...)
	return &c
}

// Set implements State.
func (s *State) Set(from search.State) {
	f := from.(*State)
	keys := append(s.keys[:0], f.keys...)
	*s = *f
	s.keys = keys
}

// Player implements State.
func (s *State) Player() int { return int(s.pos.ToMove() - board.Black) }

// Passing implements Passer.
func (s *State) Passing() search.Move { return search.Move(board.Pass) }

// Moves implements State.
func (s *State) Moves(buf []search.Move) []search.Move {
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
			buf = append(buf, search.Move(p))
		}
	}
	if size := s.pos.Size(); s.passes > 0 || 2*empty <= size*size || len(buf) == none {
		buf = append(buf, search.Move(board.Pass))
	}
	return buf
}

// Legal implements State.
func (s *State) Legal(m search.Move) bool {
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
func (s *State) cannotRepeat() bool {
	return s.rules.Ko == board.SimpleKo || s.pos.Prisoners(board.Black)+s.pos.Prisoners(board.White) == 0
}

// repeats says whether superko forbids the move.
func (s *State) repeats(p board.Point, c board.Color) bool {
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
func (s *State) Play(m search.Move) {
	p := board.Point(m)
	s.pos.Play(p, s.pos.ToMove())
	s.ply++
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
func (s *State) Over() (value float32, over bool) {
	if s.passes < 2 || s.rules.Scoring == board.Territory {
		return 0, false
	}
	black, white := s.pos.Area(nil)
	return sign(float32(black-white) - s.komi), true
}

// Hash implements State. Besides stones and turn it tells positions apart by ko, passes, komi
// and scoring, and under territory scoring by prisoners, which are points there.
func (s *State) Hash() uint64 {
	h := s.pos.HashToMove() ^ s.count
	if s.rules.Scoring == board.Territory {
		h ^= uint64(s.pos.Prisoners(board.Black)-s.pos.Prisoners(board.White)) * 0xe7037ed1a0b428db
	}
	if ko := s.pos.Ko(); ko != board.NoPoint {
		h ^= uint64(ko) * 0x9e3779b97f4a7c15
	}
	return h ^ uint64(s.passes)*0xd1b54a32d192ed03
}

// Range implements State.
func (s *State) Range() int {
	n := s.pos.Size() - 1
	return int(board.XY(n, n)) + 1
}

// Margin is what Black's lead by area at the end of a playout from here has to exceed for Black to win:
// komi, and under territory scoring what area counts more.
func (s *State) Margin() float64 { return float64(s.margin()) }

// margin is Margin as playouts need it. A playout only fills what is left in turns, so the surplus is taken where the
// playout begins.
func (s *State) margin() float32 { return s.komi + float32(s.pos.Surplus(s.rules.Scoring)) }

func sign(margin float32) float32 {
	switch {
	case margin > 0:
		return 1
	case margin < 0:
		return -1
	}
	return 0
}
