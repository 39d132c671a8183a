#version 450
// d[i] = inverse · Σ over rows and the columns j with j % biases = i of dz[row][j].
//
// A group makes one i: its 64 threads share the summands, then add up their sums.
#extension GL_GOOGLE_include_directive : require
#define THREADS 64
#include "total.glsl"
#include "step.glsl"
layout(local_size_x = THREADS) in;
layout(constant_id = 0) const uint COLUMNS = 1;
layout(constant_id = 1) const uint BIASES = 1;
layout(binding = 0) readonly buffer Dz { float dz[]; };
layout(binding = 1) readonly buffer Step { float step_[]; };
layout(binding = 2) writeonly buffer D { float d[]; };
layout(push_constant) uniform Args { uint rows; };

void main() {
	uint i = gl_WorkGroupID.x;
	float v = 0;
	// Element i + n·biases is in a column of i, as the columns are biases or biases is 1.
	for (uint n = gl_LocalInvocationIndex; n < rows * COLUMNS / BIASES; n += THREADS) v += dz[i + n * BIASES];
	v = total(v);
	if (gl_LocalInvocationIndex == 0) d[i] = v * step_[INVERSE];
}
