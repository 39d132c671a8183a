package train

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/models"
)

// A filter with an output of zero in all positions gets no gradient. Once the optimiser's memory of older gradients
// has faded, only the decay changes its weights, all of them by one factor. Its bias stays, but with Muon it moves
// with them.
const (
	stillSteps  = 500  // after which Adam's and Muon's memory has faded
	stillShare  = 0.1  // of the filters of a layer, above which the run says so
	stillWithin = 6e-8 // how far a step's rounding takes a weight from one factor, as a share of the largest
)

// still looks for filters that no longer learn.
type still struct {
	frozen int                         // the first layers, which need not learn
	step   int64                       // of weights
	before map[string][2]models.Tensor // weights and bias
	said   int
}

// check compares the weights of the convolutions with the weights at the last check. It names the layers in which more
// than a tenth of the filters stood still. It speaks again only when there are more. Filters of a pruned network that
// are left out count as none.
func (s *still) check(step int64, weights []models.Tensor) string {
	if s.before != nil && step-s.step < stillSteps {
		return ""
	}
	now := map[string][2]models.Tensor{}
	within := stillWithin * float32(step-s.step)
	var layers []string
	total := 0
	for i := 1 + 2*s.frozen; i < len(weights); i++ {
		w, bias := weights[i-1], weights[i]
		if len(w.Shape) != 4 {
			continue // not the bias of a convolution
		}
		now[bias.Name] = [2]models.Tensor{w, bias}
		count, filters := 0, 0
		for j, b := range bias.Data {
			largest := largestIn(w, j)
			if largest == 0 && b <= 0 {
				continue
			}
			filters++
			before, ok := s.before[bias.Name]
			if ok && (before[1].Data[j] == b || shrunk(before[0], w, j, within)) {
				count++
			}
		}
		if float64(count) > stillShare*float64(filters) {
			total += count
			layer := strings.TrimSuffix(bias.Name, ".bias")
			layers = append(layers, fmt.Sprintf("%d of %d in %s", count, filters, layer))
		}
	}
	s.step, s.before = step, now
	if total <= s.said {
		return ""
	}
	s.said = total
	return fmt.Sprintf("step %d: filters that no longer learn, because their output is zero in every position: %s. "+
		"Use a lower rate", step, strings.Join(layers, ", "))
}

// largestIn is the largest weight of filter j, without its sign.
func largestIn(w models.Tensor, j int) (largest float32) {
	for at := j; at < len(w.Data); at += w.Shape[3] {
		largest = max(largest, w.Data[at], -w.Data[at])
	}
	return largest
}

// shrunk says whether the weights of filter j are as before, all multiplied by one factor. They may be off by a share
// of the largest.
func shrunk(before, now models.Tensor, j int, within float32) bool {
	from, to := largestIn(before, j), largestIn(now, j)
	if from == 0 {
		return to == 0
	}
	factor := to / from
	for at := j; at < len(now.Data); at += now.Shape[3] {
		if d := now.Data[at] - factor*before.Data[at]; max(d, -d) > within*to {
			return false
		}
	}
	return true
}
