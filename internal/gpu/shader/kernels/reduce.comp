#version 450
// d[i] = inverse · Σ over s of part[s·size+i], in the order of s.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
#include "step.glsl"
layout(binding = 0) readonly buffer Part { float part[]; };
layout(binding = 1) readonly buffer Step { float step_[]; };
layout(binding = 2) writeonly buffer D { float d[]; };
layout(push_constant) uniform Args { uint size; uint splits; };

void main() {
	EACH(i, size) {
		float v = 0;
		for (uint s = 0; s < splits; s++) v += part[s * size + i];
		d[i] = v * step_[INVERSE];
	}
}
