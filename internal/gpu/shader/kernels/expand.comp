#version 450
// x[row(b,p)][c] = bit p·planes+c of board b for c < planes, else 0; the border becomes zero.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
#include "each.glsl"
layout(constant_id = 0) const uint PLANES = 48;
layout(constant_id = 1) const uint C = 48;
layout(constant_id = 2) const uint BOARD = 19;
layout(binding = 0) readonly buffer Planes { uint planes[]; };
layout(binding = 1) writeonly buffer X { REAL x[]; };
layout(push_constant) uniform Args { uint boards; };

const uint W = BOARD + 1;
const uint WORDS = (BOARD * BOARD * PLANES + 31) / 32; // of a board

void main() {
	EACH(i, rounded(boards * W * W) * C) {
		uint row = i / C, c = i % C, b = row / (W * W), px = row % W, py = row / W % W;
		bool on = false;
		if (b < boards && px < BOARD && py < BOARD && c < PLANES) {
			uint bit = (py * BOARD + px) * PLANES + c;
			on = (planes[b * WORDS + bit / 32] >> (bit % 32) & 1) != 0;
		}
		x[(PAD + row) * C + c] = REAL(on ? 1.0 : 0.0);
	}
}
