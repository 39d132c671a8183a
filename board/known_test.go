package board

import (
	"fmt"
	"slices"
	"testing"
)

// perft counts the sequences of placements of a length, Black first, no passes and no
// suicide, by ply.
func perft(t *testing.T, size int, ko KoRule, depth int) []int {
	t.Helper()
	game, err := NewGame(size, Rules{Ko: ko})
	if err != nil {
		t.Fatal(err)
	}
	counts := make([]int, depth)
	var count func(ply int, c Color)
	count = func(ply int, c Color) {
		for i := range size * size {
			p := FromIndex(i, size)
			if game.Legal(p, c) != nil {
				continue
			}
			counts[ply]++
			if ply+1 == depth {
				continue
			}
			if err := game.Play(p, c); err != nil {
				t.Fatal(err)
			}
			count(ply+1, c.Opponent())
			if err := game.Undo(); err != nil {
				t.Fatal(err)
			}
		}
	}
	count(0, Black)
	return counts
}

// The move trees of small boards were computed by two independent programs of ours, in
// Go and in Python, of which this package is neither.
var perfts = []struct {
	size   int
	ko     KoRule
	counts []int
}{
	{2, SimpleKo, []int{4, 12, 24, 16, 32, 32, 32, 96, 192, 128}},
	{2, PositionalSuperko, []int{4, 12, 24, 16, 32, 32, 16, 48, 80, 32}},
	{3, SimpleKo, []int{9, 72, 504, 2976, 14720, 56176}},
	{3, PositionalSuperko, []int{9, 72, 504, 2976, 14720, 56176}},
	{4, SimpleKo, []int{16, 240, 3360, 43576}},
	{4, PositionalSuperko, []int{16, 240, 3360, 43576}},
	{5, SimpleKo, []int{25, 600, 13800}},
	{9, SimpleKo, []int{81, 6480}},
}

func TestMoveTrees(t *testing.T) {
	for _, want := range perfts {
		t.Run(fmt.Sprintf("%d/%d", want.size, want.ko), func(t *testing.T) {
			if got := perft(t, want.size, want.ko, len(want.counts)); !slices.Equal(got, want.counts) {
				t.Errorf("%v, want %v", got, want.counts)
			}
		})
	}
}

// legalPositions counts the placements of stones that Setup takes, of all there are.
func legalPositions(size int) int {
	n := size * size
	total := 1
	for range n {
		total *= 3
	}
	empty := NewPosition(size)
	legal := 0
	var black, white [16]Point
	for code := range total {
		nb, nw := 0, 0
		for i, rest := 0, code; i < n; i, rest = i+1, rest/3 {
			switch Color(rest % 3) {
			case Black:
				black[nb] = FromIndex(i, size)
				nb++
			case White:
				white[nw] = FromIndex(i, size)
				nw++
			}
		}
		b := empty
		if b.Setup(black[:nb], white[:nw]) == nil {
			legal++
		}
	}
	return legal
}

// TestLegalPositions compares with Tromp & Farnebäck, Combinatorics of Go, table of
// L(n,n).
func TestLegalPositions(t *testing.T) {
	for size, want := range map[int]int{2: 57, 3: 12675} {
		if got := legalPositions(size); got != want {
			t.Errorf("%d×%d: %d legal positions, want %d", size, size, got, want)
		}
	}
}
