#version 450
// part[s][t][c][k] = Σ over the rows r of split s that are points of x[r+t][c]·g[r][k].
//
// This is conv-weights.comp with products of matrices. A group makes, of one tap and one split, a tile of
// 96 channels × 96 filters (64 or 32 where that fits better), each subgroup a quarter. It goes through the rows
// of the split 32 at a time, in order; the next ones are fetched while these are multiplied.
//
// With 192 channels and filters, a group does 32·96·96 products for 12,288 bytes: 48 operations a byte. A
// subgroup reads 6 matrices from shared memory for 9 products of matrices of 16: 24 operations a byte. Shared
// memory: 26,624 bytes.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
#include "matrix.glsl"
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint K = 32;
layout(constant_id = 2) const uint SIDE = 3;
layout(constant_id = 3) const uint BOARD = 19;
layout(binding = 0) readonly buffer X { uvec4 x[]; };
layout(binding = 1) readonly buffer G { uvec4 g[]; };
layout(binding = 2) writeonly buffer Part { uvec4 part[]; };
layout(push_constant) uniform Args { uint boards; uint splits; };

const uint DEEP = 32;
const uint CT = C % 96 == 0 ? 96 : C > 32 ? 64 : 32; // the last tile may reach beyond C
const uint KT = K % 96 == 0 ? 96 : K % 64 == 0 ? 64 : 32;
const uint MI = CT / 2 / M; // matrices of a subgroup, down and across
const uint NI = KT / 2 / N;
const uint W = BOARD + 1;
const uint R = SIDE / 2;

// Rows in shared memory are 16 bytes longer than what they hold, so that neighbours are in different banks.
const uint XS = CT / 8 + 1;
const uint GS = KT / 8 + 1;
shared uvec4 sx[2 * DEEP * XS];
shared uvec4 sg[2 * DEEP * GS];

const uint XN = (DEEP * CT / 8 + THREADS - 1) / THREADS;
const uint GN = (DEEP * KT / 8 + THREADS - 1) / THREADS;
uvec4 nextX[XN], nextG[GN];

// fetch reads the thread's part of 32 rows.
void fetch(uint r, uint to, ivec2 d, uint c0, uint k0) {
	int shift = int(PAD) + d.y * int(W) + d.x;
	for (uint i = 0; i < XN; i++) {
		uint e = gl_LocalInvocationIndex + i * THREADS, row = r + e / (CT / 8), c = c0 + e % (CT / 8) * 8, p = row % (W * W);
		ivec2 q = ivec2(p % W, p / W) + d;
		bool on = e < DEEP * CT / 8 && row < to && c < C && all(greaterThanEqual(q, ivec2(0))) && all(lessThan(q, ivec2(BOARD)));
		nextX[i] = uvec4(0);
		if (on) nextX[i] = x[(uint(int(row) + shift) * C + c) / 8];
	}
	for (uint i = 0; i < GN; i++) {
		uint e = gl_LocalInvocationIndex + i * THREADS, row = r + e / (KT / 8), p = row % (W * W);
		bool on = e < DEEP * KT / 8 && row < to && p % W < BOARD && p / W < BOARD;
		nextG[i] = uvec4(0);
		if (on) nextG[i] = g[((PAD + row) * K + k0) / 8 + e % (KT / 8)];
	}
}

// keep puts it in one of the two parts of shared memory.
void keep(uint n) {
	for (uint i = 0; i < XN; i++) {
		uint e = gl_LocalInvocationIndex + i * THREADS;
		if (e < DEEP * CT / 8) sx[(n * DEEP + e / (CT / 8)) * XS + e % (CT / 8)] = nextX[i];
	}
	for (uint i = 0; i < GN; i++) {
		uint e = gl_LocalInvocationIndex + i * THREADS;
		if (e < DEEP * KT / 8) sg[(n * DEEP + e / (KT / 8)) * GS + e % (KT / 8)] = nextG[i];
	}
}

void main() {
	uint tap = gl_WorkGroupID.x, blocks = K / KT;
	uint c0 = gl_WorkGroupID.y / blocks * CT, k0 = gl_WorkGroupID.y % blocks * KT;
	uint channel0 = gl_SubgroupID / 2 * (CT / 2), filter0 = gl_SubgroupID % 2 * (KT / 2);
	ivec2 d = ivec2(tap % SIDE, tap / SIDE) - int(R);
	uint rows = boards * W * W;
	uint slice = ((rows + splits - 1) / splits + 31) / 32 * 32; // kernels.Slice
	uint from = gl_WorkGroupID.z * slice, to = min(from + slice, rows);
	Sums s[MI][NI];
	EACH_MATRIX(i, MI) EACH_MATRIX(j, NI) s[i][j] = Sums(0);
	fetch(from, to, d, c0, k0);
	keep(0);
	uint now = 0; // part with these rows
	for (uint r = from; r < to; r += DEEP) {
		barrier();
		fetch(r + DEEP, to, d, c0, k0);
		for (uint n = 0; n < DEEP; n += DEPTH) {
			MatrixB b[NI];
			uint filters = (now * DEEP + n) * GS + filter0 / 8, channels = (now * DEEP + n) * XS + channel0 / 8;
			EACH_MATRIX(j, NI) coopMatLoadNV(b[j], sg, filters + j * N / 8, GS, false);
			EACH_MATRIX(i, MI) {
				MatrixA a;
				coopMatLoadNV(a, sx, channels + i * M / 8, XS, true); // turned: a row of memory is a column of A
				EACH_MATRIX(j, NI) s[i][j] = coopMatMulAddNV(a, b[j], s[i][j]);
			}
		}
		now = 1 - now;
		keep(now);
	}
	EACH_MATRIX(i, MI) {
		uint c = c0 + channel0 + i * M, place = ((gl_WorkGroupID.z * SIDE * SIDE + tap) * C + c) * K + k0 + filter0;
		if (c < C) EACH_MATRIX(j, NI) coopMatStoreNV(s[i][j], part, (place + j * N) / 4, K / 4, false);
	}
}
