package board

import "math/bits"

// This file is the way of playouts. A random move asks only whether a chain has any
// liberty, not how many, and pseudo-liberties answer that: pairs of a stone and an empty
// point next to it. There are none exactly when there is no liberty. Their number can be
// kept without a look at the chain, so a move takes about two thirds of the time of put.
// Between lighten and settle a Position counts so; nothing outside sees it.

// lighten turns liberties into pseudo-liberties.
func (b *Position) lighten() {
	if b.koColor != b.toMove {
		b.ko = NoPoint // no side is bound by it: the turn was set by hand
	}
	b.liberties = [cells]uint16{}
	for _, e := range b.empties[:b.empty] {
		b.addPseudo(int(e), 1)
	}
}

// settle turns pseudo-liberties into liberties.
func (b *Position) settle() {
	b.liberties = [cells]uint16{}
	for _, e := range b.empties[:b.empty] {
		b.addLiberty(int(e), 1)
	}
}

// addPseudo adds n to the pseudo-liberties of the chains next to p, once for each
// neighbour. Entry 0 takes what belongs to no chain.
func (b *Position) addPseudo(p int, n uint16) {
	b.liberties[b.head[p-stride]] += n
	b.liberties[b.head[p-1]] += n
	b.liberties[b.head[p+1]] += n
	b.liberties[b.head[p+stride]] += n
}

// putLight is put with pseudo-liberties.
func (b *Position) putLight(p int, c Color) {
	near := b.stand(p, c)
	b.addPseudo(p, ^uint16(0))

	fresh := uint16(bitsIn[near>>8&15])
	if own := near & nearOf[c&3]; own == 0 {
		b.head[p], b.link[p] = uint16(p), uint16(p)
		b.liberties[p], b.stones[p] = fresh, 1
	} else {
		own >>= 4 * (c - 1) & 4
		h := b.head[p+step[bits.TrailingZeros16(uint16(own))&3]]
		b.head[p] = h
		b.link[p], b.link[h] = b.link[h], uint16(p)
		b.liberties[h] += fresh
		b.stones[h]++
		for own &= own - 1; own != 0; own &= own - 1 {
			if g := b.head[p+step[bits.TrailingZeros16(uint16(own))&3]]; g != h {
				h = b.mergeLight(h, g)
			}
		}
	}

	if near&nearOf[c.Opponent()&3] != 0 {
		captured, taken := 0, 0
		for _, d := range step {
			q := p + d
			if b.color[q] == c.Opponent() && b.liberties[b.head[q]] == 0 {
				captured += b.captureLight(b.head[q])
				taken = q
			}
		}
		if captured == 1 && near&(emptyNear|nearOf[c&3]) == 0 {
			b.ko, b.koColor = Point(taken), c.Opponent()
		}
	}
}

// mergeLight is merge with pseudo-liberties, which simply add up.
func (b *Position) mergeLight(x, y uint16) uint16 {
	if b.stones[x] < b.stones[y] {
		x, y = y, x
	}
	for s := y; ; {
		b.head[s] = x
		if s = b.link[s]; s == y {
			break
		}
	}
	b.liberties[x] += b.liberties[y]
	b.splice(x, y)
	return x
}

// captureLight is capture with pseudo-liberties.
func (b *Position) captureLight(head uint16) (stones int) {
	color := b.color[head]
	for s := int(head); ; {
		next := int(b.link[s])
		b.lift(s, color)
		b.addPseudo(s, 1)
		stones++
		if s = next; s == int(head) {
			break
		}
	}
	b.prisoners[color] += uint16(stones)
	return stones
}

// breathes says whether a stone of c at p, which has no empty neighbour, would have a
// liberty: a chain of c next to it has another, or one of the opponent's has none.
func (b *Position) breathes(p int, c Color) bool {
	// With the stone in place p counts no more, once for each neighbour.
	b.addPseudo(p, ^uint16(0))
	free := false
	for _, s := range step {
		if h := b.head[p+s]; h != 0 && (b.liberties[h] != 0) == (b.color[p+s] == c) {
			free = true
			break
		}
	}
	b.addPseudo(p, 1)
	return free
}
