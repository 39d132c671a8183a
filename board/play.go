package board

// Play plays p (or Pass) for c, captures what has lost its last liberty and gives
// the turn to the opponent. It does not ask whether the move is legal; p must be
// empty. A suicidal stone is taken off with its chain, for rules that allow it.
// It returns the number of opponent stones captured.
func (b *Position) Play(p Point, c Color) (captured int) {
	b.recent[b.played&(recentMoves-1)] = p
	b.played++
	b.toMove = c.Opponent()
	b.ko = NoPoint
	if p == Pass {
		return 0
	}
	return b.put(p, c)
}

// Put sets up a stone of colour c on the empty point p outside of play: the side
// to move and the memory of moves stay.
func (b *Position) Put(p Point, c Color) {
	b.ko = NoPoint
	b.put(p, c)
	b.ko = NoPoint
}

// Remove takes the stone at p off outside of play, for records that set up by
// taking away. The rest of its chain stays.
func (b *Position) Remove(p Point) {
	head := b.grid[p].head
	if head == 0 {
		return
	}
	color := b.grid[p].color
	var rest [MaxSize * MaxSize]Point
	n := 0
	for s := b.grid[head].next; ; s = b.grid[s].next {
		if s != p {
			rest[n] = s
			n++
		}
		if s == head {
			break
		}
	}
	b.capture(head)
	b.prisoners[color] -= uint16(n + 1)
	for _, s := range rest[:n] {
		b.put(s, color)
	}
	b.ko = NoPoint
}

// put places the stone and settles liberties, captures, chains and ko.
func (b *Position) put(p Point, c Color) (captured int) {
	at := &b.grid[p]
	opponent := c.Opponent()

	// The point leaves the list of empties: the last one takes its slot.
	b.empty--
	last := b.empties[b.empty]
	b.empties[at.slot] = last
	b.grid[last].slot = at.slot

	at.color, at.head, at.next = c, p, p
	b.chains[p] = chain{liberties: uint16(at.counts.of(Empty)), stones: 1}
	b.hash ^= zobrist[c][p]

	// Each chain next to p loses it as a liberty, once however often it touches p.
	var enemies, friends [4]Point
	ne, nf := 0, 0
	t := turned(c)
neighbours:
	for _, d := range adjacent {
		q := &b.grid[p+d]
		q.counts += t
		switch q.color {
		case opponent:
			for _, h := range enemies[:ne] {
				if h == q.head {
					continue neighbours
				}
			}
			enemies[ne] = q.head
			ne++
			b.chains[q.head].liberties--
		case c:
			for _, h := range friends[:nf] {
				if h == q.head {
					continue neighbours
				}
			}
			friends[nf] = q.head
			nf++
			b.chains[q.head].liberties--
		}
	}
	for _, h := range enemies[:ne] {
		if b.chains[h].liberties == 0 {
			b.ko = h // right if it is the only stone; see below
			captured += b.capture(h)
		}
	}
	head := p
	for _, h := range friends[:nf] {
		head = b.merge(head, h)
	}
	own := b.chains[head]
	switch {
	case own.liberties == 0:
		b.capture(head)
		b.ko = NoPoint
	case captured == 1 && own.stones == 1 && own.liberties == 1:
		b.koColor = opponent
	default:
		b.ko = NoPoint
	}
	return captured
}

// merge joins two chains of one colour and returns the head of the whole. The
// smaller is renamed stone by stone; an empty neighbour adds a liberty when no
// stone of the larger, or renamed before, touches it.
func (b *Position) merge(x, y Point) Point {
	if b.chains[x].stones < b.chains[y].stones {
		x, y = y, x
	}
	liberties := b.chains[x].liberties
	for s := y; ; {
		at := &b.grid[s]
		at.head = x
		if at.counts.of(Empty) > 0 {
			for _, d := range adjacent {
				if q := s + d; b.grid[q].color == Empty && !b.touches(x, q, s) {
					liberties++
				}
			}
		}
		if s = at.next; s == y {
			break
		}
	}
	b.chains[x] = chain{liberties, b.chains[x].stones + b.chains[y].stones}
	b.grid[x].next, b.grid[y].next = b.grid[y].next, b.grid[x].next
	return x
}

// touches says whether a stone of the chain other than s is next to q.
func (b *Position) touches(head, q, s Point) bool {
	for _, d := range adjacent {
		if n := q + d; n != s && b.grid[n].head == head {
			return true
		}
	}
	return false
}

// capture takes a whole chain off; every chain of the other colour next to a stone
// of it gains that liberty.
func (b *Position) capture(head Point) (stones int) {
	color := b.grid[head].color
	other := color.Opponent()
	t := turned(color)
	for s := head; ; {
		at := &b.grid[s]
		next := at.next
		at.color, at.head, at.next = Empty, 0, 0
		at.slot = b.empty
		b.empties[b.empty] = s
		b.empty++
		b.hash ^= zobrist[color][s]
		stones++
		var gained [4]Point
		n := 0
	neighbours:
		for _, d := range adjacent {
			q := &b.grid[s+d]
			q.counts -= t
			if q.color != other {
				continue
			}
			for _, h := range gained[:n] {
				if h == q.head {
					continue neighbours
				}
			}
			gained[n] = q.head
			n++
			b.chains[q.head].liberties++
		}
		if s = next; s == head {
			break
		}
	}
	b.prisoners[color] += uint16(stones)
	return stones
}
