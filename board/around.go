package board

import "math/bits"

// Around is what stands on the eight points round p, a point of the board: two bits for
// each, a Color, in reading order from the north-west, which has the lowest bits. There are
// 65,536 values, so what a 3×3 pattern says of a point can be looked up.
func (b *Position) Around(p Point) uint16 {
	// Three rows of three in one load each; the products bring their colours together.
	north, row, south := four(b.color[p-stride-1:]), four(b.color[p-1:]), four(b.color[p+stride-2:])>>8
	const three, two = 1<<16 | 1<<10 | 1<<4, 1<<16 | 1<<2
	return uint16((north&0x030303*three)>>16&63 | (row&0x030003*two)>>16&15<<6 | (south&0x030303*three)>>16&63<<10)
}

// four are four colours in one word.
func four(c []Color) uint64 {
	_ = c[3]
	return uint64(c[0]) | uint64(c[1])<<8 | uint64(c[2])<<16 | uint64(c[3])<<24
}

// Ring are the eight points round p in the order of Around; some may be off the board.
func (p Point) Ring() [8]Point {
	return [8]Point{
		p - stride - 1, p - stride, p - stride + 1, p - 1, p + 1, p + stride - 1, p + stride, p + stride + 1,
	}
}

// Liberty is a liberty of the chain at p, which must be a stone: the only one of a chain in
// atari.
func (b *Position) Liberty(p Point) Point {
	for s := b.head[p]; ; s = b.link[s] {
		if e := b.near[s] & emptyNear; e != 0 {
			return Point(int(s) + step[bits.TrailingZeros16(uint16(e)>>8)&3])
		}
	}
}

// TwoLiberties are two liberties of the chain at p, which must be a stone with at least so
// many.
func (b *Position) TwoLiberties(p Point) [2]Point {
	var found [2]Point
	for s := b.head[p]; ; s = b.link[s] {
		for e := b.near[s] >> 8 & 15; e != 0; e &= e - 1 {
			q := Point(int(s) + step[bits.TrailingZeros16(uint16(e))&3])
			if found[0] == 0 {
				found[0] = q
			} else if q != found[0] {
				found[1] = q
				return found
			}
		}
	}
}
