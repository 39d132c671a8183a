package gpu

import "math"

// ToHalf rounds to IEEE half precision, to nearest even.
func ToHalf(f float32) uint16 {
	b := math.Float32bits(f)
	sign := uint16(b >> 16 & 0x8000)
	switch a := b & 0x7fffffff; {
	case a > 0x7f800000:
		return sign | 0x7e00 // not a number
	case a >= 0x477ff000: // 65520 and above round to infinity
		return sign | 0x7c00
	case a < 0x38800000: // below 2⁻¹⁴, the smallest normal number
		// The sum has its last digit at 2⁻²⁴, as subnormal halves have.
		return sign | uint16(math.Float32bits(math.Float32frombits(a)+0.5)-0x3f000000)
	default:
		a += 0xfff + a>>13&1
		return sign | uint16(a>>13-112<<10)
	}
}

// FromHalf returns the value of a half.
func FromHalf(h uint16) float32 {
	sign, exponent, fraction := uint32(h&0x8000)<<16, uint32(h>>10&31), uint32(h&0x3ff)
	switch exponent {
	case 0:
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*0x1p-24))
	case 31:
		return math.Float32frombits(sign | 0x7f800000 | fraction<<13)
	default:
		return math.Float32frombits(sign | (exponent+112)<<23 | fraction<<13)
	}
}
