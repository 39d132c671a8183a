package board

import "math/bits"

// Play plays p (or Pass) for c, captures what has lost its last liberty and gives
// the turn to the opponent. It does not ask whether the move is legal; p must be
// empty. A suicidal stone is taken off with its chain, for rules that allow it.
// It returns the number of opponent stones captured.
func (b *Position) Play(p Point, c Color) (captured int) {
	b.record(p, c)
	if p == Pass {
		return 0
	}
	return b.put(int(p), c)
}

// HashAfter is what Hash and HashToMove would be after Play(p, c), without playing.
func (b *Position) HashAfter(p Point, c Color) (stones, toMove uint64) {
	h := b.hash
	if p != Pass {
		h = b.hashAfter(int(p), c)
	}
	if c == Black {
		return h, h ^ zobristWhite
	}
	return h, h
}

func (b *Position) hashAfter(p int, c Color) uint64 {
	h := b.hash ^ zobrist[c&3][p]
	near := b.near[p]
	foe := c.Opponent()
	captured := false
	if near&nearOf[foe&3] != 0 {
		var taken [4]uint16
		for i, d := range step {
			head := b.head[p+d]
			if head == 0 || b.color[p+d] != foe || b.liberties[head] > 1 ||
				head == taken[0] || head == taken[1] || head == taken[2] {
				continue
			}
			taken[i] = head
			captured = true
			h ^= b.hashOf(head)
		}
	}
	if captured || !b.Suicide(Point(p), c) {
		return h
	}
	h ^= zobrist[c&3][p]
	var own [4]uint16
	for i, d := range step {
		head := b.head[p+d]
		if head == 0 || b.color[p+d] != c || head == own[0] || head == own[1] || head == own[2] {
			continue
		}
		own[i] = head
		h ^= b.hashOf(head)
	}
	return h
}

// hashOf is the part of the hash that the stones of a chain are.
func (b *Position) hashOf(head uint16) (h uint64) {
	key := &zobrist[b.color[head]&3]
	for s := head; ; {
		h ^= key[s]
		if s = b.link[s]; s == head {
			return h
		}
	}
}

// record notes that c moves at p.
func (b *Position) record(p Point, c Color) {
	b.recent[b.played&(recentMoves-1)] = p
	b.played++
	b.toMove = c.Opponent()
	b.ko = NoPoint
}

// Put sets up a stone of colour c on the empty point p outside of play: the side
// to move and the memory of moves stay. Like a move it captures what it leaves without
// liberties; Setup refuses stones that would.
func (b *Position) Put(p Point, c Color) {
	b.put(int(p), c)
	b.ko = NoPoint
}

// Remove takes the stone at p off outside of play, for records that set up by
// taking away. The rest of its chain stays.
func (b *Position) Remove(p Point) {
	head := b.head[p]
	if head == 0 {
		return
	}
	color := b.color[p]
	var rest [MaxSize * MaxSize]uint16
	n := 0
	for s := b.link[head]; ; s = b.link[s] {
		if s != uint16(p) {
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
		b.put(int(s), color)
	}
	b.ko = NoPoint
}

// stand puts the stone on the board as far as it does not concern chains and returns
// what was next to it.
func (b *Position) stand(p int, c Color) directions {
	b.hash ^= zobrist[c&3][p]
	b.color[p] = c
	// The point leaves the list of empties: the last one takes its place.
	b.empty--
	at, last := b.link[p], b.empties[b.empty]
	b.empties[at] = last
	b.link[last] = at
	b.turn(p, flip[c&3])
	return b.near[p]
}

// lift is the reverse of stand.
func (b *Position) lift(p int, c Color) {
	b.hash ^= zobrist[c&3][p]
	b.color[p] = Empty
	b.head[p] = 0
	b.link[p] = b.empty
	b.empties[b.empty] = uint16(p)
	b.empty++
	b.turn(p, flip[c&3])
}

// turn tells the neighbours of p that it turned from empty to a stone or back.
func (b *Position) turn(p int, f directions) {
	b.near[p-stride] ^= f << south
	b.near[p-1] ^= f << east
	b.near[p+1] ^= f << west
	b.near[p+stride] ^= f << north
}

// put places the stone and settles liberties, captures, chains and ko.
func (b *Position) put(p int, c Color) (captured int) {
	near := b.stand(p, c)
	b.addLiberty(p, ^uint16(0))

	own := near & nearOf[c&3]
	if own == 0 {
		b.head[p], b.link[p] = uint16(p), uint16(p)
		b.liberties[p], b.stones[p] = uint16(bitsIn[near>>8&15]), 1
	} else {
		b.join(p, own>>(4*(c-1)&4))
	}

	if near&nearOf[c.Opponent()&3] != 0 {
		taken := 0
		for _, d := range step {
			q := p + d
			if b.color[q] == c.Opponent() && b.liberties[b.head[q]] == 0 {
				captured += b.capture(b.head[q])
				taken = q
			}
		}
		// A lone stone that took one stone and has no other liberty could be retaken.
		if captured == 1 && near&(emptyNear|nearOf[c&3]) == 0 {
			b.ko, b.koColor = Point(taken), c.Opponent()
		}
	}
	if h := b.head[p]; b.liberties[h] == 0 {
		b.capture(h)
	}
	return captured
}

// addLiberty adds n to the liberties of each chain next to p, once to each.
func (b *Position) addLiberty(p int, n uint16) {
	h0, h1, h2, h3 := b.head[p-stride], b.head[p-1], b.head[p+1], b.head[p+stride]
	b.liberties[h0] += n
	if h1 != h0 {
		b.liberties[h1] += n
	}
	if h2 != h0 && h2 != h1 {
		b.liberties[h2] += n
	}
	if h3 != h0 && h3 != h1 && h3 != h2 {
		b.liberties[h3] += n
	}
	b.liberties[0] = 0
}

// join makes the stone at p one with the chains of its colour in the given directions.
func (b *Position) join(p int, own directions) {
	h := b.head[p+step[bits.TrailingZeros16(uint16(own))&3]]
	// An empty neighbour is a new liberty if no stone of the chain touches it.
	fresh := uint16(0)
	for e := b.near[p] >> 8 & 15; e != 0; e &= e - 1 {
		q := p + step[bits.TrailingZeros16(uint16(e))&3]
		if b.head[q-stride] != h && b.head[q-1] != h && b.head[q+1] != h && b.head[q+stride] != h {
			fresh++
		}
	}
	b.head[p] = h
	b.link[p], b.link[h] = b.link[h], uint16(p)
	b.liberties[h] += fresh
	b.stones[h]++
	for own &= own - 1; own != 0; own &= own - 1 {
		if g := b.head[p+step[bits.TrailingZeros16(uint16(own))&3]]; g != h {
			h = b.merge(h, g)
		}
	}
}

// merge joins two chains of one colour and returns the head of the whole. The
// smaller is renamed stone by stone; an empty neighbour adds a liberty when no
// stone of the larger, or renamed before, touches it.
func (b *Position) merge(x, y uint16) uint16 {
	if b.stones[x] < b.stones[y] {
		x, y = y, x
	}
	liberties := b.liberties[x]
	for s := int(y); ; {
		for e := b.near[s] >> 8 & 15; e != 0; e &= e - 1 {
			q := s + step[bits.TrailingZeros16(uint16(e))&3]
			if b.head[q-stride] != x && b.head[q-1] != x && b.head[q+1] != x && b.head[q+stride] != x {
				liberties++
			}
		}
		b.head[s] = x
		if s = int(b.link[s]); s == int(y) {
			break
		}
	}
	b.liberties[x] = liberties
	b.splice(x, y)
	return x
}

// splice makes one ring of the rings of two chains; x is the head of the whole.
func (b *Position) splice(x, y uint16) {
	b.stones[x] += b.stones[y]
	b.link[x], b.link[y] = b.link[y], b.link[x]
}

// capture takes a whole chain off; every chain next to a stone of it gains that
// liberty.
func (b *Position) capture(head uint16) (stones int) {
	color := b.color[head]
	for s := int(head); ; {
		next := int(b.link[s])
		b.lift(s, color)
		b.addLiberty(s, 1)
		stones++
		if s = next; s == int(head) {
			break
		}
	}
	b.prisoners[color] += uint16(stones)
	return stones
}
