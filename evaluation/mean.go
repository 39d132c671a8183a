package evaluation

import (
	"fmt"
	"math"

	"github.com/tengen-go/tengen/features"
)

var symmetries = [features.Symmetries]features.Symmetry{0, 1, 2, 3, 4, 5, 6, 7}

// AllSymmetries are the eight symmetries. Nobody may write to them.
func AllSymmetries() []features.Symmetry { return symmetries[:] }

// OneSymmetry is s alone, one of the eight. Nobody may write to it.
func OneSymmetry(s features.Symmetry) []features.Symmetry { return symmetries[s : s+1] }

// Mean writes to dst, [point], the mean of the probabilities of one position under several
// symmetries, turned back: p̄ = 1/n Σ d⁻¹(p(d(s))) (Silver et al. 2016, Methods, "Symmetries").
// rows is [symmetry][point], as a policy network gives them. It is an error if a probability is
// negative or no number, or if they do not sum to 1.
func Mean(dst, rows []float32, size int, symmetries []features.Symmetry) error {
	points := size * size
	dst = dst[:points]
	clear(dst)
	for i, s := range symmetries {
		row := rows[i*points : (i+1)*points]
		if s == features.Identity {
			for p, x := range row {
				dst[p] += x
			}
			continue
		}
		for p := range dst {
			dst[p] += row[s.Index(p, size)]
		}
	}
	share := 1 / float32(len(symmetries))
	for p := range dst {
		dst[p] *= share
	}
	return Check(dst)
}

// Check is an error if a probability of a position's points is negative or no number, or if they
// do not sum to 1. [Mean] checks its mean itself.
func Check(probs []float32) error {
	sum := float32(0)
	for _, x := range probs {
		if !(x >= 0) {
			return fmt.Errorf("the policy network gives a point the probability %v: its weights are damaged", x)
		}
		sum += x
	}
	if !(math.Abs(float64(sum-1)) < 1e-2) {
		return fmt.Errorf("the policy network's probabilities sum to %v: its weights are damaged", sum)
	}
	return nil
}

// MeanValue is the mean of the values of one position under several symmetries. It is an error
// if one is not from −1 to 1.
func MeanValue(values []float32) (float32, error) {
	sum := float32(0)
	for _, v := range values {
		if !(v >= -1 && v <= 1) {
			return 0, fmt.Errorf("the value network gives %v, which is not from -1 to 1: its weights are damaged", v)
		}
		sum += v
	}
	return sum / float32(len(values)), nil
}

// Among makes of the probabilities of points those among the allowed points: 0 for the others,
// and the rest scaled to sum to 1. If nothing is left, all are 0.
func Among(probs []float32, allowed func(point int) bool) {
	sum := 0.0
	for p := range probs {
		if !allowed(p) {
			probs[p] = 0
		}
		sum += float64(probs[p])
	}
	if sum == 0 {
		return
	}
	for p, x := range probs {
		probs[p] = float32(float64(x) / sum)
	}
}
