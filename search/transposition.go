package search

import "math/bits"

// bound says what a value in a transposition table is worth: the position's value is the one
// kept, at least it, or at most it.
type bound uint8

const (
	exactly bound = iota + 1
	atLeast
	atMost
)

// endless is the depth of a value that no deeper reading can change: it rests on finished
// games alone.
const endless = 255

// entry is what a table keeps of one position, 16 bytes.
type entry struct {
	hash  uint64
	value float32 // for the player to move
	move  Move    // the best, or that which was too good
	depth uint8   // plies read below; endless
	kind  uint8   // bound, and above bit 2 the age
}

func (e *entry) bound() bound { return bound(e.kind & 3) }
func (e *entry) age() uint8   { return e.kind >> 2 }

const (
	entryBytes = 16
	// bucketEntries lie in one line of the cache, and are compared for a place.
	bucketEntries = 4
	// ages go round.
	ages = 1 << 6
)

// transpositions is a table from positions to what was read of them, of fixed size: the
// largest power of two of buckets that fits into the memory. A position may lie anywhere in
// its bucket. A new one takes the place of the same position, else of an earlier search's, else
// of the one that was read least deep.
type transpositions struct {
	buckets [][bucketEntries]entry
	mask    uint64
	now     uint8
}

// newTranspositions makes a table; without memory for a single bucket it keeps nothing.
func newTranspositions(memory int64) *transpositions {
	t := &transpositions{}
	n := uint64(max(memory, 0)) / (bucketEntries * entryBytes)
	if n > 0 {
		n = 1 << (bits.Len64(n) - 1)
		t.buckets, t.mask = make([][bucketEntries]entry, n), n-1
	}
	return t
}

// clear forgets everything.
func (t *transpositions) clear() { clear(t.buckets) }

// begin makes what is there that of an earlier search, which gives way first.
func (t *transpositions) begin() { t.now = (t.now + 1) % ages }

// find is what is known of a position; nil if nothing. It is valid until the next keep.
func (t *transpositions) find(hash uint64) *entry {
	if t.buckets == nil {
		return nil
	}
	b := &t.buckets[scramble(hash)&t.mask]
	for i := range b {
		if b[i].kind != 0 && b[i].hash == hash {
			return &b[i]
		}
	}
	return nil
}

// keep puts in what is known of a position.
func (t *transpositions) keep(hash uint64, value float32, kind bound, depth uint8, move Move) {
	if t.buckets == nil {
		return
	}
	b := &t.buckets[scramble(hash)&t.mask]
	place := &b[0]
	for i := range b {
		e := &b[i]
		if e.kind == 0 || e.hash == hash {
			place = e
			break
		}
		if t.worth(e) < t.worth(place) {
			place = e
		}
	}
	if place.kind != 0 && place.hash == hash && move == NoMove {
		move = place.move // still good for an order
	}
	*place = entry{hash: hash, value: value, move: move, depth: depth, kind: uint8(kind) | t.now<<2}
}

// worth orders entries by what to keep.
func (t *transpositions) worth(e *entry) int {
	if e.age() != t.now {
		return int(e.depth)
	}
	return int(e.depth) + endless + 1
}
