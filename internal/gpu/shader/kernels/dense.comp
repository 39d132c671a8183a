#version 450
// y[b][j] = bias[j] + Σ over i of x[b][i]·w[i][j], with RELU at least 0.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
#include "numbers.glsl"
layout(constant_id = 0) const uint IN = 1;
layout(constant_id = 1) const uint UNITS = 1;
layout(constant_id = 2) const uint RELU = 0;
layout(binding = 0) readonly buffer X { float x[]; };
layout(binding = 1) readonly buffer Wt { float w[]; };
layout(binding = 2) readonly buffer Bias { float bias[]; };
layout(binding = 3) writeonly buffer Y { float y[]; };
layout(push_constant) uniform Args { uint boards; };

void main() {
	EACH(n, boards * UNITS) {
		uint b = n / UNITS, j = n % UNITS;
		float v = bias[j];
		for (uint i = 0; i < IN; i++) v += x[b * IN + i] * w[i * UNITS + j];
		y[n] = RELU != 0 ? rectified(v) : v;
	}
}
