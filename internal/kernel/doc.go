// Package kernel holds the arithmetic of the networks: padded convolutions with bias
// and ReLU, forward and backward, inner products and optimiser steps, all over flat
// float32 slices. It knows nothing of graphs, layers' order or games.
//
// The 13 layers of Silver et al. (2016, Methods, "Neural network architecture") are
// 5×5 and 3×3 convolutions; nearly all time of training and play is spent in them.
// They are computed by Winograd's minimal filtering (Lavin and Gray 2015), which cuts
// the board into tiles and does one product per pair of channels at each point of
// interpolation of a tile:
//
//	tile        filter  outputs  inputs, points          products  directly
//	F(5×5,3×3)  3×3     5×5      7×7: ±½, ±1, ±2, ∞      49        225
//	F(4×4,3×3)  3×3     4×4      6×6: 0, ±1, ±2, ∞       36        144
//	F(3×3,3×3)  3×3     3×3      5×5: 0, ±1, 2, ∞        25        81
//	F(2×2,5×5)  5×5     2×2      6×6: 0, ±1, ±2, ∞       36        100
//
// For 3×3 filters the board's side decides, see tileFor. 19×19 is 16 tiles of 5×5 with
// 784 products in all, where 25 tiles of 4×4 take 900; 13×13 takes 441 instead of 576;
// 9×9 is exactly 9 tiles of 3×3 with 225 products instead of 9·36. Four boards of 9×9
// or 13×13 side by side in one picture, a "mosaic", would need the same 225 or 441 a
// board. The fitting tile does as well for a single board, so there is no mosaic here.
//
// The root mean square errors relative to the exact result, output and input gradient
// alike, are for 64 channels 2.2e-6 with tiles of 5×5, 1.6e-6 of 4×4 and 0.9e-6 of
// 3×3; for 192 channels 3.6e-6, 2.6e-6 and 1.5e-6.
//
// The first layer reads planes of 0 and 1 and goes another way: see planes.go. A point
// is a word of 48 or 49 bits, a board has some forty different ones, and the layer
// becomes a sum of 25 rows of a table for each point. That takes a seventh of the time,
// and the only error is the rounding of the sums. Boards with other values take
// Winograd's way.
//
// # Data flow
//
// Forward, for a chunk of boards:
//
//	x ──Bᵀ·B──► V ──products V·U──► M ──Aᵀ·A, bias, ReLU──► y
//
// Backward is the adjoint, step by step, so that no filter is turned around:
//
//	dy ──ReLU', A·Aᵀ──► dM ──products dM·Uᵀ──► dV ──B·Bᵀ, add──► dx
//	                     └──products Vᵀ·dM──► dU ──Gᵀ·G──► dw
//
// The value of dM at the point (1, 1) is the sum over the tile: db falls out of it.
//
// The transforms read and write the board itself, 16 channels at a time. They work
// through one row of tiles after the other and keep its columns, multiplied on one
// side, in the first-level cache. Tiles that overlap share them. Columns outside the
// board are zeros there. Rows above or below the board are read from a row of zeros and
// written to a row of waste.
//
// # One board on many cores
//
// [Conv.Forward] and [Conv.Backward] work on one goroutine: where there are boards for
// all, each core best takes some of its own. [Conv.ForwardSplit] and
// [Conv.BackwardSplit] share a board out among a [Team], with the same result to the
// bit. The cores would wait for the caches more than for each other: to split each step
// of the data flow, as its loops suggest, moves V and M between cores. It was only 1.45
// times as fast on two cores for 64 channels. So every part transforms for itself what it
// needs and goes all the way to its own outputs.
//
// # Layouts
//
// Activations are [board][point][channel] with the channels padded to [Pad]; weights
// are [row·Filter+column][in][out] without padding. V and M are
// [point][channels/32][tile][32], U is [point][out/32][in][32]: every product then
// has rows of 32 floats, and the micro-kernels need no packing and only fixed
// distances. The planes lie 64 bytes more apart than they are long, against conflicts
// in the cache's sets.
//
// # Kernels
//
// "avx512" and "avx2" are assembly. The generator in _gen writes them from one source.
// "portable" is Go, and the twin for their tests. The program chooses the best kernel of
// the CPU at start; the environment variable TENGEN_KERNEL or [Use] names another. A
// board's result does not depend on the other boards of its batch, to the last bit. The
// results of different kernels differ by rounding.
//
// Code and memory are bounded for boards up to 19×19. Assembly cannot be preempted:
// the longest call takes some 10 µs.
package kernel

//go:generate go run -C _gen . -isa avx512 -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg kernel
//go:generate go run -C _gen . -isa avx2 -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg kernel
