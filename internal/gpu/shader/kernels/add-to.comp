#version 450
// sum[i] += x[i], unless flag[0] ≠ 0.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
layout(binding = 0) readonly buffer X { float x[]; };
layout(binding = 1) readonly buffer Flag { uint flag[]; };
layout(binding = 2) buffer Sum { float sum[]; };
layout(push_constant) uniform Args { uint size; };

void main() {
	if (flag[0] != 0) return;
	EACH(i, size) sum[i] += x[i];
}
