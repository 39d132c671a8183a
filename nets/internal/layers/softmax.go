package layers

import "math"

// Softmax writes the probabilities that belong to logits x to dst, which may be
// x. It returns the largest logit and log Σ exp(x − largest): the logarithm of a
// probability is (x − largest) − log, and kept apart the two are exact for logits
// of any size. Every row has its own largest.
func Softmax(dst, x []float32) (largest, log float64) {
	largest = highest(x)
	var sum float64
	for i, v := range x {
		e := math.Exp(float64(v) - largest)
		dst[i] = float32(e)
		sum += e
	}
	for i, e := range dst[:len(x)] {
		dst[i] = float32(float64(e) / sum)
	}
	return largest, math.Log(sum)
}

// LogSoftmax writes the logarithms of probabilities to dst, which may be x.
func LogSoftmax(dst, x []float32) {
	largest := highest(x)
	var sum float64
	for _, v := range x {
		sum += math.Exp(float64(v) - largest)
	}
	log := math.Log(sum)
	for i, v := range x {
		dst[i] = float32(float64(v) - largest - log)
	}
}

// highest is the largest value.
func highest(x []float32) float64 {
	t := x[0]
	for _, v := range x[1:] {
		t = max(t, v)
	}
	return float64(t)
}
