// Kernels that treat every element alike: groups of 256 threads go through all elements in turns.
layout(local_size_x = 256) in;

#define EACH(i, size) for (uint i = gl_GlobalInvocationID.x; i < (size); i += gl_NumWorkGroups.x * 256)
