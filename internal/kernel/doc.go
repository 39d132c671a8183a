// Package kernel holds the arithmetic of the networks: padded convolutions with bias
// and ReLU, forward and backward, inner products and optimiser steps, all over flat
// float32 slices. It knows nothing of graphs, layers' order or games.
//
// The 13 layers of Silver et al. (2016, Methods, "Neural network architecture") are
// 5×5 and 3×3 convolutions; nearly all time of training and play is spent in them.
// They are computed by Winograd's minimal filtering (Lavin and Gray 2015): 3×3
// filters as F(4×4,3×3) and 5×5 filters as F(2×2,5×5). Both cut the board into
// tiles of 6×6 input points (0, ±1, ±2, ∞ are the points of interpolation), so
// that a tile of 16 or 4 outputs costs 36 multiplications per pair of channels
// instead of 144 or 100.
//
// # Data flow
//
// Forward, for a chunk of boards:
//
//	x ──copy──► picture ──Bᵀ·B──► V ──36 products V·U──► M ──Aᵀ·A, bias, ReLU──► picture ──copy──► y
//
// Backward is the adjoint, step by step, so that no filter is turned around:
//
//	dy ──mask, copy──► picture ──A·Aᵀ──► dM ──36 products dM·Uᵀ──► dV ──B·Bᵀ, add──► picture ──► dx
//	                                      └──36 products Vᵀ·dM──► dU ──Gᵀ·G──► dw
//
// The value of dM at the point (1, 1) is the sum over the tile: db falls out of it.
//
// # Layouts
//
// Activations are [board][point][channel] with the channels padded to [Pad]; weights
// are [row·Filter+column][in][out] without padding. A picture is one board's block
// of 16 channels with its zero border. V and M are [36][channels/32][tile][32], U is
// [36][out/32][in][32]: every product then has rows of 32 floats, and the
// micro-kernels need no packing and only fixed distances. The 36 planes lie 64 bytes
// more apart than they are long, against conflicts in the cache's sets.
//
// # Kernels
//
// "avx512" and "avx2" are assembly, written by the generator in _gen from one
// source; "portable" is Go and the twin they are tested against. The best one the CPU
// has is chosen at start; the environment variable TENGEN_KERNEL or [Use] names
// another. A board's result never depends on the other boards of its batch, to the
// last bit; the results of different kernels differ by rounding.
//
// Code and memory are bounded for boards up to 19×19. Assembly cannot be preempted:
// the longest call takes some 10 µs.
package kernel

//go:generate go run -C _gen . -isa avx512 -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg kernel
//go:generate go run -C _gen . -isa avx2 -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg kernel
