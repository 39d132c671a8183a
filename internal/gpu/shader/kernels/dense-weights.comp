#version 450
// d[i][j] = inverse · Σ over b of x[b][i]·dy[b][j].
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
#include "step.glsl"
layout(constant_id = 0) const uint IN = 1;
layout(constant_id = 1) const uint UNITS = 1;
layout(binding = 0) readonly buffer X { float x[]; };
layout(binding = 1) readonly buffer Dy { float dy[]; };
layout(binding = 2) readonly buffer Step { float step_[]; };
layout(binding = 3) writeonly buffer D { float d[]; };
layout(push_constant) uniform Args { uint boards; };

void main() {
	EACH(n, IN * UNITS) {
		uint i = n / UNITS, j = n % UNITS;
		float v = 0;
		for (uint b = 0; b < boards; b++) v += x[b * IN + i] * dy[b * UNITS + j];
		d[n] = v * step_[INVERSE];
	}
}
