#version 450
// b[k] += rate · Σ over r of (factor·y[r][k] + decay·w[r][k])·mean[r mod padded], y and w [rows][columns],
// unless flag[0] ≠ 0.
//
// A group has 32 columns: 8 threads share the rows of a column, then add up their sums.
#extension GL_GOOGLE_include_directive : require
#include "step.glsl"
layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0) buffer B { float b[]; };
layout(binding = 1) readonly buffer Y { float y[]; };
layout(binding = 2) readonly buffer Wt { float w[]; };
layout(binding = 3) readonly buffer Mean { float mean[]; };
layout(binding = 4) readonly buffer Step { float step_[]; };
layout(binding = 5) readonly buffer Flag { uint flag[]; };
layout(push_constant) uniform Args { uint rows; uint columns; uint padded; float factor; float decay; };
shared float sums[8][32];

void main() {
	uint lane = gl_LocalInvocationID.x, part = gl_LocalInvocationID.y;
	uint k = gl_WorkGroupID.x * 32 + lane;
	float v = 0;
	if (k < columns) {
		for (uint r = part; r < rows; r += 8) {
			uint i = r * columns + k;
			v += (factor * y[i] + decay * w[i]) * mean[r % padded];
		}
	}
	sums[part][lane] = v;
	barrier();
	if (part > 0 || k >= columns || flag[0] != 0) return;
	v = 0;
	for (uint p = 0; p < 8; p++) v += sums[p][lane];
	b[k] += step_[RATE] * v;
}
