package bfloat16

import "unsafe"

// tile is the side of a block of a result: two tiles of 16 rows, two of 16 columns.
const tile = 32

// stepBytes is what the second factor of a step takes: 16 pairs of rows, 32 columns.
const stepBytes = 16 * tile * 4

// work is a sum of products of tiles, for some blocks of 32 rows and 32 columns each:
//
//	c[row][column] (+)= Σ over steps s, k < 32: a[offsets[s] + row][k] · b[s][k][column]
//
// a is bfloat16, b pairs of them, c float32. The field order is known to the assembly.
type work struct {
	c unsafe.Pointer // of the first block
	a unsafe.Pointer // of the first row of the first block
	b unsafe.Pointer // [steps][16 pairs][32 columns] words

	cRow int // bytes between the rows of c
	aRow int // bytes between the rows of a

	offsets *int32 // bytes from a, one a step
	steps   int    // at least 1

	blocks int // at least 1; b is the same for all
	aBlock int // bytes between blocks
	cBlock int

	add int // 1: the sum is added to c
}

// loops is one set of the inner loops.
type loops struct {
	name string

	// tiles does the work.
	tiles func(w *work)
	// narrow rounds rows of n floats to bfloat16, to the nearest, ties to even; n is a multiple of 16. Where mask is
	// given, laid out as src, numbers at places where it is not positive become 0. Numbers below the normal ones
	// become 0.
	narrow func(dst []uint16, src, mask []float32, rows, n, dstRow, srcRow int)
	// pairs makes words of two rows of src each: dst[row][i] = src[2·row][i] | src[2·row+1][i]<<16; n is a multiple
	// of 16.
	pairs func(dst []uint32, src []uint16, rows, n, dstRow, srcRow int)
	// finish sets y = c + bias, with the ReLU if wanted, for rows×cols points of n channels, 16 or 32. c has 32
	// floats a point.
	finish func(y, c, bias []float32, rows, cols, n, yRow, yPixel, cRow int, relu bool)
	// sums adds both halves of words to sum, for rows of 32.
	sums func(sum []float32, words []uint32, rows int)
}
