#version 450
// part[s][t][c][k] = Σ over the rows r of split s that are points of x[r+t][c]·g[r][k].
//
// A group has 16×16 threads. It makes, of one tap and one split, a tile of 16·CI channels × 16·KI
// filters, each thread CI×KI of it, and goes through the rows of the split 32 at a time, in order.
// Arrays have the size of the largest case, a literal: Metal has no arrays that constants of specialisation size.
// Shared memory: 16,640 bytes.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
layout(local_size_x = 16, local_size_y = 16) in;
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint K = 32;
layout(constant_id = 2) const uint SIDE = 3;
layout(constant_id = 3) const uint BOARD = 19;
layout(binding = 0) readonly buffer X { REAL x[]; };
layout(binding = 1) readonly buffer G { REAL g[]; };
layout(binding = 2) writeonly buffer Part { float part[]; };
layout(push_constant) uniform Args { uint boards; uint splits; };

const uint DEEP = 32;
const uint CI = C % 64 == 0 ? 4 : C % 48 == 0 ? 3 : C % 32 == 0 ? 2 : 1;
const uint KI = K % 64 == 0 ? 4 : 2;
const uint W = BOARD + 1;
const uint R = SIDE / 2;
shared float sx[32][65]; // [DEEP][16·CI + 1]
shared float sg[32][65]; // [DEEP][16·KI + 1]

void main() {
	uint t = gl_LocalInvocationIndex, tx = gl_LocalInvocationID.x, ty = gl_LocalInvocationID.y;
	uint tap = gl_WorkGroupID.x, blocks = K / (16 * KI);
	uint c0 = gl_WorkGroupID.y / blocks * 16 * CI, k0 = gl_WorkGroupID.y % blocks * 16 * KI;
	ivec2 d = ivec2(tap % SIDE, tap / SIDE) - int(R);
	int shift = int(PAD) + d.y * int(W) + d.x;
	uint rows = boards * W * W;
	uint slice = ((rows + splits - 1) / splits + 31) / 32 * 32; // kernels.Slice
	uint from = gl_WorkGroupID.z * slice, to = min(from + slice, rows);
	float s[4][4]; // [CI][KI]
	for (uint i = 0; i < CI; i++)
		for (uint j = 0; j < KI; j++) s[i][j] = 0;
	for (uint r = from; r < to; r += DEEP) {
		barrier();
		for (uint i = t; i < DEEP * 16 * CI; i += 256) {
			uint row = r + i / (16 * CI), p = row % (W * W);
			ivec2 q = ivec2(p % W, p / W) + d;
			bool on = row < to && all(greaterThanEqual(q, ivec2(0))) && all(lessThan(q, ivec2(BOARD)));
			sx[i / (16 * CI)][i % (16 * CI)] = on ? float(x[uint(int(row) + shift) * C + c0 + i % (16 * CI)]) : 0.0;
		}
		for (uint i = t; i < DEEP * 16 * KI; i += 256) {
			uint row = r + i / (16 * KI), p = row % (W * W);
			bool on = row < to && p % W < BOARD && p / W < BOARD;
			sg[i / (16 * KI)][i % (16 * KI)] = on ? float(g[(PAD + row) * K + k0 + i % (16 * KI)]) : 0.0;
		}
		barrier();
		for (uint n = 0; n < DEEP; n++) {
			float b[4];
			for (uint j = 0; j < KI; j++) b[j] = sg[n][tx + 16 * j];
			for (uint i = 0; i < CI; i++) {
				float a = sx[n][ty + 16 * i];
				for (uint j = 0; j < KI; j++) s[i][j] += a * b[j];
			}
		}
	}
	for (uint i = 0; i < CI; i++)
		for (uint j = 0; j < KI; j++)
			part[((gl_WorkGroupID.z * SIDE * SIDE + tap) * C + c0 + ty + 16 * i) * K + k0 + tx + 16 * j] = s[i][j];
}
