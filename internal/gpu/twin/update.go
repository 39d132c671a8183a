package twin

import (
	"math"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

func clearFloats(b []*buffer, v kernels.Constants) { clear(b[0].f[:v["size"]]) }

func finite(b []*buffer, v kernels.Constants) {
	for _, x := range b[0].f[:v["size"]] {
		if x-x != 0 {
			b[1].u[0] = 1
		}
	}
}

func addTo(b []*buffer, v kernels.Constants) {
	if b[1].u[0] != 0 {
		return
	}
	for i, x := range b[0].f[:v["size"]] {
		b[2].f[i] += x
	}
}

func sgd(b []*buffer, v kernels.Constants) {
	if b[3].u[0] != 0 {
		return
	}
	rate := b[2].f[kernels.StepRate] * v.Float("factor")
	for i, g := range b[1].f[:v["size"]] {
		w := &b[0].f[i]
		*w -= rate * (g + v.Float("decay")**w)
	}
}

func momentum(b []*buffer, v kernels.Constants) {
	if b[4].u[0] != 0 {
		return
	}
	for i, g := range b[2].f[:v["size"]] {
		w, velocity := &b[0].f[i], &b[1].f[i]
		*velocity = v.Float("momentum")**velocity + g + v.Float("decay")**w
		*w -= b[3].f[kernels.StepRate] * *velocity
	}
}

func adam(b []*buffer, v kernels.Constants) {
	if b[5].u[0] != 0 {
		return
	}
	beta1, beta2, step := v.Float("beta1"), v.Float("beta2"), b[4].f
	for i, g := range b[3].f[:v["size"]] {
		w, m, s := &b[0].f[i], &b[1].f[i], &b[2].f[i]
		*m = beta1**m + (1-beta1)*g
		*s = beta2**s + (1-beta2)*g*g
		root := float32(math.Sqrt(float64(*s * step[kernels.StepSquare])))
		*w -= step[kernels.StepRate] * (*m*step[kernels.StepMean]/(root+v.Float("epsilon")) + v.Float("decay")**w)
	}
}

func lookAhead(b []*buffer, v kernels.Constants) {
	if b[4].u[0] != 0 {
		return
	}
	for i, g := range b[2].f[:v["size"]] {
		m := &b[0].f[i]
		*m = v.Float("momentum")**m + g
		b[1].f[i] = g + v.Float("momentum")**m
	}
}

func centre(b []*buffer, v kernels.Constants) {
	x, columns := b[0].f, v["columns"]
	for c := range columns {
		sum := 0.0
		for r := range v["rows"] {
			sum += float64(x[r*columns+c])
		}
		mean := sum / float64(v["rows"]/v["padded"]*v["real"])
		for r := range v["rows"] {
			if r%v["padded"] < v["real"] {
				x[r*columns+c] -= float32(mean)
			}
		}
	}
}

func meanGradient(b []*buffer, v kernels.Constants) {
	g, d, mean := b[0].f, b[1].f, b[2].f
	for r := range v["rows"] {
		for k := range v["columns"] {
			g[r*v["columns"]+k] -= d[k] * mean[r%v["padded"]]
		}
	}
}

func meanStep(b []*buffer, v kernels.Constants) {
	bias, y, w, mean, step := b[0].f, b[1].f, b[2].f, b[3].f, b[4].f
	if b[5].u[0] != 0 {
		return
	}
	factor, decay := float64(v.Float("factor")), float64(v.Float("decay"))
	for k := range v["columns"] {
		moved := 0.0
		for r := range v["rows"] {
			i := r*v["columns"] + k
			moved += (factor*float64(y[i]) + decay*float64(w[i])) * float64(mean[r%v["padded"]])
		}
		bias[k] += float32(float64(step[kernels.StepRate]) * moved)
	}
}

func squares(b []*buffer, v kernels.Constants) {
	sum := 0.0
	for _, x := range b[0].f[:v["size"]] {
		sum += float64(x) * float64(x)
	}
	b[1].f[0] = float32(sum)
}

func normalize(b []*buffer, v kernels.Constants) {
	norm := math.Sqrt(float64(b[1].f[0]))
	for i, x := range b[0].f[:v["size"]] {
		b[2].f[i] = float32(float64(x) / norm)
		if norm < kernels.LeastNorm {
			b[2].f[i] = 0
		}
	}
}

func gram(b []*buffer, v kernels.Constants) {
	columns := v["columns"]
	y := b[1].f[:columns*columns]
	clear(y)
	for r := range v["rows"] {
		x := b[0].f[r*columns:][:columns]
		for i, a := range x {
			for j, c := range x {
				y[i*columns+j] += a * c
			}
		}
	}
}

func product(b []*buffer, v kernels.Constants) {
	inner, columns := v["inner"], v["columns"]
	for i := range v["rows"] {
		y := b[2].f[i*columns:][:columns]
		clear(y)
		for l, a := range b[0].f[i*inner:][:inner] {
			for j, c := range b[1].f[l*columns:][:columns] {
				y[j] += a * c
			}
		}
	}
}

func polynomial(b []*buffer, v kernels.Constants) {
	side := v["side_length"]
	for i := range side * side {
		q := v.Float("b")*b[0].f[i] + v.Float("c")*b[1].f[i]
		if i%side == i/side {
			q += v.Float("a")
		}
		b[2].f[i] = q
	}
}
