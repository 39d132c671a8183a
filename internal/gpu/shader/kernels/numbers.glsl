// Numbers that are too large must not vanish. Compilers may assume that there are none, and turn v < 0 ? 0 : v into a
// maximum, which makes 0 of what is not a number. So bits are compared here.

// rectified is the larger of v and 0; what is not a number stays so.
float rectified(float v) {
	uint b = floatBitsToUint(v);
	return b >= 0x80000000u && b <= 0xff800000u ? 0.0 : v;
}

// bounded is the smaller of v and 65504, the largest number of float16, for finite v; infinity and what is not a number stay.
float bounded(float v) {
	uint b = floatBitsToUint(v);
	return b > 0x477fe000u && b < 0x7f800000u ? 65504.0 : v;
}

// float16Bits are the bits of v in float16. What is not finite there is not a number.
uint float16Bits(float v) {
	bool finite = (floatBitsToUint(v) & 0x7fffffffu) < 0x477ff000u; // 65520, which would round to infinity
	return finite ? packHalf2x16(vec2(v, 0.0)) : 0x7e00u;
}

// float32Bits are the bits of v. What is not finite is not a number.
uint float32Bits(float v) {
	uint b = floatBitsToUint(v);
	return (b & 0x7fffffffu) < 0x7f800000u ? b : 0x7fc00000u;
}
