package board

// Around is what stands on the eight points round p, a point of the board: two bits for
// each, a Color, in reading order from the north-west, which has the lowest bits. There are
// 65,536 values, so what a 3×3 pattern says of a point can be looked up.
func (b *Position) Around(p Point) uint16 {
	n, m, s := b.color[p-stride-1:p-stride+2], b.color[p-1:p+2], b.color[p+stride-1:p+stride+2]
	return uint16(n[0]&3) | uint16(n[1]&3)<<2 | uint16(n[2]&3)<<4 |
		uint16(m[0]&3)<<6 | uint16(m[2]&3)<<8 |
		uint16(s[0]&3)<<10 | uint16(s[1]&3)<<12 | uint16(s[2]&3)<<14
}

// Ring are the eight points round p in the order of Around; some may be off the board.
func (p Point) Ring() [8]Point {
	return [8]Point{p - stride - 1, p - stride, p - stride + 1, p - 1, p + 1, p + stride - 1, p + stride, p + stride + 1}
}
