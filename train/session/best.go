package session

import (
	"strings"

	"github.com/tengen-go/tengen/models"
)

// bestPrefix stands before the tensors of the best weights in a checkpoint.
const bestPrefix = "best/"

// WithBest is weights and best weights as a checkpoint holds them.
func WithBest(weights, best []models.Tensor) []models.Tensor {
	for _, b := range best {
		b.Name = bestPrefix + b.Name
		weights = append(weights, b)
	}
	return weights
}

// SplitBest is its inverse.
func SplitBest(tensors []models.Tensor) (weights, best []models.Tensor) {
	for _, w := range tensors {
		if name, ok := strings.CutPrefix(w.Name, bestPrefix); ok {
			w.Name = name
			best = append(best, w)
		} else {
			weights = append(weights, w)
		}
	}
	return weights, best
}
