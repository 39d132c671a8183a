#version 450
// v = tanh(z[b]), loss = ½(v − target[b])², dz[b] = scale·weight[b]·(v − target[b])·(1 − v²).
//
// With e = exp(−2|z|), |v| = (1 − e)/(1 + e) and 1 − v² = 4e/(1 + e)², which loses no digits.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
#include "step.glsl"
layout(binding = 0) readonly buffer Z { float z[]; };
layout(binding = 1) readonly buffer Target { float target[]; };
layout(binding = 2) readonly buffer Weight { float weight[]; };
layout(binding = 3) readonly buffer Step { float step_[]; };
layout(binding = 4) writeonly buffer Dz { float dz[]; };
layout(binding = 5) writeonly buffer Result { float result[]; };
layout(push_constant) uniform Args { uint boards; };

void main() {
	EACH(b, boards) {
		float e = exp(-2 * abs(z[b])), v = (1 - e) / (1 + e);
		if (z[b] < 0) v = -v;
		float off = v - target[b];
		dz[b] = step_[SCALE] * weight[b] * off * (4 * e / ((1 + e) * (1 + e)));
		result[4 * b] = weight[b] * 0.5 * off * off;
		result[4 * b + 1] = v * target[b] > 0 ? 0 : 1;
		result[4 * b + 2] = 0;
		result[4 * b + 3] = 0;
	}
}
