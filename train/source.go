package train

import (
	"crypto/sha256"
	"encoding/hex"
)

// source is a set of labelled positions, as Data is: what the loader, the
// measurements and the training loop need to know of games.
type source interface {
	// Len is the number of labelled positions, Games that of their games, and Board
	// the size of the board on which all of them are.
	Len() int64
	Games() int
	Board() int
	// Fingerprint tells one set from another.
	Fingerprint() string
	// newSampler makes samples whose points stand stride floats apart; one is for
	// one goroutine.
	newSampler(stride int) sampler
}

// sampler makes the network's input and the label of single positions.
type sampler interface {
	// sample writes the planes of position n, as seen in a symmetry (0 to 7), to dst,
	// [point][stride], and returns the label: the move that was played there, seen likewise, or the
	// outcome. What is drawn by chance is drawn anew for every epoch.
	sample(dst []float32, n, epoch int64, symmetry int) (label, error)
}

// label is the answer to a position.
type label struct {
	// target is the row-major index of the move, after the symmetry (exact in a
	// float32), or the outcome for the side to move.
	target float32
	game   int // within the source
	move   int // moves played before, passes included
}

// shaped is what knows the size of a network's input.
type shaped interface {
	Points() int
	Stride() int
}

// newFiller makes the function with which one worker writes samples of a run.
func newFiller(data source, p shaped, seed uint64) filler {
	order, err := NewOrder(data.Len(), seed)
	sampler := data.newSampler(p.Stride())
	size := p.Points() * p.Stride()
	return func(b *Batch, i int, sample int64) error {
		if err != nil {
			return err
		}
		position, symmetry := order.Sample(sample)
		l, err := sampler.sample(b.Planes[i*size:(i+1)*size], position, sample/data.Len(), symmetry)
		b.Labels[i] = l.target
		return err
	}
}

// fingerprint tells one pair of training and held-out games from another.
func fingerprint(train, heldOut source) string {
	h := sha256.New()
	h.Write([]byte(train.Fingerprint()))
	h.Write([]byte{0})
	if heldOut != nil {
		h.Write([]byte(heldOut.Fingerprint()))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
