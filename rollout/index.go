package rollout

import "math/bits"

// index finds the number of a pattern: an open-addressed hash table that does not change
// once it is built.
type index struct {
	keys    []uint64 // the pattern plus one; 0 where there is none
	numbers []int32
	shift   uint8
}

// newIndex numbers patterns by their place in the list.
func newIndex[P ~uint32 | ~uint64](patterns []P) index {
	logSize := bits.Len(uint(2*len(patterns) + 1))
	x := index{keys: make([]uint64, 1<<logSize), numbers: make([]int32, 1<<logSize), shift: uint8(64 - logSize)}
	for i, p := range patterns {
		at := x.place(uint64(p))
		x.keys[at], x.numbers[at] = uint64(p)+1, int32(i)
	}
	return x
}

// place is where the pattern is, or an empty place where it would be.
func (x *index) place(pattern uint64) int {
	at := int(pattern * 0x9e3779b97f4a7c15 >> x.shift)
	for x.keys[at] != 0 && x.keys[at] != pattern+1 {
		at = (at + 1) & (len(x.keys) - 1)
	}
	return at
}

// find is the pattern's number, −1 if it is not in the list.
func (x *index) find(pattern uint64) int {
	at := x.place(pattern)
	if x.keys[at] == 0 {
		return -1
	}
	return int(x.numbers[at])
}
