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
	// [point][stride], and returns the label: the move that was played there, seen likewise, or the outcome.
	sample(dst []float32, n int64, symmetry int) (label, error)
}

// redrawer is a sampler whose positions are drawn anew for every epoch.
type redrawer interface {
	// epoch says which epoch the next samples are of.
	epoch(e int64)
}

// label is the answer to a position.
type label struct {
	// target is the row-major index of the move, after the symmetry (exact in a
	// float32), or the outcome for the side to move.
	target float32
	game   int // within the source
	move   int // moves played before, passes included
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
