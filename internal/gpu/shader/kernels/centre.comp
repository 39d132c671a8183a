#version 450
// Takes from each column of x, [rows][columns], its mean over the rows r with r % padded < real.
// The other rows are zero and stay so.
//
// A group has 32 columns: 8 threads share the rows of a column, then add up their sums.
layout(local_size_x = 32, local_size_y = 8) in;
layout(binding = 0) buffer X { float x[]; };
layout(push_constant) uniform Args { uint rows; uint columns; uint padded; uint real; };
shared float sums[8][32];

void main() {
	uint lane = gl_LocalInvocationID.x, part = gl_LocalInvocationID.y;
	uint c = gl_WorkGroupID.x * 32 + lane;
	float v = 0;
	if (c < columns) {
		for (uint r = part; r < rows; r += 8) v += x[r * columns + c];
	}
	sums[part][lane] = v;
	barrier();
	float mean = 0;
	for (uint p = 0; p < 8; p++) mean += sums[p][lane];
	mean /= float(rows / padded * real);
	if (c < columns) {
		for (uint r = part; r < rows; r += 8) {
			if (r % padded < real) x[r * columns + c] -= mean;
		}
	}
}
