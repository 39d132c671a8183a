package gomoku

import "fmt"

// Solver finds the values of positions when both sides play their best, by looking at all that
// matters: alpha-beta over the three values, with a table of positions. It looks no further
// where somebody can complete a row, must prevent one, or has no room left for one; nothing is
// estimated. Empty boards are within reach up to 16 cells or so, and positions of larger boards
// near their end.
//
// No player uses it: it is the yardstick by which tests know the right moves. A Solver is for one
// goroutine.
type Solver struct {
	empty Position
	limit int
	left  int // positions that may still be looked at
	table map[[2]uint64]bounds
}

// bounds of a value for the player to move.
type bounds struct{ least, most int8 }

// tableLimit is when a Solver forgets what it knows: some 200 MB.
const tableLimit = 1 << 22

// NewSolver is for boards of up to 64 cells. It gives a question up after looking at limit
// positions, 1 or more.
func NewSolver(r Rules, limit int) (*Solver, error) {
	p, err := New(r)
	if err != nil {
		return nil, err
	}
	if p.Cells() > wordCells {
		return nil, fmt.Errorf("solving gomoku on %d×%d: want %d cells or fewer", p.width, p.height, wordCells)
	}
	if limit < 1 {
		return nil, fmt.Errorf("solving gomoku by looking at %d positions: want 1 or more", limit)
	}
	return &Solver{empty: p, limit: limit, table: map[[2]uint64]bounds{}}, nil
}

// Value is the value for X of a position under the solver's rules: 1 won, 0 drawn, −1 lost. It
// is not known where the limit was reached.
func (s *Solver) Value(p *Position) (value int, known bool) {
	if p.Rules() != s.empty.Rules() {
		panic("gomoku: a position of other rules than the solver's")
	}
	if value, over := p.Over(); over {
		return value, true
	}
	if len(s.table) > tableLimit {
		clear(s.table)
	}
	stones := p.stones()
	mover := p.ToMove()
	s.left = s.limit
	v := s.solve(stones[mover], stones[1-mover], -1, 1)
	return int(v) * (1 - 2*mover), s.left >= 0
}

// Best appends the moves that keep the position's value, and gives it for X. The limit is for
// each of the moves. Nothing is known, and nothing appended, where it was reached for one of
// them, or where the game is over.
func (s *Solver) Best(p *Position, buf []int16) (best []int16, value int, known bool) {
	value, known = s.Value(p)
	if _, over := p.Over(); over || !known {
		return buf, value, false
	}
	first := len(buf)
	for _, cell := range AppendFree(p, []int16(nil)) {
		next := *p
		next.Play(int(cell))
		v, known := s.Value(&next)
		if !known {
			return buf[:first], 0, false
		}
		if v == value {
			buf = append(buf, cell)
		}
	}
	return buf, value, true
}

// solve is the value for the player with the stones mine. It is exact if it lies between low and
// high, and otherwise a bound on the same side of them. A negative s.left makes it worthless.
func (s *Solver) solve(mine, other uint64, low, high int8) int8 {
	if s.left--; s.left < 0 {
		return 0
	}
	p := &s.empty
	free := ^(mine | other) & (1<<p.Cells() - 1)
	if free == 0 {
		return 0
	}
	moves, threats := free, uint64(0)
	for f := free; f != 0; f &= f - 1 {
		cell := f & -f
		if p.wins(mine | cell) {
			return 1
		}
		if p.wins(other | cell) {
			threats |= cell
		}
	}
	switch {
	case threats&(threats-1) != 0: // two cells, one move
		return -1
	case threats != 0:
		moves = threats
	}
	least, most := int8(-1), int8(1)
	if !p.rows(mine | free) {
		most = 0
	}
	if !p.rows(other | free) {
		least = 0
	}
	key := [2]uint64{mine, other}
	if known, ok := s.table[key]; ok {
		least, most = max(least, known.least), min(most, known.most)
	}
	low, high = max(low, least), min(high, most)
	if low >= high {
		return max(least, min(most, low))
	}
	best, from := least, low
	for ; moves != 0 && best < high; moves &= moves - 1 {
		v := -s.solve(other, mine|moves&-moves, -high, -max(low, best))
		best = max(best, v)
	}
	if s.left < 0 {
		return 0
	}
	known := bounds{least, most}
	if best > from {
		known.least = max(least, best)
	}
	if best < high {
		known.most = min(most, best)
	}
	s.table[key] = known
	return best
}
