package models

import "math"

// maxHalf is the largest finite number of half precision.
const maxHalf = 65504

// toHalf is the nearest number of IEEE 754 half precision (binary16: a sign, 5 bits of
// exponent, 10 of fraction), of two as near the even one. What rounds beyond maxHalf is
// infinite; NaN stays one, with its sign and the upper bits of its payload.
func toHalf(v float32) uint16 {
	bits := math.Float32bits(v)
	sign, x := uint16(bits>>16)&0x8000, bits&0x7fffffff
	e := x >> 23
	switch {
	case x > 0x7f800000: // NaN
		payload := uint16(x>>13) & 0x3ff
		if payload == 0 {
			payload = 0x200
		}
		return sign | 0x7c00 | payload
	case x >= 0x477ff000: // from 65520, half a step above maxHalf
		return sign | 0x7c00
	case e >= 113: // normal: from 2^-14
		x += 0xfff + x>>13&1 // a carry into the exponent is what it should be
		return sign | uint16((x-112<<23)>>13)
	case e < 102: // below 2^-25, half of the smallest
		return sign
	}
	// Subnormal: in steps of 2^-24.
	m, shift := x&0x7fffff|1<<23, 126-e
	return sign | uint16((m+1<<(shift-1)-1+m>>shift&1)>>shift)
}

// fromHalf is the number of these bits, exactly.
func fromHalf(h uint16) float32 {
	sign, e, m := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&0x3ff)
	switch e {
	case 0:
		return math.Float32frombits(math.Float32bits(float32(m)*0x1p-24) | sign)
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | m<<13)
	}
	return math.Float32frombits(sign | (e+112)<<23 | m<<13)
}
