package negamax

import (
	"testing"

	"github.com/tengen-go/tengen/search"
)

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
		table.keep(h, float32(h)/10, atLeast, int(h+1), unproven, search.Move(h))
	}
	if got := kept(); len(got) != 4 || got[0] == 0 || got[3] != 7 {
		t.Errorf("kept %v of depths 1 to 8", got)
	}
	if e := table.find(7); e.value != 0.7 || e.bound() != atLeast || e.depth != 8 || e.move != 7 {
		t.Errorf("found %+v", *e)
	}
	table.keep(7, 0.5, atMost, 9, unproven, search.NoMove)
	if e := table.find(7); e.value != 0.5 || e.bound() != atMost || e.depth != 9 || e.move != 7 {
		t.Errorf("a bound without a move leaves %+v", *e)
	}
	table.begin()
	for h := range uint64(4) {
		table.keep(10+h, 0, exactly, 1, unproven, search.NoMove)
	}
	if got := kept(); len(got) != 4 || got[0] != 10 {
		t.Errorf("kept %v, some of an earlier search", got)
	}
	table.forget()
	if got := kept(); len(got) != 0 {
		t.Errorf("forgotten, and %v are left", got)
	}
}

// However often a table forgets, nothing of before comes back, and what comes after finds its
// place as in an empty one.
func TestTranspositionsForget(t *testing.T) {
	table := newTranspositions(4 * bucketEntries * entryBytes)
	for i := range 3 * generations / 2 {
		h := uint64(i)
		if table.find(h) != nil || table.find(h%1000) != nil {
			t.Fatalf("after %d times something is there", i)
		}
		table.keep(h, 1, exactly, 0, 3, 4)
		table.keep(h%1000, -1, exactly, 0, 2, 5)
		if e := table.find(h); e == nil || i >= 1000 && e.value != 1 {
			t.Fatalf("after %d times nothing is kept", i)
		}
		table.forget()
	}
	fresh := newTranspositions(4 * bucketEntries * entryBytes)
	for h := range uint64(40) {
		for _, u := range []*transpositions{table, fresh} {
			u.keep(h, 0, exactly, int(h*7%11), unproven, search.NoMove)
		}
	}
	for h := range uint64(40) {
		if (table.find(h) == nil) != (fresh.find(h) == nil) {
			t.Errorf("position %d is kept by one table", h)
		}
	}
}

// A win that is proven stays when the position is read less deep without finding it, and counts
// from the depth on that shows it; a proven draw counts at any.
func TestTranspositionsKeepWhatIsProven(t *testing.T) {
	table := newTranspositions(1 << 10)
	table.keep(1, 1, exactly, 5, 5, 2)
	table.keep(1, 0.3, exactly, 2, unproven, 3)
	e := table.find(1)
	if e.value != 1 || e.move != 2 || e.proof() != 5 || e.holds(4) || !e.holds(5) || !e.holds(6) {
		t.Errorf("of a win in 5: %+v", *e)
	}
	table.keep(1, 1, exactly, 3, 3, 4)
	if e := table.find(1); e.proof() != 3 || e.move != 4 || !e.holds(3) {
		t.Errorf("of a win in 3: %+v", *e)
	}
	table.keep(2, 0, exactly, 5, 5, 2)
	if e := table.find(2); !e.holds(0) || e.proof() != 5 {
		t.Errorf("of a draw: %+v", *e)
	}
	table.keep(3, 0.5, exactly, 5, unproven, 2)
	if e := table.find(3); !e.holds(5) || e.holds(6) || e.proof() != unproven {
		t.Errorf("of what was read 5 plies deep: %+v", *e)
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
		table.keep(1, 0, exactly, 1, unproven, 2)
		if (table.find(1) != nil) != (memory >= 64) {
			t.Errorf("memory %d: found %v", memory, table.find(1))
		}
	}
}
