#version 450
// m = β₁m + (1−β₁)g, v = β₂v + (1−β₂)g², then w −= rate·(m·mean/(√(v·square) + ε) + decay·w),
// unless flag[0] ≠ 0.
#extension GL_GOOGLE_include_directive : require
#include "each.glsl"
#include "step.glsl"
layout(binding = 0) buffer Wt { float w[]; };
layout(binding = 1) buffer M { float m[]; };
layout(binding = 2) buffer V { float v[]; };
layout(binding = 3) readonly buffer G { float g[]; };
layout(binding = 4) readonly buffer Step { float step_[]; };
layout(binding = 5) readonly buffer Flag { uint flag[]; };
layout(push_constant) uniform Args { uint size; float beta1; float beta2; float epsilon; float decay; };

void main() {
	if (flag[0] != 0) return;
	EACH(i, size) {
		float a = beta1 * m[i] + (1 - beta1) * g[i];
		float b = beta2 * v[i] + (1 - beta2) * g[i] * g[i];
		m[i] = a;
		v[i] = b;
		w[i] -= step_[RATE] * (a * step_[MEAN] / (sqrt(b * step_[SQUARE]) + epsilon) + decay * w[i]);
	}
}
