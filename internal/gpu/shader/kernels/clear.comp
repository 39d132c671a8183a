#version 450
// x[i] = 0 of words.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
layout(binding = 0) writeonly buffer X { uint x[]; };
layout(push_constant) uniform Args { uint size; };

void main() {
	EACH(i, size) x[i] = 0;
}
