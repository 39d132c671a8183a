#version 450
// flag[0] = 1 if any x[i] is infinite or not a number. The bits are looked at: a compiler may assume
// that isnan is never true.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
layout(binding = 0) readonly buffer X { uint x[]; };
layout(binding = 1) buffer Flag { uint flag[]; };
layout(push_constant) uniform Args { uint size; };

void main() {
	bool bad = false;
	EACH(i, size) bad = bad || (x[i] & 0x7f800000) == 0x7f800000;
	if (bad) atomicOr(flag[0], 1);
}
