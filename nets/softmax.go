package nets

import "math"

// shifted returns the largest of the logits and log Σ exp(x − largest). The
// logarithm of a probability is (x − largest) − log: kept apart, the two are
// exact for logits of any size. Every row has its own largest.
func shifted(x []float32) (largest, log float64) {
	largest = float64(x[0])
	for _, v := range x[1:] {
		largest = max(largest, float64(v))
	}
	var sum float64
	for _, v := range x {
		sum += math.Exp(float64(v) - largest)
	}
	return largest, math.Log(sum)
}

// softmax writes the probabilities that belong to logits x to dst, which may be x.
func softmax(dst, x []float32) {
	largest, log := shifted(x)
	for i, v := range x {
		dst[i] = float32(math.Exp(float64(v) - largest - log))
	}
}

// logSoftmax writes the logarithms of probabilities to dst, which may be x.
func logSoftmax(dst, x []float32) {
	largest, log := shifted(x)
	for i, v := range x {
		dst[i] = float32(float64(v) - largest - log)
	}
}

// argmax is the index of the first largest value.
func argmax(x []float32) int {
	best := 0
	for i, v := range x {
		if v > x[best] {
			best = i
		}
	}
	return best
}
