package board

import "strconv"

// Score is a finished count.
type Score struct {
	Black, White float64 // points; komi and compensation stand with White
}

// Margin is Black's points minus White's.
func (s Score) Margin() float64 { return s.Black - s.White }

// Winner is the side that is ahead, Empty for a draw.
func (s Score) Winner() Color {
	switch m := s.Margin(); {
	case m > 0:
		return Black
	case m < 0:
		return White
	}
	return Empty
}

// String is the result as GTP and SGF write it: "B+3.5", "W+12", or "0".
func (s Score) String() string {
	switch m := s.Margin(); {
	case m > 0:
		return "B+" + strconv.FormatFloat(m, 'f', -1, 64)
	case m < 0:
		return "W+" + strconv.FormatFloat(-m, 'f', -1, 64)
	}
	return "0"
}

// Owners says who owns each point once the dead stones are off. A stone's colour owns
// its point. An empty region belongs to the only colour that borders it; it is Empty
// (dame) if both or none do. dst is indexed by row-major index and must have size²
// entries. dead lists stones; any stone of a chain stands for the whole chain.
func (b *Position) Owners(dst []Color, dead []Point) {
	after := b.without(dead)
	size := b.Size()
	for i := range dst[:size*size] {
		dst[i] = Wall // not yet visited
	}
	var region, stack [MaxSize * MaxSize]Point
	for i := range dst[:size*size] {
		p := FromIndex(i, size)
		if c := after.At(p); c != Empty {
			dst[i] = c
			continue
		}
		if dst[i] != Wall {
			continue
		}
		borders := [4]bool{}
		n, top := 0, 1
		stack[0], dst[i] = p, Empty
		for top > 0 {
			top--
			p := stack[top]
			region[n] = p
			n++
			for _, d := range step {
				q := p + Point(d)
				c := after.At(q)
				borders[c] = true
				if c == Empty && dst[q.Index(size)] == Wall {
					dst[q.Index(size)] = Empty
					stack[top] = q
					top++
				}
			}
		}
		if borders[Black] != borders[White] {
			owner := Black
			if borders[White] {
				owner = White
			}
			for _, p := range region[:n] {
				dst[p.Index(size)] = owner
			}
		}
	}
}

// without is b with the chains of the dead stones taken off as prisoners.
func (b *Position) without(dead []Point) Position {
	after := *b
	for _, p := range dead {
		if p.OnBoard(b.Size()) && after.head[p] != 0 {
			after.capture(after.head[p])
		}
	}
	return after
}

// Area counts, for each colour, its living stones and the points that it alone
// surrounds (Tromp–Taylor when no stone is dead).
func (b *Position) Area(dead []Point) (black, white int) {
	var owners [MaxSize * MaxSize]Color
	n := b.Size() * b.Size()
	b.Owners(owners[:n], dead)
	for _, c := range owners[:n] {
		switch c {
		case Black:
			black++
		case White:
			white++
		}
	}
	return black, white
}

// Territory counts, for each colour, the empty points that it alone surrounds and
// the opponent's stones that were captured or are dead. Eyes in seki count, which the
// Japanese rules do not allow.
func (b *Position) Territory(dead []Point) (black, white int) {
	var owners [MaxSize * MaxSize]Color
	n := b.Size() * b.Size()
	b.Owners(owners[:n], dead)
	after := b.without(dead)
	black, white = after.Prisoners(White), after.Prisoners(Black)
	for i, c := range owners[:n] {
		if after.At(FromIndex(i, b.Size())) != Empty {
			continue
		}
		switch c {
		case Black:
			black++
		case White:
			white++
		}
	}
	return black, white
}

// Surplus is what area counts more for Black than a way of scoring does, if both sides fill what is theirs in turns.
// Area counts stones. Territory does not, so it is how many more stones Black has put on the board than White. Handicap
// stones, and stones that were captured since, are among them.
func (b *Position) Surplus(s Scoring) int {
	if s == Area {
		return 0
	}
	more := b.Prisoners(Black) - b.Prisoners(White)
	size := b.Size()
	for i := range size * size {
		switch b.At(FromIndex(i, size)) {
		case Black:
			more++
		case White:
			more--
		}
	}
	return more
}
