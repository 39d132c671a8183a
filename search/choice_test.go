package search

import (
	"math"
	"testing"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// Every choice takes each of the moves that tie equally often, and no other; where none tie
// chance has no say.
func TestChoicesBreakTiesByChance(t *testing.T) {
	equal := MoveStat{Visits: 9, Mean: 0.5, LCB: 0.25, Outcome: 0.5, Variance: 0.1}
	fewer, none := equal, MoveStat{LCB: -1}
	fewer.Visits = 8
	worse := MoveStat{Visits: 9, Mean: 0.25, LCB: 0.1, Outcome: 0.25, Variance: 0.1}
	moves := []MoveStat{worse, equal, fewer, equal, none, worse, equal}
	const draws = 3000
	r := wyrand.New(1)
	for _, c := range []Choice{MostVisits{}, HighestMean{}, HighestLCB{}, Posterior} {
		var seen [7]int
		for range draws {
			seen[c.Choose(moves, r.Uint64())]++
		}
		for i, n := range seen {
			want := 0.0
			if moves[i] == equal {
				want = draws / 3
			}
			if off := math.Abs(float64(n) - want); off > 130 || want == 0 && n > 0 {
				t.Errorf("%T takes move %d %d times of %d, want about %.0f", c, i, n, draws, want)
			}
		}
		if a, b := c.Choose(moves, 0), c.Choose(moves, math.MaxUint64); a != 1 || b != 6 {
			t.Errorf("%T takes moves %d and %d by the least and the greatest chance, want 1 and 6", c, a, b)
		}
		for range 20 {
			if got := c.Choose(moves[:3], r.Uint64()); got != 1 {
				t.Errorf("%T takes move %d, want 1: nothing ties", c, got)
			}
		}
		if got := c.Choose([]MoveStat{none, none}, math.MaxUint64); got != 1 {
			t.Errorf("%T takes the first of two moves without visits, whatever the chance", c)
		}
	}
}

// A tree's choice among equals depends on its seed alone: it is the same as often as it is
// made, and when the search is made again, and over many seeds all of the equals come.
func TestTiesRepeatWithTheirSeed(t *testing.T) {
	tree, err := New(small(1), Parts{Rule: NewUCT(), Leaf: func() Leaf { return verdict(0) }}, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Move]int{}
	for seed := range uint64(200) {
		var first Move
		for again := range 2 {
			tree.Reseed(seed)
			search(t, tree, 9)
			best := tree.Best(MostVisits{})
			if again == 0 {
				first = best
				seen[best]++
			}
			if next := tree.Best(MostVisits{}); best != first || next != first {
				t.Fatalf("seed %d chooses %d, %d and %d", seed, first, best, next)
			}
		}
	}
	for m := range Move(9) {
		if seen[m] < 5 { // 22 are expected
			t.Errorf("move %d was chosen %d times of 200", m, seen[m])
		}
	}
	// The next search has another chance.
	before := tree.Chance()
	search(t, tree, 1)
	if tree.Chance() == before {
		t.Error("two searches break ties alike")
	}
}
