#version 450
// Forward and, with DATA, the gradient of the input: what conv.comp computes for 3×3 filters, by Winograd's
// F(2×2, 3×3).
//
// A group has 256 threads. It makes 32 tiles of 2×2 points × 32 outputs. It goes through the channels DEEP at a
// time: 128 threads turn the points of the tiles, 128 the weights. Then 16 threads make each of the 16 products,
// 8 tiles × 8 outputs each: a thread reads 16 numbers from shared memory for 64 products. Tiles cover the border
// where the side is odd. Of 32 channels of float16 a group does 16·32·32·32 products for 32 KB of points, three
// quarters of which it has read before, and 18 KB of weights. Direct convolution needs 2¼ times as many products.
// What is turned is float32, as sums are: float16 rounds no more than in conv.comp. Shared memory: 16,384 bytes.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "grid.glsl"
layout(local_size_x = 256) in;
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint K = 32;
layout(constant_id = 2) const uint BOARD = 19;
layout(binding = 0) readonly buffer X { REAL x[]; };
layout(binding = 1) readonly buffer Wt { REAL w[]; };
#ifdef DATA
layout(binding = 2) readonly buffer Act { REAL act[]; };
#else
layout(constant_id = 3) const uint RELU = 0;
layout(binding = 2) readonly buffer Bias { float bias[]; };
#endif
layout(binding = 3) writeonly buffer Y { STORED y[]; };
layout(push_constant) uniform Args { uint boards; };

const uint W = BOARD + 1;
const uint ACROSS = (W + 1) / 2;
const uint TILES = ACROSS * ACROSS;
const uint DEEP = 4;
// [frequency][DEEP][tile], then [frequency][DEEP][output]; in the end sums [frequency][tile][8 outputs].
shared float memory[2 * 16 * 4 * 32];
const uint WEIGHTS = 16 * 4 * 32;

void main() {
	uint t = gl_LocalInvocationIndex;
	uint f = t / 16, ti = t / 4 % 4, tj = t % 4;
	uint k0 = gl_WorkGroupID.y * 32;
	uint n = t % 32; // tile or output of the transformations
	uint c1 = t / 32 % 4;
	uint g = gl_WorkGroupID.x * 32 + n, board = g / TILES, q = g % TILES;
	ivec2 at = ivec2(q % ACROSS, q / ACROSS) * 2;
	int row = int(PAD + board * W * W) + at.y * int(W) + at.x;
	float s[8][8];
	[[unroll]] for (uint i = 0; i < 8; i++)
		[[unroll]] for (uint j = 0; j < 8; j++) s[i][j] = 0;
	for (uint c0 = 0; c0 < C; c0 += DEEP) {
		barrier();
		if (t < 128) {
			float d[4][4];
			[[unroll]] for (int i = 0; i < 4; i++)
				[[unroll]] for (int j = 0; j < 4; j++) {
					ivec2 p = at + ivec2(j, i) - 1;
					bool on = board < boards && all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, ivec2(BOARD)));
					d[i][j] = on ? float(x[uint(row + (i - 1) * int(W) + j - 1) * C + c0 + c1]) : 0.0;
				}
			float e[4][4];
			[[unroll]] for (uint j = 0; j < 4; j++) {
				e[0][j] = d[0][j] - d[2][j];
				e[1][j] = d[1][j] + d[2][j];
				e[2][j] = d[2][j] - d[1][j];
				e[3][j] = d[1][j] - d[3][j];
			}
			[[unroll]] for (uint i = 0; i < 4; i++) {
				memory[((i * 4 + 0) * DEEP + c1) * 32 + n] = e[i][0] - e[i][2];
				memory[((i * 4 + 1) * DEEP + c1) * 32 + n] = e[i][1] + e[i][2];
				memory[((i * 4 + 2) * DEEP + c1) * 32 + n] = e[i][2] - e[i][1];
				memory[((i * 4 + 3) * DEEP + c1) * 32 + n] = e[i][1] - e[i][3];
			}
		} else {
			float a[3][3];
			[[unroll]] for (uint i = 0; i < 3; i++)
				[[unroll]] for (uint j = 0; j < 3; j++)
					a[i][j] = float(w[((i * 3 + j) * C + c0 + c1) * K + k0 + n]);
			float e[4][3];
			[[unroll]] for (uint j = 0; j < 3; j++) {
				e[0][j] = a[0][j];
				e[1][j] = (a[0][j] + a[1][j] + a[2][j]) * 0.5;
				e[2][j] = (a[0][j] - a[1][j] + a[2][j]) * 0.5;
				e[3][j] = a[2][j];
			}
			[[unroll]] for (uint i = 0; i < 4; i++) {
				memory[WEIGHTS + ((i * 4 + 0) * DEEP + c1) * 32 + n] = e[i][0];
				memory[WEIGHTS + ((i * 4 + 1) * DEEP + c1) * 32 + n] = (e[i][0] + e[i][1] + e[i][2]) * 0.5;
				memory[WEIGHTS + ((i * 4 + 2) * DEEP + c1) * 32 + n] = (e[i][0] - e[i][1] + e[i][2]) * 0.5;
				memory[WEIGHTS + ((i * 4 + 3) * DEEP + c1) * 32 + n] = e[i][2];
			}
		}
		barrier();
		for (uint c = 0; c < DEEP; c++) {
			float b[8];
			[[unroll]] for (uint j = 0; j < 8; j++) b[j] = memory[WEIGHTS + (f * DEEP + c) * 32 + tj + 4 * j];
			[[unroll]] for (uint i = 0; i < 8; i++) {
				float a = memory[(f * DEEP + c) * 32 + ti + 4 * i];
				[[unroll]] for (uint j = 0; j < 8; j++) s[i][j] += a * b[j];
			}
		}
	}
	n = t / 8; // tile
	g = gl_WorkGroupID.x * 32 + n, board = g / TILES, q = g % TILES;
	at = ivec2(q % ACROSS, q / ACROSS) * 2;
	row = int(PAD + board * W * W) + at.y * int(W) + at.x;
	[[unroll]] for (uint p = 0; p < 4; p++) {
		barrier();
		[[unroll]] for (uint i = 0; i < 8; i++)
			[[unroll]] for (uint j = 0; j < 2; j++) memory[(f * 32 + ti + 4 * i) * 8 + tj + 4 * j] = s[i][2 * p + j];
		barrier();
		float m[4][4];
		[[unroll]] for (uint i = 0; i < 4; i++)
			[[unroll]] for (uint j = 0; j < 4; j++) m[i][j] = memory[((i * 4 + j) * 32 + n) * 8 + t % 8];
		float e[2][4];
		[[unroll]] for (uint j = 0; j < 4; j++) {
			e[0][j] = m[0][j] + m[1][j] + m[2][j];
			e[1][j] = m[1][j] - m[2][j] - m[3][j];
		}
		if (board < boards)
		[[unroll]] for (int i = 0; i < 2; i++)
			[[unroll]] for (int j = 0; j < 2; j++) {
				float v = j == 0 ? e[i][0] + e[i][1] + e[i][2] : e[i][1] - e[i][2] - e[i][3];
				ivec2 o = at + ivec2(j, i);
				if (o.x >= W || o.y >= W) continue;
				bool point = o.x < BOARD && o.y < BOARD;
				uint k = k0 + p * 8 + t % 8, place = uint(row + i * int(W) + j) * K + k;
#ifdef DATA
				v = point && float(act[place]) > 0 ? v : 0.0;
#else
				v = point ? v + bias[k] : 0.0;
				if (RELU != 0) v = rectified(v);
				if (RELU == 2) v = bounded(v);
#endif
				y[place] = stored(v);
			}
	}
	// The rows that fill up the buffer.
	if (gl_WorkGroupID.x == 0)
		for (uint i = PAD + boards * W * W + t / 32; i < PAD + rounded(boards * W * W); i += 8)
			y[i * K + k0 + t % 32] = stored(0.0);
}
