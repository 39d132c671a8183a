package features

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tengen-go/tengen/board"
	"pgregory.net/rapid"
)

// pair is one position on the board and on the oracle.
type pair struct {
	pos  board.Position
	slow *oracle
}

func newPair(size int) *pair { return &pair{board.NewPosition(size), newOracle(size)} }

// play plays the point of index i, -1 passing, on both; false if it is illegal.
func (b *pair) play(i int) bool {
	after, _ := b.slow.play(i)
	p := board.Pass
	if i >= 0 {
		p = board.FromIndex(i, b.slow.size)
	}
	if legal := b.pos.Legal(p, b.pos.ToMove()); legal != (after != nil) {
		panic(fmt.Sprintf("board and oracle disagree: %s legal on the board: %v", p.Vertex(b.slow.size), legal))
	}
	if after == nil {
		return false
	}
	b.pos.Play(p, b.pos.ToMove())
	b.slow = after
	return true
}

// compare reports every plane of every point in which Extract differs from the
// oracle. It returns the ladder questions that the reader's bound cut short.
func (b *pair) compare(t interface{ Errorf(string, ...any) }, e *Extractor) (cut int) {
	size := b.slow.size
	got := make([]float32, size*size*int(ValuePlanes))
	e.Extract(got, int(ValuePlanes), &b.pos, ValuePlanes, 0)
	for i, want := range b.slow.planes() {
		var captures, escapes ladderOracle
		if captures.takes(b.slow, i) {
			want[LadderCapture] = 1
		}
		if escapes.saves(b.slow, i) {
			want[LadderEscape] = 1
		}
		for plane, v := range want {
			if g := got[i*int(ValuePlanes)+plane]; g != v {
				if plane == LadderCapture && captures.moves > board.LadderNodes || plane == LadderEscape && escapes.moves > board.LadderNodes {
					cut++
					continue
				}
				t.Errorf("%s, plane %d (%s): %v, want %v\n%s to move\n%s", board.FromIndex(i, size).Vertex(size), plane, Name(plane), g, v, b.pos.ToMove(), b.pos.String())
			}
		}
	}
	return cut
}

// TestExtractAgreesWithDefinitions compares all planes with the oracle along
// random games of all sizes.
func TestExtractAgreesWithDefinitions(t *testing.T) {
	e := NewExtractor()
	for size := 5; size <= board.MaxSize; size++ {
		rng := rand.New(rand.NewPCG(uint64(size), 48))
		b := newPair(size)
		for ply := range 2 * size * size {
			i := rng.IntN(size * size)
			if rng.IntN(40) == 0 {
				i = -1
			}
			if b.play(i) && ply%(size*size/12+1) == 0 {
				b.compare(t, e)
			}
			if t.Failed() {
				t.FailNow()
			}
		}
	}
}

// TestExtractOnSmallBoards is the same on boards so small that everything is an
// edge, a ko or a capture, with games that rapid can shrink.
func TestExtractOnSmallBoards(t *testing.T) {
	e := NewExtractor()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 6).Draw(t, "size")
		b := newPair(size)
		for _, i := range rapid.SliceOfN(rapid.IntRange(-1, size*size-1), 0, 60).Draw(t, "moves") {
			b.play(i)
		}
		b.compare(t, e)
	})
}
