#version 450
// d[k] = inverse · Σ over all r of g[r][k].
//
// A group sums 16 filters; 16 threads share the rows of one, each in order, then add up their sums.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
#include "step.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 0) const uint K = 32;
layout(constant_id = 1) const uint BOARD = 19;
layout(binding = 0) readonly buffer G { REAL g[]; };
layout(binding = 1) readonly buffer Step { float step_[]; };
layout(binding = 2) writeonly buffer D { float d[]; };
layout(push_constant) uniform Args { uint boards; };
shared float part[16][16];

void main() {
	uint k = gl_WorkGroupID.x * 16 + gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
	uint rows = boards * (BOARD + 1) * (BOARD + 1);
	float v = 0;
	for (uint r = y; r < rows; r += 16) v += float(g[(PAD + r) * K + k]);
	part[y][gl_LocalInvocationID.x] = v;
	barrier();
	if (y > 0) return;
	v = 0;
	for (uint i = 0; i < 16; i++) v += part[i][gl_LocalInvocationID.x];
	d[k] = v * step_[INVERSE];
}
