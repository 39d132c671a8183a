//go:build amd64 && !noasm

package kernel

import "golang.org/x/sys/cpu"

// available returns the kernels this CPU has, best first.
func available() []*kernels {
	ks := make([]*kernels, 0, 3)
	if x := &cpu.X86; x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasFMA {
		ks = append(ks, &avx512)
	}
	if cpu.X86.HasAVX2 && cpu.X86.HasFMA {
		ks = append(ks, &avx2)
	}
	return append(ks, &portable)
}

var avx512 = kernels{
	name: "avx512", features: []string{"AVX512F", "AVX512BW", "AVX512DQ", "AVX512VL", "FMA"},
	product: productOf(32, []productKernel{
		product1AVX512, product2AVX512, product3AVX512, product4AVX512, product5AVX512,
		product6AVX512, product7AVX512, product8AVX512, product9AVX512, product10AVX512,
		product11AVX512, product12AVX512, product13AVX512, product14AVX512,
	}),
	outer: outerOf(32, []outerKernel{
		outer1AVX512, outer2AVX512, outer3AVX512, outer4AVX512, outer5AVX512,
		outer6AVX512, outer7AVX512, outer8AVX512, outer9AVX512, outer10AVX512,
		outer11AVX512, outer12AVX512, outer13AVX512, outer14AVX512,
	}),
	five: transforms{
		inputTiles: inputTiles5AVX512, gradTiles: gradTiles5AVX512,
		outputTiles: outputTiles5AVX512, spreadTiles: spreadTiles5AVX512,
		filter: filter5AVX512, filterGrad: filterGrad5AVX512,
	},
	four: transforms{
		inputTiles: inputTiles4AVX512, gradTiles: gradTiles4AVX512,
		outputTiles: outputTiles4AVX512, spreadTiles: spreadTiles4AVX512,
		filter: filter4AVX512, filterGrad: filterGrad4AVX512,
	},
	three: transforms{
		inputTiles: inputTiles3AVX512, gradTiles: gradTiles3AVX512,
		outputTiles: outputTiles3AVX512, spreadTiles: spreadTiles3AVX512,
		filter: filter3AVX512, filterGrad: filterGrad3AVX512,
	},
	two: transforms{
		inputTiles: inputTiles2AVX512, gradTiles: gradTiles2AVX512,
		outputTiles: outputTiles2AVX512, spreadTiles: spreadTiles2AVX512,
		filter: filter2AVX512, filterGrad: filterGrad2AVX512,
	},
	planeWords: planeWordsAVX512, sumTaps32: sumTaps32AVX512, sumTaps16: sumTaps16AVX512, sumPixels: sumPixelsAVX512,
	transpose: transposeBlocksAVX512, sumRows: sumRowsAVX512,
	copyPixels: copyPixelsAVX512, copyPositive: copyPositiveAVX512,
	axpy: axpyAVX512, scale: scaleAVX512, dot: dotAVX512,
	sgd: sgdAVX512, momentum: momentumAVX512, adam: adamAVX512,
	peak: peakAVX512, peakSums: 24 * 16,
}

var avx2 = kernels{
	name: "avx2", features: []string{"AVX2", "FMA"},
	product: productOf(16, []productKernel{
		product1AVX2, product2AVX2, product3AVX2, product4AVX2, product5AVX2, product6AVX2,
	}),
	outer: outerOf(16, []outerKernel{
		outer1AVX2, outer2AVX2, outer3AVX2, outer4AVX2, outer5AVX2, outer6AVX2,
	}),
	five: transforms{
		inputTiles: inputTiles5AVX2, gradTiles: gradTiles5AVX2,
		outputTiles: outputTiles5AVX2, spreadTiles: spreadTiles5AVX2,
		filter: filter5AVX2, filterGrad: filterGrad5AVX2,
	},
	four: transforms{
		inputTiles: inputTiles4AVX2, gradTiles: gradTiles4AVX2,
		outputTiles: outputTiles4AVX2, spreadTiles: spreadTiles4AVX2,
		filter: filter4AVX2, filterGrad: filterGrad4AVX2,
	},
	three: transforms{
		inputTiles: inputTiles3AVX2, gradTiles: gradTiles3AVX2,
		outputTiles: outputTiles3AVX2, spreadTiles: spreadTiles3AVX2,
		filter: filter3AVX2, filterGrad: filterGrad3AVX2,
	},
	two: transforms{
		inputTiles: inputTiles2AVX2, gradTiles: gradTiles2AVX2,
		outputTiles: outputTiles2AVX2, spreadTiles: spreadTiles2AVX2,
		filter: filter2AVX2, filterGrad: filterGrad2AVX2,
	},
	planeWords: planeWordsAVX2, sumTaps32: sumTaps32AVX2, sumTaps16: sumTaps16AVX2, sumPixels: sumPixelsAVX2,
	transpose: transposeBlocksAVX2, sumRows: sumRowsAVX2,
	copyPixels: copyPixelsAVX2, copyPositive: copyPositiveAVX2,
	axpy: axpyAVX2, scale: scaleAVX2, dot: dotAVX2,
	sgd: sgdAVX2, momentum: momentumAVX2, adam: adamAVX2,
	peak: peakAVX2, peakSums: 12 * 8,
}

// A micro-kernel computes a fixed number of rows and as many columns as two vectors
// hold.
type (
	productKernel func(c, a, b []float32, depth, stride int)
	outerKernel   func(c, a, b []float32, depth int, add bool)
)

// productOf joins the micro-kernels of 1, 2, … rows to a product of any number of
// rows. The rows are dealt out evenly, since a kernel of few rows is slow.
func productOf(columns int, micro []productKernel) func(c, a, b []float32, rows, depth, stride int) {
	return func(c, a, b []float32, rows, depth, stride int) {
		for col := 0; col < 32; col += columns {
			r := 0
			for left := (rows + len(micro) - 1) / len(micro); left > 0; left-- {
				m := (rows - r + left - 1) / left
				micro[m-1](c[r*32+col:], a[r*32:], b[col:], depth, stride)
				r += m
			}
		}
	}
}

// outerOf is productOf for outer products.
func outerOf(columns int, micro []outerKernel) func(c, a, b []float32, rows, depth int, add bool) {
	return func(c, a, b []float32, rows, depth int, add bool) {
		for col := 0; col < 32; col += columns {
			r := 0
			for left := (rows + len(micro) - 1) / len(micro); left > 0; left-- {
				m := (rows - r + left - 1) / left
				micro[m-1](c[r*32+col:], a[r:], b[col:], depth, add)
				r += m
			}
		}
	}
}
