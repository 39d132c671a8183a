#version 450
// sum[0] = Σ over i of x[i]². One group: its threads share the summands, then add up their sums.
#extension GL_GOOGLE_include_directive : require
#define THREADS 256
#include "total.glsl"
layout(local_size_x = THREADS) in;
layout(binding = 0) readonly buffer X { float x[]; };
layout(binding = 1) writeonly buffer Sum { float sum[]; };
layout(push_constant) uniform Args { uint size; };

void main() {
	float v = 0;
	for (uint i = gl_LocalInvocationIndex; i < size; i += THREADS) v += x[i] * x[i];
	v = total(v);
	if (gl_LocalInvocationIndex == 0) sum[0] = v;
}
