package plans

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/gpu/kernels"
)

// Bits packs the planes of positions, [n][points][stride], as kernels.Expand reads them. Only 0 and 1 can
// be packed; another value is an error.
func Bits(dst []uint32, planes []float32, n, points, count, stride int) error {
	words := kernels.Words(points * count)
	for b := range n {
		to := dst[b*words : (b+1)*words]
		clear(to)
		for p := range points {
			row := planes[(b*points+p)*stride:][:count]
			for c, v := range row {
				switch v {
				case 0:
				case 1:
					bit := p*count + c
					to[bit/32] |= 1 << (bit % 32)
				default:
					return fmt.Errorf("plane %d of position %d is %v at point %d: a graphics device takes 0 and 1",
						c, b, v, p)
				}
			}
		}
	}
	return nil
}
