// Products of small matrices, as a card's instructions make them: an M×DEPTH matrix A of float16, a DEPTH×N
// matrix B of float16, and M×N sums of float32. A subgroup of LANES threads holds a matrix together. The engine
// sets the sizes that the card has. All matrices lie in arrays of uvec4; places and strides count uvec4.
//
// Debian 12's glslc knows an older form of these instructions; the program compile writes the newer one.
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_memory_scope_semantics : require
#extension GL_NV_cooperative_matrix : require
#extension GL_EXT_control_flow_attributes : require
layout(constant_id = 16) const uint M = 16;
layout(constant_id = 17) const uint N = 16;
layout(constant_id = 18) const uint DEPTH = 16;
layout(constant_id = 19) const uint LANES = 32;
layout(local_size_x = 128, local_size_x_id = 20) in; // SUBGROUPS · LANES

// A group's four subgroups make a quarter each of its tile: two by two.
const uint SUBGROUPS = 4;
const uint THREADS = SUBGROUPS * LANES;

#define MatrixA fcoopmatNV<16, gl_ScopeSubgroup, M, DEPTH>
#define MatrixB fcoopmatNV<16, gl_ScopeSubgroup, DEPTH, N>
#define Sums fcoopmatNV<32, gl_ScopeSubgroup, M, N>

// EACH_MATRIX is a loop over matrices in registers: a compiler must write it out.
#define EACH_MATRIX(i, n) [[unroll]] for (uint i = 0; i < n; i++)
