#version 450
// q[i][j] = ca·[i = j] + cb·a[i][j] + cc·t[i][j], all [side][side].
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
layout(binding = 0) readonly buffer A { float a[]; };
layout(binding = 1) readonly buffer T { float t[]; };
layout(binding = 2) writeonly buffer Q { float q[]; };
layout(push_constant) uniform Args { uint side; float ca; float cb; float cc; };

void main() {
	EACH(i, side * side) q[i] = (i / side == i % side ? ca : 0.0) + cb * a[i] + cc * t[i];
}
