package search

import "testing"

// What is kept is found again as long as nothing better takes its place: a table of one bucket
// keeps what was read deepest, and lets go of an earlier search's first.
func TestTranspositionsReplaceByAgeAndDepth(t *testing.T) {
	table := newTranspositions(bucketEntries * entryBytes)
	kept := func() (hashes []uint64) {
		for h := range uint64(20) {
			if e := table.find(h); e != nil {
				hashes = append(hashes, h)
			}
		}
		return hashes
	}
	table.begin()
	for h := range uint64(8) {
		table.keep(h, float32(h)/10, atLeast, uint8(h+1), Move(h))
	}
	if got := kept(); len(got) != 4 || got[0] == 0 || got[3] != 7 {
		t.Errorf("kept %v of depths 1 to 8", got)
	}
	if e := table.find(7); e.value != 0.7 || e.bound() != atLeast || e.depth != 8 || e.move != 7 {
		t.Errorf("found %+v", *e)
	}
	table.keep(7, 0.5, atMost, 9, NoMove)
	if e := table.find(7); e.value != 0.5 || e.bound() != atMost || e.depth != 9 || e.move != 7 {
		t.Errorf("a bound without a move leaves %+v", *e)
	}
	table.begin()
	for h := range uint64(4) {
		table.keep(10+h, 0, exactly, 1, NoMove)
	}
	if got := kept(); len(got) != 4 || got[0] != 10 {
		t.Errorf("kept %v, some of an earlier search", got)
	}
	table.clear()
	if got := kept(); len(got) != 0 {
		t.Errorf("cleared, and %v are left", got)
	}
}

// The memory is never passed, and too little is no table.
func TestTranspositionsMemory(t *testing.T) {
	for _, memory := range []int64{0, 63, 64, 100, 128, 1 << 20, 1<<20 + 1<<19} {
		table := newTranspositions(memory)
		got := int64(len(table.buckets)) * bucketEntries * entryBytes
		if got > memory || memory >= 64 && 2*got <= memory || got&(got-1) != 0 {
			t.Errorf("memory %d: a table of %d", memory, got)
		}
		table.keep(1, 0, exactly, 1, 2)
		if (table.find(1) != nil) != (memory >= 64) {
			t.Errorf("memory %d: found %v", memory, table.find(1))
		}
	}
}
