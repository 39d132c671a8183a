package train

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/models"
)

// A filter whose output is zero in all positions gets no gradient. So its bias no longer changes, once the optimiser's
// memory of older gradients has faded.
const (
	stillSteps = 500 // after which Adam's and Muon's memory has faded
	stillShare = 0.1 // of the filters of a layer, above which the run says so
)

// still looks for filters that no longer learn.
type still struct {
	frozen int   // the first layers, which need not learn
	step   int64 // of biases
	biases map[string][]float32
	said   int
}

// check compares the biases of the convolutions with their values at the last check. It names the layers in which more
// than a tenth of the filters stood still. It speaks again only when there are more.
func (s *still) check(step int64, weights []models.Tensor) string {
	if s.biases != nil && step-s.step < stillSteps {
		return ""
	}
	now := map[string][]float32{}
	var layers []string
	total := 0
	for i := 1 + 2*s.frozen; i < len(weights); i++ {
		if len(weights[i-1].Shape) != 4 {
			continue // not the bias of a convolution
		}
		bias := weights[i]
		now[bias.Name] = bias.Data
		count := 0
		for j, x := range s.biases[bias.Name] {
			if x == bias.Data[j] {
				count++
			}
		}
		if float64(count) > stillShare*float64(len(bias.Data)) {
			total += count
			layer := strings.TrimSuffix(bias.Name, ".bias")
			layers = append(layers, fmt.Sprintf("%d of %d in %s", count, len(bias.Data), layer))
		}
	}
	s.step, s.biases = step, now
	if total <= s.said {
		return ""
	}
	s.said = total
	return fmt.Sprintf("step %d: filters that no longer learn, because their output is zero in every position: %s. "+
		"Use a lower rate", step, strings.Join(layers, ", "))
}
