package wyrand

import "math"

// Normal draws from the standard normal distribution by the ziggurat of Marsaglia and Tsang
// (2000): layers of equal area under exp(−x²/2), of which most draws need one look.
func (r *Rand) Normal() float64 {
	for {
		bits := r.Uint64()
		i := bits % layers
		// From −1 to 1 in steps of 2⁻⁵².
		u := float64(int64(bits)>>11) * (1.0 / (1 << 52))
		x := u * zigguratX[i]
		switch {
		case math.Abs(u) < zigguratRatio[i]:
			return x
		case i == 0:
			return tail(r, u < 0)
		}
		above, below := math.Exp(-0.5*zigguratX[i]*zigguratX[i]), math.Exp(-0.5*zigguratX[i+1]*zigguratX[i+1])
		if above+(below-above)*uniform01(r) < math.Exp(-0.5*x*x) {
			return x
		}
	}
}

// tail draws from beyond the last layer (Marsaglia 1964).
func tail(r *Rand, negative bool) float64 {
	for {
		x := -math.Log(uniform01(r)) / zigguratEnd
		y := -math.Log(uniform01(r))
		if 2*y > x*x {
			x += zigguratEnd
			if negative {
				x = -x
			}
			return x
		}
	}
}

// uniform01 is above 0 and below 1.
func uniform01(r *Rand) float64 { return (float64(r.Uint64()>>12) + 0.5) * (1.0 / (1 << 52)) }

const (
	layers = 256
	// zigguratEnd is where the tail of 256 layers begins (Marsaglia and Tsang 2000).
	zigguratEnd = 3.6541528853610088
)

// zigguratX are the right ends of the layers; the bottom layer's end counts its tail as a part of
// it. zigguratRatio is the share of each layer that lies wholly under the curve.
var zigguratX, zigguratRatio = ziggurat()

func ziggurat() (x [layers + 1]float64, ratio [layers]float64) {
	height := math.Exp(-0.5 * zigguratEnd * zigguratEnd)
	area := zigguratEnd*height + math.Sqrt(math.Pi/2)*math.Erfc(zigguratEnd/math.Sqrt2)
	x[0], x[1] = area/height, zigguratEnd
	for i := 2; i < layers; i++ {
		height += area / x[i-1]
		x[i] = math.Sqrt(-2 * math.Log(height))
	}
	for i := range ratio {
		ratio[i] = x[i+1] / x[i]
	}
	return x, ratio
}
