#version 450
// part[s][c] = Σ over the rows of split s that are points p of a board b of dz[b][p]·x[row(b,p)][c].
//
// A group sums 16 channels of a split; 16 threads share the rows of one, each in order, then add up their sums.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint BOARD = 19;
layout(binding = 0) readonly buffer Dz { float dz[]; };
layout(binding = 1) readonly buffer X { REAL x[]; };
layout(binding = 2) writeonly buffer Part { float part[]; };
layout(push_constant) uniform Args { uint boards; uint splits; };
shared float sums[16][16];

void main() {
	const uint W = BOARD + 1;
	uint c = gl_WorkGroupID.x * 16 + gl_LocalInvocationID.x, ty = gl_LocalInvocationID.y;
	uint rows = boards * W * W;
	uint slice = ((rows + splits - 1) / splits + 31) / 32 * 32; // kernels.Slice
	uint from = gl_WorkGroupID.y * slice, to = min(from + slice, rows);
	float v = 0;
	for (uint r = from + ty; r < to; r += 16) {
		uint b = r / (W * W), line = r / W % W, column = r % W;
		if (line < BOARD && column < BOARD)
			v += dz[(b * BOARD + line) * BOARD + column] * float(x[(PAD + r) * C + c]);
	}
	sums[ty][gl_LocalInvocationID.x] = v;
	barrier();
	if (ty > 0) return;
	v = 0;
	for (uint i = 0; i < 16; i++) v += sums[i][gl_LocalInvocationID.x];
	part[gl_WorkGroupID.y * C + c] = v;
}
