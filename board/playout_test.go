package board

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestPlayoutEndsLawfully: what a playout leaves is a sound position, in which neither
// side has a legal move but into its own eyes.
func TestPlayoutEndsLawfully(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(MinSize, MaxSize).Draw(t, "size")
		r := NewRand(rapid.Uint64().Draw(t, "seed"))
		b := NewPosition(size)
		begun := b.Playout(&r, rapid.IntRange(0, size*size).Draw(t, "begun"))
		if err := b.Check(); err != nil {
			t.Fatalf("after %d moves: %v\n%s", begun, err, b.String())
		}
		limit := 20 * size * size
		moves := b.Playout(&r, limit)
		if err := b.Check(); err != nil {
			t.Fatalf("at the end: %v\n%s", err, b.String())
		}
		if moves == limit {
			return // a cycle of captures, as small boards have: there is no end to look at
		}
		if black, white := b.Area(nil); b.Lead() != black-white {
			t.Fatalf("lead %d, want %d - %d\n%s", b.Lead(), black, white, b.String())
		}
		for _, c := range []Color{Black, White} {
			for i := range size * size {
				if p := FromIndex(i, size); b.Legal(p, c) && !b.OwnEye(p, c) {
					t.Fatalf("%v did not play %s\n%s", c, p.Vertex(size), b.String())
				}
			}
		}
	})
}

// TestPlayoutIsTheSlowOne: playouts count pseudo-liberties, RandomMove and Play true
// ones; with the same random numbers they must play the same games.
func TestPlayoutIsTheSlowOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(MinSize, MaxSize).Draw(t, "size")
		r := NewRand(rapid.Uint64().Draw(t, "seed"))
		moves := rapid.IntRange(0, 3*size*size).Draw(t, "moves")
		slow := NewPosition(size)
		fast, same := slow, r
		n := 0
		for passes := 0; n < moves && passes < 2; n++ {
			p := slow.RandomMove(&same)
			slow.Play(p, slow.ToMove())
			if passes++; p != Pass {
				passes = 0
			}
		}
		if got := fast.Playout(&r, moves); got != n {
			t.Fatalf("%d moves, want %d", got, n)
		}
		// Heads may differ, for each merges by its own counts; what they say may not.
		if fast.Hash() != slow.Hash() || fast.Ko() != slow.Ko() || fast.recent != slow.recent ||
			fast.prisoners != slow.prisoners || r != same {
			t.Fatalf("another game\n%s\n%s", fast.String(), slow.String())
		}
		for i := range size * size {
			if p := FromIndex(i, size); fast.Liberties(p) != slow.Liberties(p) {
				t.Fatalf("%s: %d liberties, want %d", p.Vertex(size), fast.Liberties(p), slow.Liberties(p))
			}
		}
	})
}

// TestRandomMoveIsUniform holds the draw on a position where a third of the empty points
// are refused against the flat distribution, by chi-square at 5 standard deviations.
func TestRandomMoveIsUniform(t *testing.T) {
	start, err := Parse(`
		. X . X X
		X X X O X
		. X O . O
		X . X O O
		O O O O .`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []Color{Black, White} {
		b := start
		b.SetToMove(c)
		want := map[Point]bool{}
		for i := range 25 {
			if p := FromIndex(i, 5); b.Legal(p, c) && !b.OwnEye(p, c) {
				want[p] = true
			}
		}
		if len(want) < 2 {
			t.Fatalf("%v has %d moves: a poor example", c, len(want))
		}
		const draws = 30000
		seen := map[Point]int{}
		r := NewRand(7)
		for range draws {
			seen[b.RandomMove(&r)]++
		}
		mean := float64(draws) / float64(len(want))
		for p, n := range seen {
			if !want[p] || math.Abs(float64(n)-mean) > 5*math.Sqrt(mean) {
				t.Errorf("%v at %s: %d of %d draws over %d moves", c, p.Vertex(5), n, draws, len(want))
			}
		}
		if len(seen) != len(want) {
			t.Errorf("%v: drew %d different moves, want %d", c, len(seen), len(want))
		}
	}
}
