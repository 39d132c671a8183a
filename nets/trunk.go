package nets

import (
	"fmt"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets/internal/layers"
)

// trunk lists the convolutions with ReLU that every network begins with: the first one
// 5×5, the others 3×3. The others begin near to the identity.
func trunk(board, planes, filters, n int) []layers.Layer {
	out := make([]layers.Layer, n)
	for i := range out {
		name := fmt.Sprintf("conv%d", i+1)
		c := layers.Conv{Name: name, Board: board, Channels: filters, Filters: filters, Side: 3, Pass: true}
		if i == 0 {
			c.Channels, c.Side, c.Pass = planes, 5, false
		}
		out[i] = c
	}
	return out
}

// Limits that keep every size computation far from overflow.
const (
	maxFilters = 4096
	maxLayers  = 256
	maxHidden  = 1 << 14
)

// validate names the first figure that cannot be. n counts as the configuration of a
// network does, the 1×1 convolution included.
func validate(board, filters, n int) error {
	switch {
	case board < 2 || board > 19:
		return fmt.Errorf("board %d, want 2 to 19", board)
	case filters < 1 || filters > maxFilters:
		return fmt.Errorf("%d filters, want 1 to %d", filters, maxFilters)
	case n < 2 || n > maxLayers:
		return fmt.Errorf("%d layers, want 2 to %d", n, maxLayers)
	}
	// Those between the first convolution and the 1×1 one have nearly all weights; 64 MB are left for the others.
	if bytes := 4 * 9 * filters * filters * (n - 2); bytes > models.MaxWeights-64<<20 {
		return fmt.Errorf("%d filters in %d layers are weights of %d MB, and a model has at most %d: take fewer",
			filters, n, bytes>>20, (models.MaxWeights-64<<20)>>20)
	}
	return nil
}
