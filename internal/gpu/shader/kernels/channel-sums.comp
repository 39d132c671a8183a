#version 450
// part[s][c] = Σ over the rows r of split s of x[r][c].
//
// A group sums 16 channels of a split; 16 threads share the rows of one, each in order, then add up their sums.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 0) const uint CHANNELS = 32;
layout(constant_id = 1) const uint BOARD = 19;
layout(binding = 0) readonly buffer X { REAL x[]; };
layout(binding = 1) writeonly buffer Part { float part[]; };
layout(push_constant) uniform Args { uint boards; uint splits; };
shared float sums[16][16];

void main() {
	uint c = gl_WorkGroupID.x * 16 + gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
	uint rows = boards * (BOARD + 1) * (BOARD + 1);
	uint slice = ((rows + splits - 1) / splits + 31) / 32 * 32; // kernels.Slice
	uint from = gl_WorkGroupID.y * slice, to = min(from + slice, rows);
	float v = 0;
	for (uint r = from + y; r < to; r += 16) v += float(x[(PAD + r) * CHANNELS + c]);
	sums[y][gl_LocalInvocationID.x] = v;
	barrier();
	if (y > 0) return;
	v = 0;
	for (uint i = 0; i < 16; i++) v += sums[i][gl_LocalInvocationID.x];
	part[gl_WorkGroupID.y * CHANNELS + c] = v;
}
