package record

import (
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/wyrand"
)

// Part is the share of the games that a game belongs to.
type Part uint8

// The parts of all games.
const (
	Train Part = iota
	Validation
	Test
)

// String is "train", "validation" or "test".
func (p Part) String() string { return [...]string{"train", "validation", "test"}[p] }

// Of a hundred games, how many are held out for each purpose.
const (
	testPercent       = 4
	validationPercent = 4
)

// Split says which part a game of this Hash belongs to: 92% are for training, 4%
// for validation while training, 4% for the test at the end. It depends on
// nothing else, so a game stays on its side whatever files it is read from.
func Split(hash uint64) Part {
	switch h := wyrand.Scramble(hash) % 100; {
	case h < testPercent:
		return Test
	case h < testPercent+validationPercent:
		return Validation
	}
	return Train
}

// turned[size][s][i] is where index i goes under symmetry s; 511 (pass) stays.
var turned [board.MaxSize + 1]*[features.Symmetries][passIndex + 1]uint16

func init() {
	for size := board.MinSize; size <= board.MaxSize; size++ {
		t := new([features.Symmetries][passIndex + 1]uint16)
		for s := range features.Symmetries {
			for i := range size * size {
				t[s][i] = uint16(features.Symmetry(s).Index(i, size))
			}
			t[s][passIndex] = uint16(passIndex)
		}
		turned[size] = t
	}
}

// Hash is a 64-bit hash of the size, the setup stones (in any order) and the moves
// without the passes at the end, which servers record or not. It is the same for
// all eight rotations and reflections of a game.
func (g *Game) Hash() uint64 {
	if board.CheckSize(g.Size) != nil {
		return 0
	}
	moves := g.Moves
	for len(moves) > 0 && moves[len(moves)-1].IsPass() {
		moves = moves[:len(moves)-1]
	}
	// The eight chains of multiplications do not wait for one another.
	var h [features.Symmetries]uint64
	table := turned[g.Size]
	for s := range h {
		t := &table[s]
		for _, m := range g.Setup {
			h[s] += wyrand.Scramble(uint64(m&whiteFlag) | uint64(t[m&indexMask]))
		}
		h[s] = wyrand.Scramble(h[s] + uint64(g.Size))
	}
	for _, m := range moves {
		c := uint64(m&whiteFlag) + 1
		i := m & indexMask
		for s := range h {
			x := (h[s] ^ (c + uint64(table[s][i]))) * 0x9e3779b97f4a7c15
			h[s] = x ^ x>>29
		}
	}
	return wyrand.Scramble(slices.Min(h[:]))
}
