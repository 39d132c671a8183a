#version 450
// d[c] = inverse · Σ over b, p of dz[b][p]·x[row(b,p)][c].
//
// A group sums 16 channels; 16 threads share the points of one, each in order, then add up their sums.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
#include "step.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint BOARD = 19;
layout(binding = 0) readonly buffer Dz { float dz[]; };
layout(binding = 1) readonly buffer X { REAL x[]; };
layout(binding = 2) readonly buffer Step { float step_[]; };
layout(binding = 3) writeonly buffer D { float d[]; };
layout(push_constant) uniform Args { uint boards; };
shared float part[16][16];

void main() {
	const uint n = BOARD * BOARD, W = BOARD + 1;
	uint c = gl_WorkGroupID.x * 16 + gl_LocalInvocationID.x, ty = gl_LocalInvocationID.y;
	float v = 0;
	for (uint i = ty; i < boards * n; i += 16) {
		uint p = i % n, row = PAD + i / n * W * W + p / BOARD * W + p % BOARD;
		v += dz[i] * float(x[row * C + c]);
	}
	part[ty][gl_LocalInvocationID.x] = v;
	barrier();
	if (ty > 0) return;
	v = 0;
	for (uint i = 0; i < 16; i++) v += part[i][gl_LocalInvocationID.x];
	d[c] = v * step_[INVERSE];
}
