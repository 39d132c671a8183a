package negamax

import (
	"math/bits"

	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search"
)

// bound says what a value in a transposition table is worth: the position's value is the one
// kept, at least it, or at most it.
type bound uint8

const (
	exactly bound = iota + 1
	atLeast
	atMost
)

// entry is what a table keeps of one position, 16 bytes.
type entry struct {
	key   uint64      // of the position and the table's generation
	value float32     // for the player to move
	move  search.Move // the best, or that which was too good
	depth uint8       // plies read below; of a proven value, plies of its proof
	kind  uint8       // bound, above bit 2 whether it is proven, above bit 3 the age
}

func (e *entry) bound() bound { return bound(e.kind & 3) }
func (e *entry) proven() bool { return e.kind&4 != 0 }
func (e *entry) age() uint8   { return e.kind >> 3 }

// decided says that it wins or loses for sure.
func (e *entry) decided() bool { return e.proven() && (e.value >= 1 || e.value <= -1) }

// holds says whether the value comes from reading so deep, or is better knowledge. A win or a loss
// beyond the depth is no such knowledge: it would be taken for a near one.
func (e *entry) holds(depth int) bool {
	if e.decided() {
		return int(e.depth) <= depth
	}
	return e.proven() || int(e.depth) >= depth
}

// proof is the plies of the value's proof, or unproven.
func (e *entry) proof() int {
	if e.proven() {
		return int(e.depth)
	}
	return unproven
}

const (
	entryBytes = 16
	// bucketEntries lie in one line of the cache, and are compared for a place.
	bucketEntries = 4
	// ages go round.
	ages = 1 << 5
	// endless is more than any depth.
	endless = 255
	// generations go round; they take the bits of a key that the place in the table tells, of a
	// table with so many buckets.
	generations = 1 << 16
)

// transpositions is a table from positions to what was read of them, of fixed size: the
// largest power of two of buckets that fits into the memory. A position may lie anywhere in
// its bucket. A new one takes the place of the same position, else of an earlier search's, else
// of the one that was read least deep. A position that is known to win or lose stays so, whatever
// a reading less deep says of it.
type transpositions struct {
	buckets    [][bucketEntries]entry
	mask       uint64
	now        uint8
	generation uint64 // 1 to generations − 1; entries of others are none
}

// newTranspositions makes a table; without memory for a single bucket it keeps nothing.
func newTranspositions(memory int64) *transpositions {
	t := &transpositions{generation: 1}
	n := uint64(max(memory, 0)) / (bucketEntries * entryBytes)
	if n > 0 {
		n = 1 << (bits.Len64(n) - 1)
		t.buckets, t.mask = make([][bucketEntries]entry, n), n-1
	}
	return t
}

// forget empties the table, without touching its memory but once in generations.
func (t *transpositions) forget() {
	t.now = 0
	if t.generation++; t.generation == generations {
		clear(t.buckets)
		t.generation = 1
	}
}

// begin marks all entries as entries of an earlier search. They give way first.
func (t *transpositions) begin() { t.now = (t.now + 1) % ages }

// key is a position's in this generation, and its bucket's number.
func (t *transpositions) key(hash uint64) (key, bucket uint64) {
	h := wyrand.Scramble(hash)
	return h&^(generations-1) | t.generation, h & t.mask
}

// find is what is known of a position; nil if nothing. It is valid until the next keep.
func (t *transpositions) find(hash uint64) *entry {
	if t.buckets == nil {
		return nil
	}
	key, bucket := t.key(hash)
	b := &t.buckets[bucket]
	for i := range b {
		if b[i].key == key {
			return &b[i]
		}
	}
	return nil
}

// keep puts in what was read of a position, to a depth or with a proof.
func (t *transpositions) keep(hash uint64, value float32, kind bound, depth, proof int, move search.Move) {
	if t.buckets == nil {
		return
	}
	key, bucket := t.key(hash)
	b := &t.buckets[bucket]
	place := &b[0]
	for i := range b {
		e := &b[i]
		if e.key == key || e.key%generations != t.generation {
			place = e
			break
		}
		if t.worth(e) < t.worth(place) {
			place = e
		}
	}
	flags := uint8(kind) | t.now<<3
	if proof != unproven {
		depth, flags = min(proof, endless), flags|4
	}
	if place.key == key {
		if place.decided() && proof == unproven {
			place.kind = place.kind&7 | t.now<<3 // of use still
			return
		}
		if move == search.NoMove {
			move = place.move // still good for an order
		}
	}
	*place = entry{key: key, value: value, move: move, depth: uint8(depth), kind: flags}
}

// worth orders entries by what to keep.
func (t *transpositions) worth(e *entry) int {
	worth := int(e.depth)
	if e.proven() {
		worth = endless
	}
	if e.age() == t.now {
		worth += endless + 1
	}
	return worth
}
