#version 450
// With u = sharpness·z and π = softmax of u over the allowed moves: the loss −log π[target], the
// moves before the target, the entropy, and dz = scale·weight·sharpness·(π − [p = target]).
//
// A group makes one board. The largest z of the allowed moves is taken off before anything is
// multiplied or raised, so that no logits overflow.
#extension GL_GOOGLE_include_directive : require
#define THREADS 128
#include "total.glsl"
#include "step.glsl"
layout(local_size_x = THREADS) in;
layout(constant_id = 0) const uint N = 361;
layout(binding = 0) readonly buffer Z { float z[]; };
layout(binding = 1) readonly buffer Target { uint target[]; };
layout(binding = 2) readonly buffer Weight { float weight[]; };
layout(binding = 3) readonly buffer Allowed { uint allowed[]; };
layout(binding = 4) readonly buffer Step { float step_[]; };
layout(binding = 5) writeonly buffer Dz { float dz[]; };
layout(binding = 6) writeonly buffer Result { float result[]; };
layout(push_constant) uniform Args { uint boards; };

const uint WORDS = (N + 31) / 32;

bool may(uint b, uint p) { return (allowed[b * WORDS + p / 32] >> (p % 32) & 1) != 0; }

void main() {
	uint t = gl_LocalInvocationIndex, b = gl_WorkGroupID.x, move = target[b];
	float chosen = z[b * N + move], sharp = step_[SHARPNESS];
	float top = uintBitsToFloat(0xff800000), before = 0; // −∞
	for (uint p = t; p < N; p += THREADS) {
		float v = z[b * N + p];
		if (may(b, p)) top = max(top, v);
		if (v > chosen || v == chosen && p < move) before += 1;
	}
	top = largest(top);
	before = total(before);
	float sum = 0;
	for (uint p = t; p < N; p += THREADS)
		if (may(b, p)) sum += exp(sharp * (z[b * N + p] - top));
	sum = total(sum);
	float log_ = log(sum), entropy = 0, f = step_[SCALE] * weight[b] * sharp;
	for (uint p = t; p < N; p += THREADS) {
		float d = 0;
		if (may(b, p)) {
			float u = sharp * (z[b * N + p] - top), pi = exp(u) / sum;
			if (pi > 0) entropy += pi * (log_ - u);
			d = f * (pi - (p == move ? 1.0 : 0.0));
		}
		dz[b * N + p] = d;
	}
	entropy = total(entropy);
	if (t == 0) {
		result[4 * b] = weight[b] * (log_ - sharp * (chosen - top));
		result[4 * b + 1] = before;
		result[4 * b + 2] = entropy;
		result[4 * b + 3] = 0;
	}
}
