#version 450
// g[r][k] −= d[k]·mean[r mod padded], g [rows][columns].
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
layout(binding = 0) buffer G { float g[]; };
layout(binding = 1) readonly buffer D { float d[]; };
layout(binding = 2) readonly buffer Mean { float mean[]; };
layout(push_constant) uniform Args { uint rows; uint columns; uint padded; };

void main() {
	EACH(i, rows * columns) g[i] -= d[i % columns] * mean[i / columns % padded];
}
