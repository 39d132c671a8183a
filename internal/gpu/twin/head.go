package twin

import (
	"math"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

func plane(b []*buffer, v kernels.Constants) {
	filters, board, points := v["filters"], v["board"], v["board"]*v["board"]
	eachPoint(board, v["boards"], func(number, point, row int) {
		sum := float32(0)
		for c, x := range b[0].f[row*filters : (row+1)*filters] {
			sum += x * b[1].f[c]
		}
		b[3].f[number*points+point] = sum + b[2].f[point%v["biases"]]
	})
}

func planeData(b []*buffer, v kernels.Constants) {
	filters, board, points := v["filters"], v["board"], v["board"]*v["board"]
	border(b[3], board, v["boards"], filters)
	eachPoint(board, v["boards"], func(number, point, row int) {
		for c := range filters {
			g := float32(0)
			if b[2].f[row*filters+c] > 0 {
				g = b[0].f[number*points+point] * b[1].f[c]
			}
			b[3].set(row*filters+c, g)
		}
	})
}

func planeWeights(b []*buffer, v kernels.Constants) {
	filters := v["filters"]
	inParts(b[2].f, v, filters, func(sum []float64, point, row int) {
		for c, x := range b[1].f[row*filters : (row+1)*filters] {
			sum[c] += float64(x * b[0].f[point])
		}
	})
}

func bias(b []*buffer, v kernels.Constants) {
	columns, biases := v["columns"], v["biases"]
	sum := make([]float64, biases)
	for i, dz := range b[0].f[:v["rows"]*columns] {
		sum[i%columns%biases] += float64(dz)
	}
	for i, s := range sum {
		b[2].f[i] = b[1].f[kernels.StepInverse] * float32(s)
	}
}

func dense(b []*buffer, v kernels.Constants) {
	in, out := v["inputs"], v["units"]
	for number := range v["boards"] {
		for j := range out {
			sum := float32(0)
			for i := range in {
				sum += b[0].f[number*in+i] * b[1].f[i*out+j]
			}
			y := sum + b[2].f[j]
			if v["relu"] != 0 && !(y >= 0) && y == y {
				y = 0
			}
			b[3].f[number*out+j] = y
		}
	}
}

func denseData(b []*buffer, v kernels.Constants) {
	in, out := v["inputs"], v["units"]
	for number := range v["boards"] {
		for i := range in {
			sum := float32(0)
			for j := range out {
				sum += b[0].f[number*out+j] * b[1].f[i*out+j]
			}
			if v["relu"] != 0 && !(b[2].f[number*in+i] > 0) {
				sum = 0
			}
			b[3].f[number*in+i] = sum
		}
	}
}

func denseWeights(b []*buffer, v kernels.Constants) {
	in, out := v["inputs"], v["units"]
	for i := range in {
		for j := range out {
			sum := float32(0)
			for number := range v["boards"] {
				sum += b[0].f[number*in+i] * b[1].f[number*out+j]
			}
			b[3].f[i*out+j] = b[2].f[kernels.StepInverse] * sum
		}
	}
}

func crossEntropy(b []*buffer, v kernels.Constants) {
	points, step := v["points"], b[4].f
	words := kernels.Words(points)
	for number := range v["boards"] {
		z, dz := b[0].f[number*points:][:points], b[5].f[number*points:][:points]
		target, weight := int(b[1].u[number]), float64(b[2].f[number])
		allowed := func(p int) bool { return b[3].u[number*words+p/32]>>(p%32)&1 != 0 }
		sharpness := float64(step[kernels.StepSharpness])
		top, before := math.Inf(-1), 0
		for p, y := range z {
			if allowed(p) && !(float64(y) <= top) {
				top = float64(y)
			}
			if y > z[target] || y == z[target] && p < target {
				before++
			}
		}
		sum, mean := 0.0, 0.0
		for p, y := range z {
			if u := (float64(y) - top) * sharpness; allowed(p) {
				sum += math.Exp(u)
				mean += math.Exp(u) * u
			}
		}
		for p, y := range z {
			slope := 0.0
			if allowed(p) {
				slope = math.Exp((float64(y)-top)*sharpness) / sum
			}
			if p == target {
				slope--
			}
			dz[p] = float32(float64(step[kernels.StepScale]) * weight * sharpness * slope)
		}
		loss := math.Log(sum) - (float64(z[target])-top)*sharpness
		copy(b[6].f[number*kernels.ResultSize:], []float32{
			float32(weight * loss), float32(before), float32(math.Log(sum) - mean/sum), 0,
		})
	}
}

func squaredError(b []*buffer, v kernels.Constants) {
	for number := range v["boards"] {
		y, z, weight := math.Tanh(float64(b[0].f[number])), float64(b[1].f[number]), float64(b[2].f[number])
		before := float32(1)
		if y*z > 0 {
			before = 0
		}
		b[4].f[number] = float32(float64(b[3].f[kernels.StepScale]) * weight * (y - z) * (1 - y*y))
		copy(b[5].f[number*kernels.ResultSize:], []float32{float32(weight * (y - z) * (y - z) / 2), before, 0, 0})
	}
}

func owners(b []*buffer, v kernels.Constants) {
	dz, z, owner, weight := b[0].f, b[1].f, b[2].f, b[3].f
	factor := float64(v.Float("factor")) * float64(b[4].f[kernels.StepScale])
	for i, o := range owner {
		dz[i] += float32(factor * float64(weight[i/v["points"]]) * (float64(z[i]) - float64(o)))
	}
}
