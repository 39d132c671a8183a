package train

import "github.com/tengen-go/tengen/train/sample"

// shaped is what knows the size of a network's input.
type shaped interface {
	Points() int
	Stride() int
}

// newFiller makes the function with which one worker writes samples of a run.
func newFiller(data sample.Source, p shaped, seed uint64) filler {
	order, err := sample.NewOrder(data.Len(), seed)
	sampler := data.NewSampler(p.Stride())
	size := p.Points() * p.Stride()
	return func(b *Batch, i int, sample int64) error {
		if err != nil {
			return err
		}
		position, symmetry := order.Sample(sample)
		l, err := sampler.Sample(b.Planes[i*size:(i+1)*size], position, sample/data.Len(), symmetry)
		b.Labels[i] = l.Target
		return err
	}
}
