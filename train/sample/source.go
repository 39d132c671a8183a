package sample

import (
	"crypto/sha256"
	"encoding/hex"
)

// Source is a set of labelled positions, such as [Data] and [ValueData]: what trainings and
// measurements need to know of games.
type Source interface {
	// Len is the number of labelled positions, Games the number of their games, and Board
	// the size of the board on which all of them are.
	Len() int64
	Games() int
	Board() int
	// Fingerprint tells one set from another.
	Fingerprint() string
	// NewSampler makes samples with points that are stride floats apart. A Sampler is for one
	// goroutine.
	NewSampler(stride int) Sampler
}

// Sampler makes the network's input and the label of single positions.
type Sampler interface {
	// Sample writes the planes of position n, as seen in a symmetry (0 to 7), to dst,
	// [point][stride], and returns the label: the move that was played there, seen likewise, or the
	// outcome. What is drawn by chance is drawn anew for every epoch.
	Sample(dst []float32, n, epoch int64, symmetry int) (Label, error)
}

// Label is the answer to a position.
type Label struct {
	// Target is the row-major index of the move, after the symmetry (exact in a
	// float32), or the outcome for the side to move, or a mix of that and what searches expected.
	Target float32
	// Owners are, if they are wanted, who owns each point at the end of the game: see ValueConfig. Row-major, after
	// the symmetry. The next sample overwrites them.
	Owners []float32
	Game   int // within the source
	Move   int // moves played before, passes included
}

// Fingerprint tells one pair of training and held-out games from another; heldOut may be nil.
func Fingerprint(games, heldOut Source) string {
	h := sha256.New()
	h.Write([]byte(games.Fingerprint()))
	h.Write([]byte{0})
	if heldOut != nil {
		h.Write([]byte(heldOut.Fingerprint()))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
