package twin

import (
	"math"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// functions are the kernels by name.
var functions = map[kernels.Name]func(b []*buffer, v kernels.Constants){
	kernels.Expand:       expand,
	kernels.Conv:         conv,
	kernels.ConvData:     convData,
	kernels.ConvWeights:  convWeights,
	kernels.Winograd:     winograd,
	kernels.WinogradData: winogradData,
	kernels.Reduce:       reduce,
	kernels.ChannelSums:  channelSums,
	kernels.Copies:       copies,
	kernels.Plane:        plane,
	kernels.PlaneData:    planeData,
	kernels.PlaneWeights: planeWeights,
	kernels.Bias:         bias,
	kernels.Dense:        dense,
	kernels.DenseData:    denseData,
	kernels.DenseWeights: denseWeights,
	kernels.CrossEntropy: crossEntropy,
	kernels.SquaredError: squaredError,
	kernels.Owners:       owners,
	kernels.Clear:        clearFloats,
	kernels.Finite:       finite,
	kernels.AddTo:        addTo,
	kernels.SGD:          sgd,
	kernels.Momentum:     momentum,
	kernels.Adam:         adam,
	kernels.LookAhead:    lookAhead,
	kernels.Centre:       centre,
	kernels.MeanGradient: meanGradient,
	kernels.MeanStep:     meanStep,
	kernels.Squares:      squares,
	kernels.Normalize:    normalize,
	kernels.Gram:         gram,
	kernels.Product:      product,
	kernels.Polynomial:   polynomial,
}

// border sets the rows of the border of each board to zero.
func border(y *buffer, board, boards, channels int) {
	w := board + 1
	for r := range boards * w * w {
		if r%w == board || r/w%w == board {
			clear(y.f[(kernels.Pad+r)*channels : (kernels.Pad+r+1)*channels])
		}
	}
}

// eachTap calls f with every point, its row, and the row of each neighbour on the board that a tap reaches.
func eachTap(board, boards, side int, f func(number, row, tap, other int)) {
	h := side / 2
	for number := range boards {
		for y := range board {
			for x := range board {
				row := kernels.Row(board, number, y*board+x)
				for tap := range side * side {
					i, j := y+tap/side-h, x+tap%side-h
					if i >= 0 && i < board && j >= 0 && j < board {
						f(number, row, tap, kernels.Row(board, number, i*board+j))
					}
				}
			}
		}
	}
}

// eachPoint calls f with every point of every board and its row.
func eachPoint(board, boards int, f func(number, point, row int)) {
	for number := range boards {
		for p := range board * board {
			f(number, p, kernels.Row(board, number, p))
		}
	}
}

func expand(b []*buffer, v kernels.Constants) {
	planes, channels, board := v["planes"], v["channels"], v["board"]
	words := kernels.Words(board * board * planes)
	border(b[1], board, v["boards"], channels)
	eachPoint(board, v["boards"], func(number, point, row int) {
		x := b[1].f[row*channels : (row+1)*channels]
		clear(x)
		for c := range planes {
			bit := point*planes + c
			x[c] = float32(b[0].u[number*words+bit/32] >> (bit % 32) & 1)
		}
	})
}

// addTimes adds a·x to sum, which may be shorter than x. The race detector does not watch it: no other loop
// runs as often, and with it trainings of the tests would take twice as long.
//
//go:norace
func addTimes(sum []float32, a float32, x []float32) {
	for i, v := range x[:len(sum)] {
		sum[i] += a * v
	}
}

// shifted computes sum[row][k] += Σ over taps and c of x[row+tap][c]·w[tap][c][k].
func shifted(sum []float32, x, w []float32, board, boards, side, in, out int) {
	eachTap(board, boards, side, func(_, row, tap, other int) {
		s := sum[row*out : (row+1)*out]
		for c, a := range x[other*in : (other+1)*in] {
			addTimes(s, a, w[(tap*in+c)*out:])
		}
	})
}

func conv(b []*buffer, v kernels.Constants) {
	in, out, board, boards := v["channels"], v["filters"], v["board"], v["boards"]
	sum := make([]float32, kernels.Rows(board, boards)*out)
	shifted(sum, b[0].f, b[1].f, board, boards, v["side"], in, out)
	rectify(sum, b, v)
}

// rectify stores sums of a convolution with their biases, and the ReLU if there is one.
func rectify(sum []float32, b []*buffer, v kernels.Constants) {
	out, board, boards := v["filters"], v["board"], v["boards"]
	border(b[3], board, boards, out)
	eachPoint(board, boards, func(_, _, row int) {
		for k := range out {
			y := sum[row*out+k] + b[2].f[k]
			if v["relu"] != 0 && !(y >= 0) && y == y {
				y = 0
			}
			if v["relu"] == kernels.BoundedReLU && y > kernels.MaxHalf && y <= math.MaxFloat32 {
				y = kernels.MaxHalf
			}
			b[3].set(row*out+k, y)
		}
	})
}

func convData(b []*buffer, v kernels.Constants) {
	in, out, board, boards := v["filters"], v["below"], v["board"], v["boards"]
	sum := make([]float32, kernels.Rows(board, boards)*out)
	shifted(sum, b[0].f, b[1].f, board, boards, v["side"], in, out)
	blame(sum, b, v)
}

// blame stores sums of a gradient where the layer below put out something.
func blame(sum []float32, b []*buffer, v kernels.Constants) {
	out, board, boards := v["below"], v["board"], v["boards"]
	border(b[3], board, boards, out)
	eachPoint(board, boards, func(_, _, row int) {
		for c := range out {
			d := float32(0)
			if b[2].f[row*out+c] > 0 {
				d = sum[row*out+c]
			}
			b[3].set(row*out+c, d)
		}
	})
}

func convWeights(b []*buffer, v kernels.Constants) {
	in, out, board, boards, side := v["channels"], v["filters"], v["board"], v["boards"], v["side"]
	size := side * side * in * out
	part := b[2].f[:size*v["splits"]]
	clear(part)
	slice := kernels.Slice(board, boards, v["splits"])
	eachTap(board, boards, side, func(_, row, tap, other int) {
		split := (row - kernels.Pad) / slice
		g := b[1].f[row*out : (row+1)*out]
		for c, a := range b[0].f[other*in : (other+1)*in] {
			addTimes(part[split*size+(tap*in+c)*out:][:out], a, g)
		}
	})
}

func reduce(b []*buffer, v kernels.Constants) {
	size, inverse := v["size"], b[1].f[kernels.StepInverse]
	for i := range size {
		sum := float32(0)
		for s := range v["splits"] {
			sum += b[0].f[s*size+i]
		}
		b[2].f[i] = inverse * sum
	}
}

func channelSums(b []*buffer, v kernels.Constants) {
	channels := v["channels"]
	inParts(b[1].f, v, channels, func(sum []float64, _, row int) {
		for c, x := range b[0].f[row*channels : (row+1)*channels] {
			sum[c] += float64(x)
		}
	})
}

// inParts makes sums for each split of the rows, one for each channel. add adds to these what a row has, with the
// number of its point among those of all boards.
func inParts(part []float32, v kernels.Constants, channels int, add func(sum []float64, point, row int)) {
	board, boards := v["board"], v["boards"]
	sums := make([]float64, channels*v["splits"])
	slice := kernels.Slice(board, boards, v["splits"])
	eachPoint(board, boards, func(number, point, row int) {
		split := (row - kernels.Pad) / slice
		add(sums[split*channels:(split+1)*channels], number*board*board+point, row)
	})
	for i, s := range sums {
		part[i] = float32(s)
	}
}

func copies(b []*buffer, v kernels.Constants) {
	in, out, taps := v["channels"], v["filters"], v["side"]*v["side"]
	for t := range taps {
		for c := range in {
			for k := range out {
				w := b[0].f[(t*in+c)*out+k]
				b[1].set((t*in+c)*out+k, w)
				b[2].set(((taps-1-t)*out+k)*in+c, w)
			}
		}
	}
}
