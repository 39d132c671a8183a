#version 450
// Forward: y[r][k] = bias[k] + Σ over t, c of x[r+t][c]·w[t][c][k] on points, with RELU at least 0.
// With DATA, the gradient: d[r][k] = x[r][k] > 0 ? Σ over t, c of g[r+t][c]·turned[t][c][k] : 0.
//
// This is conv.comp with products of matrices. A group makes a tile of 128 rows × 96 outputs (64 or 32 where
// 96 does not divide K), each subgroup 64 rows × half of them. It goes through the channels DEEP at a time.
// The rows of the tile, with the halo that the taps of a 3×3 filter reach, are read once for all taps. For
// other filters they are read tap by tap, without what a tap may not see. The weights of the next tap are
// fetched while this tap is multiplied.
//
// Of the 192 filters of a 3×3 layer, a group does 9·128·96·32 products for 10,880 bytes of rows and 55,296 of
// weights: 107 operations a byte. A subgroup reads 7 matrices from shared memory for 12 products of matrices
// of 16: 27 operations a byte. Shared memory on 19×19: 13,600 bytes of rows and 13,312 of weights.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
#include "matrix.glsl"
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint K = 32;
layout(constant_id = 2) const uint SIDE = 3;
layout(constant_id = 3) const uint BOARD = 19;
layout(binding = 0) readonly buffer X { uvec4 x[]; };
layout(binding = 1) readonly buffer Wt { uvec4 w[]; };
#ifdef DATA
layout(binding = 2) readonly buffer Act { uvec4 act[]; };
#else
layout(constant_id = 4) const uint RELU = 0;
layout(binding = 2) readonly buffer Bias { float bias[]; };
#endif
layout(binding = 3) writeonly buffer Y { uvec4 y[]; };
layout(push_constant) uniform Args { uint boards; };

const uint TILE = 128;
const uint OUT = K % 96 == 0 ? 96 : K % 64 == 0 ? 64 : 32;
const uint DEEP = C % 32 == 0 ? 32 : 16;
const uint MI = TILE / 2 / M; // matrices of a subgroup, down and across
const uint NI = OUT / 2 / N;
const uint W = BOARD + 1;
const uint R = SIDE / 2;
const uint HALO = SIDE == 3 ? W + 1 : 0;
const uint ROWS = TILE + 2 * HALO;

// Rows in shared memory are 16 bytes longer than what they hold, so that neighbours are in different banks.
const uint XS = DEEP / 8 + 1;
const uint WS = OUT / 8 + 1;

// Shared memory: rows, then the weights of two taps. In the end it holds sums: MI times M rows × OUT/2 of each subgroup.
const uint WEIGHTS_AT = ROWS * XS;
shared uvec4 memory[WEIGHTS_AT + 2 * DEEP * WS];

const uint WEIGHTS = DEEP * OUT / 8; // of a tap
const uint FETCH = (WEIGHTS + THREADS - 1) / THREADS;
uvec4 next[FETCH];

// fetch reads weights, the thread's part of a tap's.
void fetch(uint tap, uint c0) {
	for (uint i = 0; i < FETCH; i++) {
		uint e = gl_LocalInvocationIndex + i * THREADS;
		if (e < WEIGHTS)
			next[i] = w[((tap * C + c0 + e / (OUT / 8)) * K + gl_WorkGroupID.y * OUT) / 8 + e % (OUT / 8)];
	}
}

// keep puts them in one of the two parts of shared memory.
void keep(uint part) {
	for (uint i = 0; i < FETCH; i++) {
		uint e = gl_LocalInvocationIndex + i * THREADS;
		if (e < WEIGHTS) memory[WEIGHTS_AT + (part * DEEP + e / (OUT / 8)) * WS + e % (OUT / 8)] = next[i];
	}
}

void main() {
	uint t = gl_LocalInvocationIndex;
	uint r0 = gl_WorkGroupID.x * TILE, k0 = gl_WorkGroupID.y * OUT;
	uint row0 = gl_SubgroupID / 2 * (TILE / 2), column0 = gl_SubgroupID % 2 * (OUT / 2);
	uint end = PAD + rounded(boards * W * W), limit = end + PAD;
	Sums s[MI][NI];
	EACH_MATRIX(i, MI) EACH_MATRIX(j, NI) s[i][j] = Sums(0);
	fetch(0, 0);
	keep(0);
	uint now = 0; // part with the weights of this tap
	for (uint c0 = 0; c0 < C; c0 += DEEP) {
		for (uint tap = 0; tap < SIDE * SIDE; tap++) {
			ivec2 d = ivec2(tap % SIDE, tap / SIDE) - int(R);
			int shift = d.y * int(W) + d.x;
			if (SIDE != 3 || tap == 0) {
				barrier();
				int from = int(r0 + PAD - HALO) + (SIDE == 3 ? 0 : shift);
				for (uint i = t; i < ROWS * (DEEP / 8); i += THREADS) {
					uint row = uint(from) + i / (DEEP / 8), p = (r0 + i / (DEEP / 8)) % (W * W);
					ivec2 q = ivec2(p % W, p / W) + d;
					bool on = row < limit;
					// A filter that reaches beyond the border meets the neighbour's points: they count as zero.
					if (SIDE > 3) on = on && all(greaterThanEqual(q, ivec2(0))) && all(lessThan(q, ivec2(BOARD)));
					uvec4 v = uvec4(0);
					if (on) v = x[(row * C + c0) / 8 + i % (DEEP / 8)];
					memory[i / (DEEP / 8) * XS + i % (DEEP / 8)] = v;
				}
			}
			barrier();
			bool last = tap + 1 == SIDE * SIDE;
			if (!last) fetch(tap + 1, c0);
			else if (c0 + DEEP < C) fetch(0, c0 + DEEP);
			uint at = SIDE == 3 ? uint(int(row0 + HALO) + shift) : row0;
			for (uint n = 0; n < DEEP; n += DEPTH) {
				MatrixB b[NI];
				uint weights = WEIGHTS_AT + (now * DEEP + n) * WS + column0 / 8;
				EACH_MATRIX(j, NI) coopMatLoadNV(b[j], memory, weights + j * N / 8, WS, false);
				EACH_MATRIX(i, MI) {
					MatrixA a;
					coopMatLoadNV(a, memory, (at + i * M) * XS + n / 8, XS, false);
					EACH_MATRIX(j, NI) s[i][j] = coopMatMulAddNV(a, b[j], s[i][j]);
				}
			}
			now = 1 - now;
			keep(now);
		}
	}
	const uint WIDE = OUT / 2;
	uint mine = gl_SubgroupID * M * WIDE / 4; // where the subgroup's sums are
	EACH_MATRIX(i, MI) {
		barrier();
		EACH_MATRIX(j, NI) coopMatStoreNV(s[i][j], memory, mine + j * N / 4, WIDE / 4, false);
		barrier();
		for (uint e = gl_SubgroupInvocationID; e < M * WIDE / 8; e += LANES) {
			uint r = r0 + row0 + i * M + e / (WIDE / 8), p = r % (W * W), k = k0 + column0 + e % (WIDE / 8) * 8;
			if (PAD + r >= end) continue;
			uint place = ((PAD + r) * K + k) / 8;
			bool point = p % W < BOARD && p / W < BOARD && r < boards * W * W;
			uvec4 result = uvec4(0);
			if (point) {
#ifdef DATA
				uvec4 below = act[place];
#endif
				for (uint n = 0; n < 4; n++) {
					uvec4 words = memory[mine + e * 2 + n / 2];
					vec2 v = uintBitsToFloat(n % 2 == 0 ? words.xy : words.zw);
#ifdef DATA
					vec2 x = vec2(unpackFloat2x16(below[n]));
					v = vec2(x.x > 0 ? v.x : 0.0, x.y > 0 ? v.y : 0.0);
#else
					v += vec2(bias[k + 2 * n], bias[k + 2 * n + 1]);
					if (RELU != 0) v = vec2(rectified(v.x), rectified(v.y));
					if (RELU == 2) v = vec2(bounded(v.x), bounded(v.y));
#endif
					result[n] = float16Bits(v.x) | float16Bits(v.y) << 16;
				}
			}
			y[place] = result;
		}
	}
}
