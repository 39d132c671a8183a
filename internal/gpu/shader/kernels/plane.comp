#version 450
// z[b][p] = bias[p % biases] + Σ over c of x[row(b,p)][c]·w[c].
//
// A group makes 16 points; 16 threads share the channels of one, then add up their sums.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint BOARD = 19;
layout(constant_id = 2) const uint BIASES = 1;
layout(binding = 0) readonly buffer X { REAL x[]; };
layout(binding = 1) readonly buffer Wt { float w[]; };
layout(binding = 2) readonly buffer Bias { float bias[]; };
layout(binding = 3) writeonly buffer Z { float z[]; };
layout(push_constant) uniform Args { uint boards; };
shared float part[16][17];

void main() {
	const uint n = BOARD * BOARD, W = BOARD + 1;
	uint tx = gl_LocalInvocationID.x, ty = gl_LocalInvocationID.y, i = gl_WorkGroupID.x * 16 + ty;
	float v = 0;
	if (i < boards * n) {
		uint p = i % n, row = PAD + i / n * W * W + p / BOARD * W + p % BOARD;
		for (uint c = tx; c < C; c += 16) v += float(x[row * C + c]) * w[c];
	}
	part[ty][tx] = v;
	barrier();
	if (tx > 0 || i >= boards * n) return;
	v = bias[i % n % BIASES];
	for (uint j = 0; j < 16; j++) v += part[ty][j];
	z[i] = v;
}
