package pages

import (
	"slices"
	"testing"
)

// The arrays of a block are zero, do not overlap and are as long as they were asked to be, in a mapping or in Go's memory.
func TestArrays(t *testing.T) {
	for _, bytes := range []int64{0, 1000, least} {
		for range 2 { // the second time where the first one was
			b := New(4, bytes+8*100+2*33+100)
			longs, shorts, none, rest := Array[uint64](b, 100), Array[int16](b, 33), Array[uint32](b, 0), Array[byte](b, bytes+100)
			if len(longs) != 100 || len(shorts) != 33 || len(none) != 0 || int64(len(rest)) != bytes+100 {
				t.Fatalf("lengths %d, %d, %d, %d", len(longs), len(shorts), len(none), len(rest))
			}
			const page = 4096
			for i := 0; i < len(rest); i += page {
				if rest[i] != 0 {
					t.Fatalf("%d bytes: byte %d is not zero", bytes, i)
				}
			}
			if slices.Max(longs) != 0 || slices.Max(shorts) != 0 {
				t.Errorf("%d bytes: not zero", bytes)
			}
			for i := range longs {
				longs[i] = 1<<64 - 1
			}
			for i := 0; i < len(rest); i += page {
				rest[i] = 0xaa
			}
			if slices.Max(shorts) != 0 || slices.Min(shorts) != 0 || slices.Min(longs) != 1<<64-1 {
				t.Errorf("%d bytes: arrays overlap", bytes)
			}
			b.Free()
		}
	}
}

func TestABlockThatIsFull(t *testing.T) {
	b := New(1, 100)
	defer b.Free()
	defer func() {
		if recover() == nil {
			t.Error("more than the block has was given out")
		}
	}()
	Array[uint64](b, 100)
}
