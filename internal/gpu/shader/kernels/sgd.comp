#version 450
// w −= rate·factor·(g + decay·w), unless flag[0] ≠ 0.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
#include "step.glsl"
layout(binding = 0) buffer Wt { float w[]; };
layout(binding = 1) readonly buffer G { float g[]; };
layout(binding = 2) readonly buffer Step { float step_[]; };
layout(binding = 3) readonly buffer Flag { uint flag[]; };
layout(push_constant) uniform Args { uint size; float factor; float decay; };

void main() {
	if (flag[0] != 0) return;
	float rate = step_[RATE] * factor;
	EACH(i, size) w[i] -= rate * (g[i] + decay * w[i]);
}
