#version 450
// v = momentum·v + g + decay·w, then w −= rate·v, unless flag[0] ≠ 0.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
#include "step.glsl"
layout(binding = 0) buffer Wt { float w[]; };
layout(binding = 1) buffer V { float v[]; };
layout(binding = 2) readonly buffer G { float g[]; };
layout(binding = 3) readonly buffer Step { float step_[]; };
layout(binding = 4) readonly buffer Flag { uint flag[]; };
layout(push_constant) uniform Args { uint size; float momentum; float decay; };

void main() {
	if (flag[0] != 0) return;
	EACH(i, size) {
		float a = momentum * v[i] + g[i] + decay * w[i];
		v[i] = a;
		w[i] -= step_[RATE] * a;
	}
}
