package sample

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/features"
)

// Find against the obvious list of (game, number) pairs, games without positions
// included.
func TestPositionsFind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 30).Draw(t, "counts")
		p := NewPositions(counts)
		type pair struct{ game, k int }
		var list []pair
		for g, c := range counts {
			for k := range c {
				list = append(list, pair{g, k})
			}
		}
		if p.Len() != int64(len(list)) || p.Games() != len(counts) {
			t.Fatalf("%d positions of %d games, want %d of %d", p.Len(), p.Games(), len(list), len(counts))
		}
		for n, want := range list {
			if g, k := p.Find(int64(n)); g != want.game || k != want.k {
				t.Fatalf("position %d is %d of game %d, want %v", n, k, g, want)
			}
		}
	})
}

// Every epoch visits every position once, the epochs differ, and eight of them
// show each position in all eight symmetries.
func TestOrderCoversPositionsAndSymmetries(t *testing.T) {
	const n = 1009
	o, err := NewOrder(n, 3)
	if err != nil {
		t.Fatal(err)
	}
	for block := range int64(2) {
		var seen [n][features.Symmetries]bool
		var perSymmetry [features.Symmetries]int
		fixed := 0
		for e := block * 8; e < block*8+8; e++ {
			var visited [n]bool
			for i := range int64(n) {
				p, sym := o.Sample(e*n + i)
				if visited[p] {
					t.Fatalf("epoch %d visits %d twice", e, p)
				}
				if seen[p][sym] {
					t.Fatalf("epoch %d repeats symmetry %d of position %d", e, sym, p)
				}
				visited[p], seen[p][sym] = true, true
				if e%8 == 0 {
					perSymmetry[sym]++
				}
				if before, _ := o.Sample(max(e-1, 0)*n + i); e > 0 && before == p {
					fixed++
				}
			}
		}
		// Two independent orders agree in about one place.
		if fixed > 40 {
			t.Errorf("%d places agree between neighbouring epochs", fixed)
		}
		for sym, c := range perSymmetry {
			if c < 80 || c > 180 {
				t.Errorf("symmetry %d of %d positions in one epoch, expected about %d", sym, c, n/8)
			}
		}
	}
}

// A sample depends on nothing but the seed and its number: a run that starts at
// sample s, as after a resume, sees what the unbroken run saw.
func TestOrderHasNoMemory(t *testing.T) {
	a, err := NewOrder(100, 9)
	if err != nil {
		t.Fatal(err)
	}
	type sampled struct {
		p   int64
		sym int
	}
	var run []sampled
	for s := range int64(500) {
		p, sym := a.Sample(s)
		run = append(run, sampled{p, sym})
	}
	rapid.Check(t, func(t *rapid.T) {
		b, err := NewOrder(100, 9)
		if err != nil {
			t.Fatal(err)
		}
		s := rapid.Int64Range(0, 499).Draw(t, "sample")
		if p, sym := b.Sample(s); run[s] != (sampled{p, sym}) {
			t.Fatalf("sample %d is %d/%d, in the unbroken run %v", s, p, sym, run[s])
		}
	})
}

func TestOrderOfNothing(t *testing.T) {
	if _, err := NewOrder(0, 1); err == nil {
		t.Error("no error")
	}
}
