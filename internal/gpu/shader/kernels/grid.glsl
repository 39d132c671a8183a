// What all kernels share: the kind of an activation, and the row grid (see package kernels). Activations are read as REAL
// and written as STORED, by stored.
#include "numbers.glsl"
#ifdef HALF
#extension GL_EXT_shader_16bit_storage : require
#define REAL float16_t
#define STORED uint16_t
#define stored(v) uint16_t(float16Bits(v))
#else
#define REAL float
#define STORED uint
#define stored(v) float32Bits(v)
#endif

const uint PAD = 64; // rows before the first board and after the last

// Tiles of rows: the rows of all boards are rounded up to whole ones.
const uint ROUND = 64;

uint rounded(uint rows) { return (rows + ROUND - 1) / ROUND * ROUND; }
