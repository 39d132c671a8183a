package features

import "github.com/tengen-go/tengen/board"

// gatherLiberties lists the liberties of own chains that have at most steps of
// them. A chain with more keeps at least steps after any move, and then its exact
// liberties do not matter.
func (e *Extractor) gatherLiberties(pos *board.Position) {
	player := pos.ToMove()
	for _, p := range e.points[:e.size*e.size] {
		e.small[p&gridMask].n = 0
	}
	for i := range pos.EmptyCount() {
		p := pos.EmptyAt(i)
		var heads [4]board.Point
		n := 0
	neighbours:
		for _, q := range p.Neighbours() {
			if pos.At(q) != player || pos.Liberties(q) > steps {
				continue
			}
			head := pos.Head(q)
			for _, h := range heads[:n] {
				if h == head {
					continue neighbours
				}
			}
			heads[n] = head
			n++
			list := &e.small[head&gridMask]
			list.at[list.n&(steps-1)] = p
			list.n++
		}
	}
}

// around is what a move touches: the distinct chains next to its point.
type around struct {
	own, taken   [4]board.Point // heads; taken are opponent chains in atari there
	nOwn, nTaken int
	empty        int // empty neighbours
	takenNext    int // neighbours that are taken stones
	capture      int // stones taken
	size         int // stones of the new chain
}

// moves writes the planes of every legal move: capture size, self-atari size,
// liberties after, sensibleness.
func (e *Extractor) moves(dst []float32, stride int, pos *board.Position) {
	player := pos.ToMove()
	ko := pos.Ko()
	for i := range pos.EmptyCount() {
		p := pos.EmptyAt(i)
		if p == ko {
			continue
		}
		var a around
		a.look(pos, p, player)
		after := e.libertiesAfter(pos, p, &a)
		if after == 0 {
			continue // suicide
		}
		row := e.row(dst, stride, p)[:PolicyPlanes]
		row[CaptureSize+min(a.capture, steps-1)] = 1
		if after == 1 {
			row[SelfAtariSize+min(a.size, steps)-1] = 1
		}
		row[LibertiesAfter+after-1] = 1
		if a.empty > 0 || !pos.OwnEye(p, player) {
			row[Sensible] = 1
		}
	}
}

// look finds the chains next to p.
func (a *around) look(pos *board.Position, p board.Point, player board.Color) {
	a.size = 1
	opponent := player.Opponent()
neighbours:
	for _, q := range p.Neighbours() {
		switch pos.At(q) {
		case board.Empty:
			a.empty++
		case player:
			head := pos.Head(q)
			for _, h := range a.own[:a.nOwn] {
				if h == head {
					continue neighbours
				}
			}
			a.own[a.nOwn] = head
			a.nOwn++
			a.size += pos.ChainSize(head)
		case opponent:
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
			a.taken[a.nTaken] = head
			a.nTaken++
			a.capture += pos.ChainSize(head)
		}
	}
}

// libertiesAfter is the number of liberties, steps at most, of the chain that a
// stone at p makes: the empty points next to it, the liberties of the chains it
// joins, and what it takes of the stones next to either.
func (e *Extractor) libertiesAfter(pos *board.Position, p board.Point, a *around) int {
	if a.nOwn == 0 {
		return a.empty + a.takenNext
	}
	for _, head := range a.own[:a.nOwn] {
		if pos.Liberties(head) > steps {
			return steps
		}
	}
	e.stamp++
	if e.stamp == 0 { // wrapped round: old marks could be taken for new ones
		clear(e.seen[:])
		e.stamp = 1
	}
	n := 0
	e.seen[p&gridMask] = e.stamp
	if a.empty > 0 {
		for _, q := range p.Neighbours() {
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
			if a.joins(pos, s, p) {
				n++
			}
			if s = pos.Next(s); s == head {
				break
			}
		}
	}
	return min(n, steps)
}

// joins says whether the place s is next to the new chain.
func (a *around) joins(pos *board.Position, s, p board.Point) bool {
	for _, q := range s.Neighbours() {
		if q == p {
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
