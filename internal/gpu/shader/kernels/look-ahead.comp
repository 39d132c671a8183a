#version 450
// m = momentum·m + g, then y = g + momentum·m, unless flag[0] ≠ 0.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
layout(binding = 0) buffer M { float m[]; };
layout(binding = 1) writeonly buffer Y { float y[]; };
layout(binding = 2) readonly buffer G { float g[]; };
layout(binding = 3) readonly buffer Step { float step_[]; };
layout(binding = 4) readonly buffer Flag { uint flag[]; };
layout(push_constant) uniform Args { uint size; float momentum; };

void main() {
	if (flag[0] != 0) return;
	EACH(i, size) {
		float a = momentum * m[i] + g[i];
		m[i] = a;
		y[i] = g[i] + momentum * a;
	}
}
