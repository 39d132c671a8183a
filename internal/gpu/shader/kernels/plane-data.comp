#version 450
// g[row(b,p)][c] = x[row(b,p)][c] > 0 ? dz[b][p]·w[c] : 0 on points; the border becomes zero.
#extension GL_GOOGLE_include_directive : require
#include "grid.glsl"
#include "each.glsl"
layout(constant_id = 0) const uint C = 32;
layout(constant_id = 1) const uint BOARD = 19;
layout(binding = 0) readonly buffer Dz { float dz[]; };
layout(binding = 1) readonly buffer Wt { float w[]; };
layout(binding = 2) readonly buffer X { REAL x[]; };
layout(binding = 3) writeonly buffer G { STORED g[]; };
layout(push_constant) uniform Args { uint boards; };

void main() {
	const uint W = BOARD + 1;
	EACH(i, rounded(boards * W * W) * C) {
		uint row = i / C, c = i % C, b = row / (W * W), px = row % W, py = row / W % W;
		float v = 0;
		if (b < boards && px < BOARD && py < BOARD && float(x[(PAD + row) * C + c]) > 0)
			v = dz[(b * BOARD + py) * BOARD + px] * w[c];
		g[(PAD + row) * C + c] = stored(v);
	}
}
