package board

import "testing"

func TestHashAfterIsTheHashAfterPlay(t *testing.T) {
	for seed := range uint64(60) {
		r := NewRand(seed)
		b := NewPosition(2 + int(seed)%8)
		for range 300 {
			c := b.ToMove()
			for i := range b.EmptyCount() {
				p := b.EmptyAt(i) // suicides too
				stones, toMove := b.HashAfter(p, c)
				after := b
				after.Play(p, c)
				if stones != after.Hash() || toMove != after.HashToMove() {
					t.Fatalf("%v at %s:\n%v", c, p.Vertex(b.Size()), b.String())
				}
			}
			stones, toMove := b.HashAfter(Pass, c)
			p := b.RandomMove(&r)
			after := b
			after.Play(Pass, c)
			if stones != after.Hash() || toMove != after.HashToMove() {
				t.Fatal("pass")
			}
			b.Play(p, c)
		}
	}
}
