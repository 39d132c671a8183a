#version 450
// dx[b][i] = Σ over j of dy[b][j]·w[i][j], with RELU zero unless x[b][i] > 0.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
layout(constant_id = 0) const uint IN = 1;
layout(constant_id = 1) const uint UNITS = 1;
layout(constant_id = 2) const uint RELU = 0;
layout(binding = 0) readonly buffer Dy { float dy[]; };
layout(binding = 1) readonly buffer Wt { float w[]; };
layout(binding = 2) readonly buffer X { float x[]; };
layout(binding = 3) writeonly buffer Dx { float dx[]; };
layout(push_constant) uniform Args { uint boards; };

void main() {
	EACH(n, boards * IN) {
		uint b = n / IN, i = n % IN;
		float v = 0;
		if (RELU == 0 || x[n] > 0) {
			// The first product stands before the loop. Mesa 26.1's software device crashes for 34 units and more
			// where nothing but the loop reads the buffers.
			v = dy[b * UNITS] * w[i * UNITS];
			for (uint j = 1; j < UNITS; j++) v += dy[b * UNITS + j] * w[i * UNITS + j];
		}
		dx[n] = v;
	}
}
