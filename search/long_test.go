//go:build long

package search

import (
	"runtime"
	"testing"

	"github.com/tengen-go/tengen/board"
)

// Ten million playouts on 19×19 within 48 MiB: memory stays where it was, every playout is
// counted, and the search still finds the good moves. The outcomes are not played out but
// drawn: a first move nearer to the middle wins more
// often.
func TestTenMillionPlayouts(t *testing.T) {
	var tree *Tree
	leaf := leafFunc(func(v *Visit) (float32, error) {
		p := board.Point(tree.store.moves[v.w.path[0].edge])
		if v.Rand.IntN(36) < 27-distance(p) {
			return 1, nil
		}
		return -1, nil
	})
	c := small(2)
	c.Memory = 48 << 20
	tree, err := New(c, Parts{Rule: NewUCT(), Leaf: func() Leaf { return leaf }}, emptyGo(t, 19))
	if err != nil {
		t.Fatal(err)
	}
	search(t, tree, 100_000)
	var start, end runtime.MemStats
	runtime.ReadMemStats(&start)
	const playouts = 10_000_000
	for range 10 {
		search(t, tree, playouts/10)
	}
	runtime.ReadMemStats(&end)
	if got := tree.Root().Visits; got != playouts+100_000 {
		t.Errorf("%d visits at the root", got)
	}
	if grew := int64(end.Sys) - int64(start.Sys); grew > 8<<20 || end.HeapAlloc > 64<<20 {
		t.Errorf("memory grew by %d bytes to %d", grew, end.HeapAlloc)
	}
	if tree.recycled < 10 {
		t.Errorf("recycled %d times only", tree.recycled)
	}
	r := tree.Root()
	p := board.Point(r.Moves[MostVisits{}.Choose(r.Moves, 0)].Move)
	if distance(p) > 3 {
		t.Errorf("most playouts began with %s", p.Vertex(19))
	}
	t.Logf("recycled %d times", tree.recycled)
}

// distance is how far a point is from the middle, along the lines.
func distance(p board.Point) int {
	x, y := p.X(), p.Y()
	return max(x-9, 9-x) + max(y-9, 9-y)
}
