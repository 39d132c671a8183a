package features

import "github.com/tengen-go/tengen/board"

// Extractor computes planes. It holds scratch space and serves one goroutine at a
// time; the zero value is ready.
type Extractor struct {
	ladder board.Ladder
	size   int
	offset [Symmetries][maxPoints]uint16 // where each point goes, for size
	age    [gridSize]uint8               // 7 but for the last seven moves, while in use
	stamp  [gridSize]uint32              // marks of the union of liberties
	round  uint32
	buf    [maxPoints]board.Point
}

const (
	maxPoints = board.MaxSize * board.MaxSize
	gridSize  = 512 // more than the largest Point
)

// Extract writes the first planes planes of the position, seen by the side to
// move and turned by sym:
//
//	dst[sym.Index(i, size)*stride + plane]  for every point i and plane < planes
//
// with values 0 and 1. Entries from planes to stride are left alone. dst needs
// size²·stride entries, and stride at least planes.
func (e *Extractor) Extract(dst []float32, stride int, pos *board.Position, planes Planes, sym Symmetry) {
	size := pos.Size()
	e.prepare(size)
	n := size * size
	own := pos.ToMove()
	offset := e.offset[sym][:n]
	dst = dst[:n*stride]
	if planes >= TurnPlanes {
		e.setAges(pos)
	}
	i := 0
	for y := range size {
		p := board.XY(0, y)
		for x := 0; x < size; x, p, i = x+1, p+1, i+1 {
			row := dst[int(offset[i])*stride:][:planes]
			clear(row)
			row[planeOnes] = 1
			if planes >= ValuePlanes && own == board.Black {
				row[planeColor] = 1
			}
			c := pos.At(p)
			if c == board.Empty {
				row[planeEmpty] = 1
				if planes > LibertyPlanes && pos.Legal(p, own) {
					e.move(row, pos, p, own)
				}
				continue
			}
			if c == own {
				row[planeOwn] = 1
			} else {
				row[planeOpponent] = 1
			}
			if planes >= TurnPlanes {
				row[planeTurns+int(e.age[p])] = 1
			}
			if planes >= LibertyPlanes {
				row[planeLiberties+min(pos.Liberties(p), 8)-1] = 1
			}
		}
	}
	e.clearAges(pos)
	if planes > LibertyPlanes {
		e.ladders(dst, stride, pos, offset)
	}
}

// prepare fills the tables of a board size.
func (e *Extractor) prepare(size int) {
	if e.size == size {
		return
	}
	e.size = size
	for s := range Symmetry(Symmetries) {
		for i := range size * size {
			e.offset[s][i] = uint16(s.Index(i, size))
		}
	}
	for i := range e.age {
		e.age[i] = 7
	}
}

// setAges notes how many moves ago each of the last seven was played, the latest
// where a point was played twice. Older stones, and those set up, stay at 7.
func (e *Extractor) setAges(pos *board.Position) {
	for k := 6; k >= 0; k-- {
		if p := pos.Recent(k); p > 0 {
			e.age[p] = uint8(k)
		}
	}
}

func (e *Extractor) clearAges(pos *board.Position) {
	for k := range 7 {
		if p := pos.Recent(k); p > 0 {
			e.age[p] = 7
		}
	}
}

// move writes what follows from playing at the legal point p: captures,
// self-atari, liberties after, sensibleness.
func (e *Extractor) move(row []float32, pos *board.Position, p board.Point, own board.Color) {
	captured, stones, liberties := e.outcome(pos, p, own)
	row[planeCapture+min(captured, 7)] = 1
	row[planeAfter+min(liberties, 8)-1] = 1
	if liberties == 1 {
		row[planeSelfAtari+min(stones, 8)-1] = 1
	}
	if !pos.OwnEye(p, own) {
		row[planeSensible] = 1
	}
}

// outcome is what a move at the legal point p does: the opponent's stones taken,
// and the stones and liberties of the chain that the new stone belongs to. Eight
// liberties or more are reported as eight or more, not exactly.
func (e *Extractor) outcome(pos *board.Position, p board.Point, own board.Color) (captured, stones, liberties int) {
	stones = 1
	var friends, taken [4]board.Point
	nf, nt := 0, 0
next:
	for _, q := range p.Neighbours() {
		c := pos.At(q)
		if c == own {
			h := pos.Head(q)
			for _, f := range friends[:nf] {
				if f == h {
					continue next
				}
			}
			friends[nf] = h
			nf++
			stones += pos.ChainSize(q)
			continue
		}
		if c == own.Opponent() && pos.Liberties(q) == 1 {
			h := pos.Head(q)
			for _, t := range taken[:nt] {
				if t == h {
					continue next
				}
			}
			taken[nt] = h
			nt++
			captured += pos.ChainSize(q)
		}
	}
	if captured == 0 && nf == 0 {
		return 0, 1, pos.EmptyNeighbours(p)
	}
	// p itself is a liberty of each friend; the largest alone may settle it.
	for _, f := range friends[:nf] {
		if l := pos.Liberties(f) - 1; l >= 8 {
			return captured, stones, l
		}
	}
	return captured, stones, e.union(pos, p, friends[:nf], taken[:nt])
}

// union counts the liberties of the chain that a stone at p makes with its
// friends once the taken chains are off: the empty neighbours of p, the friends'
// liberties but p, and the taken stones that touch any of them.
func (e *Extractor) union(pos *board.Position, p board.Point, friends, taken []board.Point) int {
	e.round++
	if e.round == 0 { // the counter came round: old marks would look new
		clear(e.stamp[:])
		e.round = 1
	}
	n := 0
	mark := func(q board.Point) {
		if e.stamp[q] != e.round {
			e.stamp[q] = e.round
			n++
		}
	}
	e.stamp[p] = e.round
	for _, q := range p.Neighbours() {
		if pos.At(q) == board.Empty {
			mark(q)
		}
	}
	for _, f := range friends {
		for _, q := range pos.LibertyPoints(f, e.buf[:0]) {
			mark(q)
		}
	}
	for _, t := range taken {
		for s := t; ; {
			for _, q := range s.Neighbours() {
				if q == p || isOneOf(pos.Head(q), friends) {
					mark(s)
					break
				}
			}
			if s = pos.Next(s); s == t {
				break
			}
		}
	}
	return n
}

func isOneOf(head board.Point, chains []board.Point) bool {
	for _, c := range chains {
		if c == head {
			return head != 0
		}
	}
	return false
}

// ladders writes the two ladder planes. Only liberties of the opponent's chains in
// two liberties can start a ladder, and only a liberty of an own chain in atari,
// or of a chain in atari that holds it, can end one.
func (e *Extractor) ladders(dst []float32, stride int, pos *board.Position, offset []uint16) {
	size, own := pos.Size(), pos.ToMove()
	at := func(p board.Point, plane int) *float32 {
		return &dst[int(offset[p.Index(size)])*stride+plane]
	}
	for y := range size {
		p := board.XY(0, y)
		for x := 0; x < size; x, p = x+1, p+1 {
			if pos.Head(p) != p {
				continue // not the head of a chain
			}
			switch c, l := pos.At(p), pos.Liberties(p); {
			case c == own && l == 1:
				e.escapes(pos, p, at)
			case c != own && l == 2:
				var buf [2]board.Point
				for _, q := range pos.LibertyPoints(p, buf[:0]) {
					if f := at(q, planeLadderCapture); *f == 0 && pos.Legal(q, own) && e.ladder.CapturesChain(pos, p, q) {
						*f = 1
					}
				}
			}
		}
	}
}

// escapes tries what can save the own chain in atari.
func (e *Extractor) escapes(pos *board.Position, prey board.Point, at func(board.Point, int) *float32) {
	own := pos.ToMove()
	try := func(q board.Point) {
		if f := at(q, planeLadderEscape); *f == 0 && pos.Legal(q, own) && e.ladder.EscapesChain(pos, prey, q) {
			*f = 1
		}
	}
	var buf [1]board.Point
	try(pos.LibertyPoints(prey, buf[:0])[0])
	for s := prey; ; {
		for _, q := range s.Neighbours() {
			if pos.At(q) == own.Opponent() && pos.Liberties(q) == 1 {
				try(pos.LibertyPoints(q, buf[:0])[0])
			}
		}
		if s = pos.Next(s); s == prey {
			return
		}
	}
}
