#version 450
// y[i] = x[i]/√sum[0], or 0 if that root is below kernels.LeastNorm.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
layout(binding = 0) readonly buffer X { float x[]; };
layout(binding = 1) readonly buffer Sum { float sum[]; };
layout(binding = 2) writeonly buffer Y { float y[]; };
layout(push_constant) uniform Args { uint size; };

void main() {
	float norm = sqrt(sum[0]), f = norm < 1e-18 ? 0.0 : 1 / norm;
	EACH(i, size) y[i] = x[i] * f;
}
