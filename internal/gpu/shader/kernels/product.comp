#version 450
// y[i][j] = Σ over l of a[i][l]·b[l][j], a [rows][inner], b [inner][columns]. With GRAM, a is b
// turned: y[i][j] = Σ over l of b[l][i]·b[l][j], b [rows][columns].
//
// A group has 16×16 threads. It makes a tile of 64×64, each thread 4×4 of it, 16 deep at a time.
// Shared memory: 8,320 bytes.
layout(local_size_x = 16, local_size_y = 16) in;
#ifdef GRAM
layout(binding = 0) readonly buffer B { float b[]; };
layout(binding = 1) writeonly buffer Y { float y[]; };
layout(push_constant) uniform Args { uint inner; uint columns; };
#define ROWS columns
#define A(i, l) b[(l) * columns + (i)]
#else
layout(binding = 0) readonly buffer A_ { float a[]; };
layout(binding = 1) readonly buffer B { float b[]; };
layout(binding = 2) writeonly buffer Y { float y[]; };
layout(push_constant) uniform Args { uint rows; uint inner; uint columns; };
#define ROWS rows
#define A(i, l) a[(i) * inner + (l)]
#endif
const uint DEEP = 16;
shared float sa[64][DEEP + 1];
shared float sb[DEEP][64 + 1];

void main() {
	uint t = gl_LocalInvocationIndex, tx = gl_LocalInvocationID.x, ty = gl_LocalInvocationID.y;
	uint i0 = gl_WorkGroupID.x * 64, j0 = gl_WorkGroupID.y * 64;
	float s[4][4];
	for (uint i = 0; i < 4; i++)
		for (uint j = 0; j < 4; j++) s[i][j] = 0;
	for (uint l0 = 0; l0 < inner; l0 += DEEP) {
		barrier();
		for (uint n = t; n < 64 * DEEP; n += 256) {
#ifdef GRAM
			uint i = n % 64, l = n / 64;
#else
			uint i = n / DEEP, l = n % DEEP;
#endif
			sa[i][l] = i0 + i < ROWS && l0 + l < inner ? A(i0 + i, l0 + l) : 0.0;
			uint j = n % 64, m = n / 64;
			sb[m][j] = l0 + m < inner && j0 + j < columns ? b[(l0 + m) * columns + j0 + j] : 0.0;
		}
		barrier();
		for (uint l = 0; l < DEEP; l++) {
			float v[4];
			for (uint j = 0; j < 4; j++) v[j] = sb[l][tx + 16 * j];
			for (uint i = 0; i < 4; i++) {
				float u = sa[ty + 16 * i][l];
				for (uint j = 0; j < 4; j++) s[i][j] += u * v[j];
			}
		}
	}
	for (uint i = 0; i < 4; i++)
		for (uint j = 0; j < 4; j++) {
			uint row = i0 + ty + 16 * i, column = j0 + tx + 16 * j;
			if (row < ROWS && column < columns) y[row * columns + column] = s[i][j];
		}
}
