package features

import "github.com/tengen-go/tengen/board"

// around is what a move touches: the distinct chains next to its point.
type around struct {
	point        board.Point
	own, taken   [4]board.Point // heads; taken are opponent chains in atari there
	nOwn, nTaken uint8
	empty        uint8 // empty neighbours
	opponents    uint8 // neighbours that are opponent stones
	takenNext    uint8 // of them, those that are taken
	safe         bool  // an own chain there has more than steps liberties
	capture      int   // stones taken
	size         int   // stones of the new chain
}

// liberties is a short list of them.
type liberties struct {
	n  uint8
	at [steps]board.Point
}

// moves writes the planes of every legal move: capture size, self-atari size,
// liberties after, sensibleness.
//
// Most moves are settled by what stands next to them. Those that join chains of
// few liberties wait until all liberties of these chains are known.
func (e *Extractor) moves(dst []float32, stride int, pos *board.Position) {
	player := pos.ToMove()
	ko := pos.Ko()
	waiting := e.waiting[:0]
	for i := range pos.EmptyCount() {
		p := pos.EmptyAt(i)
		n := len(waiting)
		waiting = waiting[:n+1]
		a := &waiting[n]
		e.look(a, pos, p, player)
		switch {
		case p == ko:
			waiting = waiting[:n]
		case a.safe:
			e.write(e.row(dst, stride, p), pos, a, steps)
			waiting = waiting[:n]
		case a.nOwn == 0:
			e.write(e.row(dst, stride, p), pos, a, int(a.empty+a.takenNext))
			waiting = waiting[:n]
		}
	}
	for i := range waiting {
		a := &waiting[i]
		e.write(e.row(dst, stride, a.point), pos, a, e.joined(pos, a))
	}
}

// write fills the row of a move after which its chain has that many liberties,
// steps standing for more. Without liberties it is suicide, and nothing is set.
func (e *Extractor) write(row []float32, pos *board.Position, a *around, after int) {
	if after == 0 {
		return
	}
	row = row[:PolicyPlanes]
	row[CaptureSize+min(a.capture, steps-1)] = 1
	if after == 1 {
		row[SelfAtariSize+min(a.size, steps)-1] = 1
	}
	row[LibertiesAfter+min(after, steps)-1] = 1
	if a.empty > 0 || a.opponents > 0 || !pos.OwnEye(a.point, pos.ToMove()) {
		row[Sensible] = 1
	}
}

// look finds the chains next to p, and notes p as a liberty of the own ones.
func (e *Extractor) look(a *around, pos *board.Position, p board.Point, player board.Color) {
	*a = around{point: p, size: 1}
	if pos.EmptyNeighbours(p) == int(e.degree[p&gridMask]) {
		a.empty = e.degree[p&gridMask]
		return
	}
neighbours:
	for _, q := range p.Neighbours() {
		switch c := pos.At(q); c {
		case board.Empty:
			a.empty++
		case player:
			head := pos.Head(q)
			for _, h := range a.own[:a.nOwn] {
				if h == head {
					continue neighbours
				}
			}
			a.own[a.nOwn&3] = head
			a.nOwn++
			a.size += pos.ChainSize(head)
			if pos.Liberties(head) > steps {
				a.safe = true
				continue
			}
			list := &e.small[head&gridMask]
			list.at[list.n&(steps-1)] = p
			list.n++
		case player.Opponent():
			a.opponents++
			if pos.Liberties(q) != 1 {
				continue
			}
			a.takenNext++
			head := pos.Head(q)
			for _, h := range a.taken[:a.nTaken] {
				if h == head {
					continue neighbours
				}
			}
			a.taken[a.nTaken&3] = head
			a.nTaken++
			a.capture += pos.ChainSize(head)
		}
	}
}

// joined is the number of liberties, steps standing for more, of the chain that a
// move joining chains of few liberties makes: the empty points next to it, the
// liberties of the chains it joins, and what it takes of the stones next to either.
func (e *Extractor) joined(pos *board.Position, a *around) int {
	if a.nOwn == 1 && a.nTaken == 0 && a.empty == 0 {
		return int(e.small[a.own[0]&gridMask].n) - 1
	}
	e.stamp++
	if e.stamp == 0 { // wrapped round: old marks could be taken for new ones
		clear(e.seen[:])
		e.stamp = 1
	}
	n := 0
	e.seen[a.point&gridMask] = e.stamp
	if a.empty > 0 {
		for _, q := range a.point.Neighbours() {
			if pos.At(q) == board.Empty {
				e.seen[q&gridMask] = e.stamp
				n++
			}
		}
	}
	for _, head := range a.own[:a.nOwn] {
		list := &e.small[head&gridMask]
		for _, q := range list.at[:list.n] {
			if e.seen[q&gridMask] != e.stamp {
				e.seen[q&gridMask] = e.stamp
				n++
			}
		}
	}
	for _, head := range a.taken[:a.nTaken] {
		for s := head; n < steps; {
			if a.joins(pos, s) {
				n++
			}
			if s = pos.Next(s); s == head {
				break
			}
		}
	}
	return n
}

// joins says whether the place s is next to the new chain.
func (a *around) joins(pos *board.Position, s board.Point) bool {
	for _, q := range s.Neighbours() {
		if q == a.point {
			return true
		}
		head := pos.Head(q)
		for _, h := range a.own[:a.nOwn] {
			if h == head {
				return true
			}
		}
	}
	return false
}
