package kernel

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGradient checks Backward against finite differences of Forward.
func TestGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	s := Shape{Board: 4, In: 3, Out: 2, Filter: 3}
	c, err := NewConv(s)
	if err != nil {
		t.Fatal(err)
	}
	random := func(n int) []float32 {
		x := Aligned(n)
		for i := range x {
			x[i] = float32(rng.NormFloat64())
		}
		return x
	}
	const batch = 2
	x := random(batch * s.InSize())
	for i := range x {
		if i%PadIn(s.In) >= s.In {
			x[i] = 0
		}
	}
	w, bias, dy := random(s.Weights()), random(s.Out), random(batch*s.OutSize())
	y := Aligned(batch * s.OutSize())
	var scratch Scratch
	loss := func() float64 {
		c.SetWeights(w, true)
		c.Forward(&scratch, y, x, bias, batch, true)
		sum := 0.0
		for i, v := range y {
			sum += float64(v) * float64(dy[i])
		}
		return sum
	}
	loss()
	dx, dw, db := Aligned(len(x)), Aligned(len(w)), Aligned(s.Out)
	c.Backward(&scratch, dx, dw, db, x, append([]float32(nil), y...), dy, batch)
	check := func(name string, p, d []float32) {
		const h = 1.0 / 512
		for i := range p {
			if len(p) == len(x) && i%PadIn(s.In) >= s.In {
				continue
			}
			old := p[i]
			p[i] = old + h
			up := loss()
			p[i] = old - h
			down := loss()
			p[i] = old
			if got, want := float64(d[i]), (up-down)/(2*h); math.Abs(got-want) > 2e-2*(1+math.Abs(want)) {
				t.Errorf("%s[%d] = %g, finite difference %g", name, i, got, want)
			}
		}
	}
	check("dx", x, dx)
	check("dw", w, dw)
	check("db", bias, db)
}
