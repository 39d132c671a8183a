package gostate

import "github.com/tengen-go/tengen/board"

// signs is what a look at a move of Go tells before any reading, a bit each.
type signs uint16

const (
	takes     signs = 1 << iota // captures
	saves                       // an own chain in atari gets two liberties or more
	threatens                   // puts a chain of the opponent in atari
	selfAtari                   // leaves its own chain one liberty
	edge                        // first line, with no stone near
	second                      // second line, with no stone near
	third                       // third line, with no stone near
	lonely                      // further inside, with no stone near
	urgent    = takes | saves
)

// scout looks at moves. It belongs to one goroutine.
type scout struct {
	buf  []board.Point
	dist [goCells]uint8 // of near; far where not reached
	seen []board.Point  // points with a known dist
}

// goCells is the length of an array with a place for every point.
const goCells = (board.MaxSize+1)*(board.MaxSize+2) + 1

// far is a distance that was not reached.
const far = 0xff

func newScout() *scout {
	s := &scout{buf: make([]board.Point, 0, 2*board.MaxSize*board.MaxSize), seen: make([]board.Point, 0, goCells)}
	for i := range s.dist {
		s.dist[i] = far
	}
	return s
}

// look describes the legal move p of c. takenSize is the number of stones that it captures,
// savedSize the number that it saves.
func (s *scout) look(pos *board.Position, p board.Point, c board.Color) (found signs, takenSize, savedSize int) {
	var heads [4]board.Point
	inAtari := false
	for i, q := range p.Neighbours() {
		colour := pos.At(q)
		if colour != board.Black && colour != board.White {
			continue
		}
		head := pos.Head(q)
		if head == heads[0] || head == heads[1] || head == heads[2] {
			continue
		}
		heads[i] = head
		liberties := pos.Liberties(q)
		switch {
		case colour != c && liberties == 1:
			found |= takes
			takenSize += pos.ChainSize(q)
		case colour != c && liberties == 2:
			found |= threatens
		case colour == c && liberties == 1:
			inAtari = true
			savedSize += pos.ChainSize(q)
		}
	}
	if n := s.liberties(pos, p, c); n < 2 {
		if takenSize < 2 {
			found |= selfAtari
		}
	} else if inAtari {
		found |= saves
	}
	if found&saves == 0 {
		savedSize = 0
	}
	if found == 0 {
		found |= s.opening(pos, p)
	}
	return found, takenSize, savedSize
}

// liberties is how many liberties the chain of c's stone at p would have, 2 standing for
// more. Chains that it captures count one each.
func (s *scout) liberties(pos *board.Position, p board.Point, c board.Color) int {
	n := pos.EmptyNeighbours(p)
	if n >= 2 {
		return n
	}
	s.buf = s.buf[:0]
	for _, q := range p.Neighbours() {
		switch colour := pos.At(q); {
		case colour == board.Empty:
			s.add(q, p)
		case colour == c:
			if pos.Liberties(q) > 2 {
				return 2
			}
			from := len(s.buf)
			s.buf = pos.LibertyPoints(q, s.buf)
			own := s.buf[from:]
			s.buf = s.buf[:from]
			for _, l := range own {
				s.add(l, p)
			}
		case colour == c.Opponent() && pos.Liberties(q) == 1:
			s.add(q, p)
		}
		if len(s.buf) >= 2 {
			return 2
		}
	}
	return len(s.buf)
}

// add notes the liberty q if it is a new one; the move itself is none.
func (s *scout) add(q, move board.Point) {
	if q == move {
		return
	}
	for _, l := range s.buf {
		if l == q {
			return
		}
	}
	s.buf = append(s.buf, q)
}

// opening is the line of a point with no stone within two steps along the lines or a knight's move.
func (s *scout) opening(pos *board.Position, p board.Point) signs {
	size := pos.Size()
	x, y := p.X(), p.Y()
	for dy := -2; dy <= 2; dy++ {
		for dx := -2; dx <= 2; dx++ {
			if dx*dx+dy*dy > 5 || x+dx < 0 || y+dy < 0 || x+dx >= size || y+dy >= size {
				continue
			}
			if pos.At(board.XY(x+dx, y+dy)) != board.Empty {
				return 0
			}
		}
	}
	switch min(x, y, size-1-x, size-1-y) {
	case 0:
		return edge
	case 1:
		return second
	case 2:
		return third
	}
	return lonely
}

// spread works out the common-fate distance of points from p, up to limit: steps from point
// to neighbour, where stones of one chain are one place. near then gives it.
func (s *scout) spread(pos *board.Position, p board.Point, limit uint8) {
	for _, q := range s.seen {
		s.dist[q] = far
	}
	s.seen = s.seen[:0]
	if !p.OnBoard(pos.Size()) || p == board.Pass {
		return
	}
	s.reach(pos, p, 0)
	for i := 0; i < len(s.seen); i++ {
		q := s.seen[i]
		d := s.dist[q] + 1
		if d > limit {
			break
		}
		for _, n := range q.Neighbours() {
			if pos.At(n) != board.Wall && s.dist[n] == far {
				s.reach(pos, n, d)
			}
		}
	}
}

// reach gives a point, and its chain, a distance. Points come in ascending order of distance.
func (s *scout) reach(pos *board.Position, p board.Point, d uint8) {
	for q := p; ; {
		s.dist[q] = d
		s.seen = append(s.seen, q)
		if pos.At(p) == board.Empty {
			return
		}
		if q = pos.Next(q); q == p {
			return
		}
	}
}

// near is the distance that spread found.
func (s *scout) near(p board.Point) uint8 { return s.dist[p] }
