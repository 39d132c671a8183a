package measure

import (
	"context"
	"sync"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/sample"
)

// Watched is a network of package nets.
type Watched interface {
	Points() int
	Stride() int
	Watch() (*nets.Watch, error)
}

// Responses watches which filters of a network respond in positions of data, each in one of its eight symmetries.
func Responses(ctx context.Context, net Watched, data sample.Source, cfg Config) (*nets.Watch, error) {
	all, err := net.Watch()
	if err != nil {
		return nil, err
	}
	var mu sync.Mutex
	_, _, err = survey(ctx, data.Len(), cfg, Batch, func() func([]struct{}, []int64) error {
		sampler := data.NewSampler(net.Stride())
		size := net.Points() * net.Stride()
		planes := make([]float32, size)
		watch := all.Another()
		return func(_ []struct{}, positions []int64) error {
			for _, n := range positions {
				symmetry := splitmix.Mix(uint64(n)^cfg.Seed) % features.Symmetries
				if _, err := sampler.Sample(planes, n, 0, int(symmetry)); err != nil {
					return err
				}
				if err := watch.Look(planes, 1); err != nil {
					return err
				}
			}
			mu.Lock()
			defer mu.Unlock()
			all.Add(watch)
			watch.Reset()
			return nil
		}
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}
