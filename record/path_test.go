package record

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/sgf"
)

// MovesAfter gives moves of the main line only. A node of a variation is not on that line.
func TestMovesAfter(t *testing.T) {
	trees, faults := sgf.Parse("x", []byte("(;SZ[9];B[aa]C[first];C[words](;W[bb];B[];TB[cc])(;W[dd]))"))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	line := trees[0].MainLine()
	want := []*sgf.Node{line[1], line[3], line[4]}
	for i, left := range []int{3, 2, 2, 1, 0, 0} {
		got, ok := MovesAfter(trees[0], line[i])
		if !ok || !slices.Equal(got, want[3-left:]) {
			t.Errorf("after node %d: %d moves, %v; want %d", i, len(got), ok, left)
		}
	}
	if got, ok := MovesAfter(trees[0], line[2].Children[1]); ok || len(got) > 0 {
		t.Errorf("after a variation: %d moves, %v", len(got), ok)
	}
}
