#version 450
// Forward: y[r][k] = bias[k] + Σ over t, c of x[r+t][c]·w[t][c][k] on points, with RELU at least 0.
// With DATA, the gradient: d[r][k] = x[r][k] > 0 ? Σ over t, c of g[r+t][c]·turned[t][c][k] : 0.
//
// A group has 16×16 threads. It makes a tile of 128 rows × 64 outputs (32 if 64 does not divide K),
// each thread 8 rows × 4 (2) outputs. It goes through the channels 16 at a time: the rows of the
// tile, with the halo that the taps reach, are read once for all taps; the weights tap by tap.
// Arrays have the size of the largest case, a literal: Metal has no arrays that constants of specialisation size.
// Shared memory: 14,416 bytes of rows, which a 5×5 filter on 19×19 needs, and 4,096 of weights.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint K = 32;
layout(constant_id = 2) const uint SIDE = 3;
layout(constant_id = 3) const uint BOARD = 19;
layout(constant_id = 4) const uint RELU = 0;
layout(binding = 0) readonly buffer X { REAL x[]; };
layout(binding = 1) readonly buffer Wt { REAL w[]; };
#ifdef DATA
layout(binding = 2) readonly buffer Act { REAL act[]; };
#else
layout(binding = 2) readonly buffer Bias { float bias[]; };
#endif
layout(binding = 3) writeonly buffer Y { STORED y[]; };
layout(push_constant) uniform Args { uint boards; };

const uint TILE = 128, DEEP = 16, MINE = TILE / 16;
const uint OUT = K % 64 == 0 ? 4 : 2;
const uint W = BOARD + 1;
const uint R = SIDE / 2;
const uint HALO = R * W + R;
shared float sx[212][17];  // [TILE + 2·HALO][DEEP + 1]
shared float sw[16][64];   // [DEEP][16·OUT]

void main() {
	uint t = gl_LocalInvocationIndex, tx = gl_LocalInvocationID.x, ty = gl_LocalInvocationID.y;
	uint r0 = gl_WorkGroupID.x * TILE, k0 = gl_WorkGroupID.y * 16 * OUT;
	uint end = PAD + rounded(boards * W * W), all = end + PAD;
	float s[8][4]; // [MINE][OUT]
	ivec2 at[8];
	for (uint i = 0; i < MINE; i++) {
		for (uint j = 0; j < OUT; j++) s[i][j] = 0;
		uint p = (r0 + ty + 16 * i) % (W * W);
		at[i] = ivec2(p % W, p / W);
	}
	for (uint c0 = 0; c0 < C; c0 += DEEP) {
		barrier();
		for (uint i = t; i < (TILE + 2 * HALO) * DEEP; i += 256) {
			uint row = r0 + PAD - HALO + i / DEEP;
			sx[i / DEEP][i % DEEP] = row < all ? float(x[row * C + c0 + i % DEEP]) : 0.0;
		}
		for (uint tap = 0; tap < SIDE * SIDE; tap++) {
			barrier();
			for (uint i = t; i < DEEP * 16 * OUT; i += 256)
				sw[i / (16 * OUT)][i % (16 * OUT)] = float(w[(tap * C + c0 + i / (16 * OUT)) * K + k0 + i % (16 * OUT)]);
			barrier();
			ivec2 d = ivec2(tap % SIDE, tap / SIDE) - int(R);
			uint shift = uint(int(HALO) + d.y * int(W) + d.x);
			float on[8];
			for (uint i = 0; i < MINE; i++) {
				// A filter that reaches beyond the border meets the neighbour's points: they count as zero.
				ivec2 q = at[i] + d;
				bool off = SIDE > 3 && (any(lessThan(q, ivec2(0))) || any(greaterThanEqual(q, ivec2(BOARD))));
				on[i] = off ? 0.0 : 1.0;
			}
			for (uint c = 0; c < DEEP; c++) {
				float b[4];
				for (uint j = 0; j < OUT; j++) b[j] = sw[c][tx + 16 * j];
				for (uint i = 0; i < MINE; i++) {
					float a = sx[ty + 16 * i + shift][c];
					if (SIDE > 3) a *= on[i];
					for (uint j = 0; j < OUT; j++) s[i][j] += a * b[j];
				}
			}
		}
	}
	for (uint i = 0; i < MINE; i++) {
		uint row = PAD + r0 + ty + 16 * i;
		if (row >= end) continue;
		bool point = at[i].x < BOARD && at[i].y < BOARD && row < PAD + boards * W * W;
		for (uint j = 0; j < OUT; j++) {
			uint k = k0 + tx + 16 * j;
			float v = s[i][j];
#ifdef DATA
			v = point && float(act[row * K + k]) > 0 ? v : 0.0;
#else
			v = point ? v + bias[k] : 0.0;
			if (RELU != 0) v = rectified(v);
			if (RELU == 2) v = bounded(v);
#endif
			y[row * K + k] = stored(v);
		}
	}
}
