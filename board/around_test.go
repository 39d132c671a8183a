package board

import (
	"slices"
	"testing"
)

// TestAround: the code and the liberties against the points one by one, in random games.
func TestAround(t *testing.T) {
	r := NewRand(1)
	var buf []Point
	for _, size := range []int{2, 5, 9, 19} {
		for range 5 {
			b := NewPosition(size)
			for range 2 * size * size {
				for i := range size * size {
					p := FromIndex(i, size)
					want := uint16(0)
					for k, q := range p.Ring() {
						if d := [2]int{q.X() - p.X(), q.Y() - p.Y()}; q.OnBoard(size) &&
							d != [2]int{[]int{-1, 0, 1, -1, 1, -1, 0, 1}[k], []int{-1, -1, -1, 0, 0, 1, 1, 1}[k]} {
							t.Fatalf("point %d round %s is %s", k, p.Vertex(size), q.Vertex(size))
						}
						want |= uint16(b.At(q)) << (2 * k)
					}
					if got := b.Around(p); got != want {
						t.Fatalf("round %s: %04x, want %04x\n%s", p.Vertex(size), got, want, b.String())
					}
					if b.At(p) == Empty {
						continue
					}
					buf = b.LibertyPoints(p, buf[:0])
					if !slices.Contains(buf, b.Liberty(p)) {
						t.Fatalf("%s is no liberty of %s\n%s", b.Liberty(p).Vertex(size), p.Vertex(size), b.String())
					}
					if len(buf) > 1 {
						if two := b.TwoLiberties(p); two[0] == two[1] || !slices.Contains(buf, two[0]) || !slices.Contains(buf, two[1]) {
							t.Fatalf("%v are no two liberties of %s\n%s", two, p.Vertex(size), b.String())
						}
					}
				}
				m := b.RandomMove(&r)
				b.Play(m, b.ToMove())
			}
		}
	}
}
