// Package bfloat16 computes the convolutions of a network with the matrix tiles of the CPU: the factors of its
// products are rounded to bfloat16, and the sums are float32.
//
// A bfloat16 is the first half of a float32, with eight significant bits. Weights, gradients and optimiser stay
// float32, and a network comes to the same loss (docs/training.md has the comparison).
// Processors with Intel's AMX, from the Xeons of 2023 on, multiply two tiles of 16×32 numbers in 16 clock cycles,
// 16 times as many products a cycle as their vectors do in float32.
//
//	conv, err := bfloat16.NewConv(kernel.Shape{Board: 19, In: 96, Out: 96, Filter: 3})
//	if err != nil {
//		return err // this CPU has no such tiles
//	}
//	conv.SetWeights(w, true)
//	conv.Forward(&scratch, y, x, bias, batch, true)
//	conv.Backward(&scratch, dx, dw, db, x, y, dy, batch)
//
// A [Conv] has the methods of [kernel.Conv] and its layouts, so that a network can take either for each of its
// layers. The package is internal, and as stable as package kernel.
//
// # How it works
//
// Winograd's minimal filtering, which package kernel uses, saves products and loses bits. Here products are cheap
// and bits are few, so a convolution is the sum that its definition has:
//
//	y[p] = Σ over the taps t of the filter: x[p+t]·W[t]
//
// The board is written with zeros around it, rows of Board + Filter/2 points, one after the other. The zeros at the
// end of a row also stand in front of the next one. Then p+t is p moved by the same distance for all points, and a
// tile of 16 points and 32 channels is read where it lies, for each tap from another place. All three products of a
// layer are such sums of tiles, see [work]:
//
//	             rows           sum over                  columns
//	y            32 points      taps, input channels      32 output channels
//	dx           32 points      taps, output channels     32 input channels
//	dW[t]        32 in. ch.     points of all boards      32 output channels
//
// The CPU wants the second factor as pairs: two numbers of one column that follow each other in the sum make one
// word. For y and dx these are weights, paired once a step. For dW they are dy, paired point by point; x is needed
// with its points in a row, and that is the transpose of its pairs as words.
//
// Weights with other than multiples of 32 channels are filled up with zeros.
//
// Each board is computed by itself: its result does not depend on its batch. "amx" is assembly for Linux.
// "portable" is Go, and the twin for tests.
package bfloat16
