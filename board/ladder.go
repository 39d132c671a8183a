package board

// Ladder reads ladders: a chain in atari runs by its last liberty or by capturing
// a chain that holds it, the attacker answers with the next atari, and so on until
// the chain is taken or has three liberties. Every such line is read; only ataris
// and their answers are, so the result is exact for what players call a ladder.
//
// The zero value is ready. A Ladder keeps no state between calls; it is not for
// several goroutines at once.
type Ladder struct {
	nodes int
}

// LadderNodes bounds the moves read for one question. The longest plain ladder on
// 19×19 takes about 70; branches multiply. A ladder that is longer counts as
// escaped.
const LadderNodes = 1000

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

// attack: the side to move plays at move, a liberty of the prey's two. Is the prey
// then lost?
func (l *Ladder) attack(b *Position, prey, move Point) bool {
	if b.runsFree(prey, move) || l.nodes <= 0 {
		return false
	}
	l.nodes--
	after := *b
	after.Play(move, b.toMove)
	// An atari that is itself taken off, or that leaves two liberties, is none.
	if after.Liberties(prey) != 1 {
		return false
	}
	return !l.defend(&after, prey)
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
	free := b.EmptyNeighbours(out)
	for _, d := range step {
		if out+Point(d) == move {
			free--
		}
	}
	return free >= 3
}

// defend: the prey is in atari and its side to move. Can it get out?
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
	return b.Legal(move, c) && l.run(b, prey, move)
}

// run: the prey's side plays move to save it. Does it live?
func (l *Ladder) run(b *Position, prey, move Point) bool {
	if l.nodes <= 0 {
		return true // too long to read: it counts as escaped
	}
	l.nodes--
	if b.EmptyNeighbours(move) >= 3 && b.firstOf(b.head[prey], int(move)) != 0 {
		return true // an extension to three liberties, seen without playing it
	}
	after := *b
	after.Play(move, b.toMove)
	switch after.Liberties(prey) {
	case 0, 1:
		// Taken at once, unless ko forbids it.
		var buf [1]Point
		last := after.LibertyPoints(prey, buf[:0])
		return len(last) == 1 && !after.Legal(last[0], after.toMove)
	case 2:
		var buf [2]Point
		for _, p := range after.LibertyPoints(prey, buf[:0]) {
			if after.Legal(p, after.toMove) && l.attack(&after, prey, p) {
				return false
			}
		}
	}
	return true
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
