#version 450
// copy[t][c][k] = w[t][c][k] and turned[taps−1−t][k][c] = w[t][c][k].
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
#include "each.glsl"
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint K = 32;
layout(constant_id = 2) const uint SIDE = 3;
layout(binding = 0) readonly buffer Wt { float w[]; };
layout(binding = 1) writeonly buffer Copy { STORED copy[]; };
layout(binding = 2) writeonly buffer Turned { STORED turned[]; };

void main() {
	const uint taps = SIDE * SIDE;
	EACH(i, taps * C * K) {
		uint k = i % K, c = i / K % C, tap = i / (K * C);
		copy[i] = stored(w[i]);
		turned[((taps - 1 - tap) * K + k) * C + c] = stored(w[i]);
	}
}
