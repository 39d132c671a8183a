package board

import "math/bits"

// Ladder reads ladders. A chain in atari runs by its last liberty or by capturing a
// chain that holds it. The attacker answers with the next atari, and so on until the
// chain is captured or has three liberties. Ladder reads every such line and no other
// moves, so the result is exact for what players call a ladder.
//
// The zero value is ready. A Ladder keeps no state between calls; it is not for
// several goroutines at once.
type Ladder struct {
	nodes int
}

// LadderNodes bounds the moves read for one question. The longest plain ladder on
// 19×19 takes about 70; branches multiply, most for a lone stone in an empty corner.
// A ladder that is longer counts as escaped, and then the order of reading shows:
// the turned board may have another answer.
const LadderNodes = 10_000

// Captures says whether the side to move, playing at move, puts some opponent
// chain of exactly two liberties into a ladder that works.
func (l *Ladder) Captures(b *Position, move Point) bool {
	if !b.Legal(move, b.toMove) || move == Pass {
		return false
	}
	opponent := b.toMove.Opponent()
	var seen [4]Point
	n := 0
next:
	for _, d := range step {
		q := move + Point(d)
		if b.color[q] != opponent || b.liberties[b.head[q]] != 2 {
			continue
		}
		for _, h := range seen[:n] {
			if h == b.Head(q) {
				continue next
			}
		}
		seen[n] = b.Head(q)
		n++
		if l.capturesChain(b, b.Head(q), move) {
			return true
		}
	}
	return false
}

// capturesChain is Captures for one opponent chain of two liberties, of which
// move is one; the move must be legal.
func (l *Ladder) capturesChain(b *Position, prey, move Point) bool {
	l.nodes = LadderNodes
	return l.attack(b, prey, move)
}

// Escapes says whether the side to move, playing at move, brings some chain of its
// own out of atari for good: by extending, or by capturing a chain that holds it.
func (l *Ladder) Escapes(b *Position, move Point) bool {
	c := b.toMove
	if !b.Legal(move, c) || move == Pass {
		return false
	}
	for _, d := range step {
		q := move + Point(d)
		switch {
		case b.color[q] == c && b.liberties[b.head[q]] == 1:
			if l.escapesChain(b, b.Head(q), move) {
				return true
			}
		case b.color[q] == c.Opponent() && b.liberties[b.head[q]] == 1:
			if l.rescues(b, b.Head(q), move) {
				return true
			}
		}
	}
	return false
}

// rescues says whether capturing the hunter at move saves some chain in atari that
// it touches.
func (l *Ladder) rescues(b *Position, hunter, move Point) bool {
	c := b.toMove
	for s := hunter; ; {
		for _, d := range step {
			q := s + Point(d)
			if b.color[q] == c && b.liberties[b.head[q]] == 1 && l.escapesChain(b, b.Head(q), move) {
				return true
			}
		}
		if s = b.Next(s); s == hunter {
			return false
		}
	}
}

// escapesChain is Escapes for one own chain in atari; the move must be legal.
func (l *Ladder) escapesChain(b *Position, prey, move Point) bool {
	l.nodes = LadderNodes
	return l.run(b, prey, move)
}

// attack: the side to move plays at move, one of the prey's two liberties. Is the
// prey then lost?
func (l *Ladder) attack(b *Position, prey, move Point) bool {
	if l.nodes <= 0 || b.runsFree(prey, move) {
		return false
	}
	after := *b
	return l.strike(&after, prey, move)
}

// strike is attack, played on b itself, which is spent, if it is not settled before.
func (l *Ladder) strike(b *Position, prey, move Point) bool {
	if l.nodes <= 0 {
		return false
	}
	l.nodes--
	b.Play(move, b.toMove)
	// An atari that is itself taken off, or that leaves two liberties, is none.
	return b.Liberties(prey) == 1 && !l.defend(b, prey)
}

// runsFree sees without playing that a prey of two liberties, one of them taken by
// the attacker's move, gets three by extending at the other.
func (b *Position) runsFree(prey, move Point) bool {
	var buf [2]Point
	liberties := b.LibertyPoints(prey, buf[:0])
	out := liberties[0]
	if out == move {
		out = liberties[1]
	}
	// What the attacker captures can only add to these, and takes nothing that has
	// the liberty out.
	return b.Extended(prey, out, move) >= 3
}

// Extended counts the liberties, three standing for more, of the chain that prey's
// side makes with a stone at move, next to prey. It counts the empty points next to
// the stone and the other liberties of the chains that the stone joins to prey. It
// does not count prey's own liberties, the point not, and what the stone captures.
func (b *Position) Extended(prey, move, not Point) int {
	var found [4]Point
	n := 0
	for e := b.near[move] >> 8 & 15; e != 0; e &= e - 1 {
		if q := move + Point(step[bits.TrailingZeros16(uint16(e))&3]); q != not {
			found[n&3] = q
			n++
		}
	}
	if n >= 3 {
		return 3
	}
	c := b.color[prey]
	for _, d := range step {
		q := move + Point(d)
		if b.color[q] != c || b.head[q] == b.head[prey] {
			continue
		}
		if b.Liberties(q) >= 5 { // without move and not still three
			return 3
		}
		var buf [4]Point
	next:
		for _, p := range b.LibertyPoints(q, buf[:0]) {
			if p == move || p == not {
				continue
			}
			for _, f := range found[:n] {
				if f == p {
					continue next
				}
			}
			found[n] = p
			if n++; n >= 3 {
				return 3
			}
		}
	}
	return n
}

// defend: the prey is in atari and its side to move. Can it get out? b is spent.
func (l *Ladder) defend(b *Position, prey Point) bool {
	c := b.toMove
	// Capture a chain that holds the prey and is itself in atari.
	for s := prey; ; {
		for _, d := range step {
			q := s + Point(d)
			if b.color[q] != c.Opponent() || b.liberties[b.head[q]] != 1 {
				continue
			}
			var buf [1]Point
			move := b.LibertyPoints(b.Head(q), buf[:0])[0]
			if b.Legal(move, c) && l.run(b, prey, move) {
				return true
			}
		}
		if s = b.Next(s); s == prey {
			break
		}
	}
	var buf [1]Point
	move := b.LibertyPoints(prey, buf[:0])[0]
	if !b.Legal(move, c) {
		return false
	}
	if lives, known := l.foresee(b, prey, move); known {
		return lives
	}
	return l.flee(b, prey, move)
}

// run: the prey's side plays move to save it, its last liberty or a capture. Does it
// live?
func (l *Ladder) run(b *Position, prey, move Point) bool {
	if lives, known := l.foresee(b, prey, move); known {
		return lives
	}
	after := *b
	return l.flee(&after, prey, move)
}

// foresee answers run where nothing need be played.
func (l *Ladder) foresee(b *Position, prey, move Point) (lives, known bool) {
	if l.nodes <= 0 {
		return true, true // too long to read: it counts as escaped
	}
	l.nodes--
	if b.takes(move, b.toMove) {
		return false, false
	}
	liberties := b.Extended(prey, move, NoPoint)
	return liberties >= 3, liberties != 2
}

// flee is the rest of run, played on b itself, which is spent.
func (l *Ladder) flee(b *Position, prey, move Point) bool {
	b.Play(move, b.toMove)
	var buf [2]Point
	switch b.Liberties(prey) {
	case 0, 1:
		// Taken at once, unless ko forbids it.
		last := b.LibertyPoints(prey, buf[:0])
		return len(last) == 1 && !b.Legal(last[0], b.toMove)
	case 2:
		b.LibertyPoints(prey, buf[:0])
		// The atari from the side of the centre drives the prey to the edge. Tried
		// first, it halves the moves read on the average.
		if b.fromCentre(buf[1]) < b.fromCentre(buf[0]) {
			buf[0], buf[1] = buf[1], buf[0]
		}
		if b.Legal(buf[0], b.toMove) && l.attack(b, prey, buf[0]) {
			return false
		}
		return !b.Legal(buf[1], b.toMove) || b.runsFree(prey, buf[1]) || !l.strike(b, prey, buf[1])
	}
	return true
}

// fromCentre is the square of twice the distance of p from the centre.
func (b *Position) fromCentre(p Point) int {
	x, y := 2*p.X()-b.Size()+1, 2*p.Y()-b.Size()+1
	return x*x + y*y
}

// takes says whether c captures something by playing at p.
func (b *Position) takes(p Point, c Color) bool {
	if b.near[p]&nearOf[c.Opponent()&3] == 0 {
		return false
	}
	for _, d := range step {
		q := p + Point(d)
		if b.color[q] == c.Opponent() && b.liberties[b.head[q]] == 1 {
			return true
		}
	}
	return false
}

// Read answers Captures and Escapes for all moves of the side to move at once, by going
// through the chains rather than the points.
func (l *Ladder) Read(b *Position) (captures, escapes PointSet) {
	own := b.toMove
	for y := range b.Size() {
		row := XY(0, y)
		for p := row; p < row+Point(b.Size()); p++ {
			n := b.liberties[p]
			if n-1 >= 2 || b.head[p] != uint16(p) { // n counts at heads only
				continue
			}
			var buf [2]Point
			switch {
			case n == 2 && b.color[p] != own:
				for _, move := range b.LibertyPoints(p, buf[:0]) {
					if !captures.Has(move) && b.Legal(move, own) && l.capturesChain(b, p, move) {
						captures.Add(move)
					}
				}
			case n == 1 && b.color[p] == own:
				l.readEscapes(b, p, &escapes)
			}
		}
	}
	return captures, escapes
}

// readEscapes adds the moves that save a chain in atari.
func (l *Ladder) readEscapes(b *Position, prey Point, escapes *PointSet) {
	own := b.toMove
	try := func(chain Point) {
		var buf [1]Point
		move := b.LibertyPoints(chain, buf[:0])[0]
		if !escapes.Has(move) && b.Legal(move, own) && l.escapesChain(b, prey, move) {
			escapes.Add(move)
		}
	}
	try(prey)
	for s := prey; ; {
		for _, q := range s.Neighbours() {
			if b.color[q] == own.Opponent() && b.Liberties(q) == 1 {
				try(q)
			}
		}
		if s = b.Next(s); s == prey {
			return
		}
	}
}
