#version 450
layout(local_size_x = 64) in;
layout(constant_id = 0) const uint N = 32;
layout(binding = 0) buffer X { float x[]; };
layout(binding = 1) buffer Y { float y[]; };
layout(push_constant) uniform P { float f; };
void main() { uint i = gl_GlobalInvocationID.x; if (i < N) y[i] += f * x[i]; }
