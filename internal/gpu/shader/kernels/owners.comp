#version 450
// dz[b][p] += factor·scale·weight[b]·(z[b][p] − owner[b][p]).
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
#include "step.glsl"
layout(constant_id = 0) const uint POINTS = 1;
layout(binding = 0) buffer Dz { float dz[]; };
layout(binding = 1) readonly buffer Z { float z[]; };
layout(binding = 2) readonly buffer Owner { float owner[]; };
layout(binding = 3) readonly buffer Weight { float weight[]; };
layout(binding = 4) readonly buffer Step { float step_[]; };
layout(push_constant) uniform Args { uint boards; float factor; };

void main() {
	EACH(i, boards * POINTS) {
		dz[i] += factor * step_[SCALE] * weight[i / POINTS] * (z[i] - owner[i]);
	}
}
