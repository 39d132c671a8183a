package twin

import "github.com/tengen-go/tengen/internal/gpu/kernels"

// The matrices of F(2×2, 3×3) of Lavin and Gray 2015: Bᵀ turns 4×4 numbers of the input, G a 3×3 filter, and Aᵀ the
// sum of their products.
var (
	winogradB = [][]float32{{1, 0, -1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, 0, -1}}
	winogradG = [][]float32{{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}}
	winogradA = [][]float32{{1, 1, 1, 0}, {0, 1, -1, -1}}
)

// both is m·x·mᵀ, x square, by rows. Where m is zero nothing is added, also if x is not a number.
func both(m [][]float32, x []float32) []float32 {
	rows, n := len(m), len(m[0])
	half, out := make([]float32, rows*n), make([]float32, rows*rows)
	for i, row := range m {
		for l, f := range row {
			for j := 0; f != 0 && j < n; j++ {
				half[i*n+j] += f * x[l*n+j]
			}
		}
	}
	for i := range rows {
		for j, row := range m {
			for l, f := range row {
				if f != 0 {
					out[i*rows+j] += f * half[i*n+l]
				}
			}
		}
	}
	return out
}

// tiled computes sum[row][k] += Σ over the taps of a 3×3 filter and c of x[row+tap][c]·w[tap][c][k], tile by tile.
func tiled(sum []float32, x, w []float32, board, boards, in, out int) {
	filters := make([]float32, 16*in*out) // [product][channel][filter]
	var taps [9]float32
	for i := range in * out {
		for t := range taps {
			taps[t] = w[t*in*out+i]
		}
		for f, v := range both(winogradG, taps[:]) {
			filters[f*in*out+i] = v
		}
	}
	patch := make([]float32, 16)
	products := make([]float32, 16*out) // [filter][product]
	across := (board + 1) / 2
	for tile := range boards * across * across {
		number, y0, x0 := tile/(across*across), tile/across%across*2, tile%across*2
		clear(products)
		for c := range in {
			clear(patch)
			for i := range patch {
				if y, x1 := y0+i/4-1, x0+i%4-1; y >= 0 && y < board && x1 >= 0 && x1 < board {
					patch[i] = x[kernels.Row(board, number, y*board+x1)*in+c]
				}
			}
			for f, v := range both(winogradB, patch) {
				for k, u := range filters[(f*in+c)*out:][:out] {
					products[k*16+f] += v * u
				}
			}
		}
		for k := range out {
			for i, v := range both(winogradA, products[k*16:][:16]) {
				if y, x1 := y0+i/2, x0+i%2; y < board && x1 < board {
					sum[kernels.Row(board, number, y*board+x1)*out+k] += v
				}
			}
		}
	}
}

func winograd(b []*buffer, v kernels.Constants) {
	board, boards := v["board"], v["boards"]
	sum := make([]float32, kernels.Rows(board, boards)*v["filters"])
	tiled(sum, b[0].f, b[1].f, board, boards, v["channels"], v["filters"])
	rectify(sum, b, v)
}

func winogradData(b []*buffer, v kernels.Constants) {
	board, boards := v["board"], v["boards"]
	sum := make([]float32, kernels.Rows(board, boards)*v["below"])
	tiled(sum, b[0].f, b[1].f, board, boards, v["filters"], v["below"])
	blame(sum, b, v)
}
