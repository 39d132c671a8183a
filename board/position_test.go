package board

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// compare fails unless the position is the reference's, field by field.
func compare(t rapid.TB, b *Position, r *reference, toMove Color) {
	t.Helper()
	if err := b.Check(); err != nil {
		t.Fatalf("%v\n%s", err, b)
	}
	var hash uint64
	for i, c := range r.cells {
		p := FromIndex(i, r.size)
		if p.Index(r.size) != i || b.At(p) != c {
			t.Fatalf("%s holds %v, want %v\n%s", p.Vertex(r.size), b.At(p), c, b)
		}
		if c == Empty {
			if b.Head(p) != 0 || b.Liberties(p) != 0 || b.ChainSize(p) != 0 {
				t.Fatalf("empty %s has a chain", p.Vertex(r.size))
			}
			for _, s := range []Color{Black, White} {
				if b.OwnEye(p, s) != r.eye(i, s) {
					t.Fatalf("OwnEye(%s, %v) = %v\n%s", p.Vertex(r.size), s, b.OwnEye(p, s), b)
				}
			}
		} else {
			hash ^= zobrist[c][p]
			stones, liberties := r.chain(i)
			if b.ChainSize(p) != len(stones) || b.Liberties(p) != len(liberties) {
				t.Fatalf("chain at %s: %d stones, %d liberties, want %d and %d\n%s", p.Vertex(r.size),
					b.ChainSize(p), b.Liberties(p), len(stones), len(liberties), b)
			}
			points := b.LibertyPoints(p, nil)
			slices.Sort(points)
			if len(slices.Compact(points)) != len(liberties) {
				t.Fatalf("%d liberty points of %s, want %d\n%s", len(points), p.Vertex(r.size), len(liberties), b)
			}
			for _, q := range points {
				if !liberties[q.Index(r.size)] {
					t.Fatalf("%s is no liberty of %s\n%s", q.Vertex(r.size), p.Vertex(r.size), b)
				}
			}
			ring := 1
			for s := b.Next(p); s != p; s = b.Next(s) {
				if !stones[s.Index(r.size)] {
					t.Fatalf("%s is in the ring of %s", s.Vertex(r.size), p.Vertex(r.size))
				}
				ring++
			}
			if ring != len(stones) {
				t.Fatalf("ring of %s has %d stones, want %d", p.Vertex(r.size), ring, len(stones))
			}
		}
		for _, s := range []Color{Black, White} {
			simple := *r
			simple.ko, simple.suicide = SimpleKo, false
			if want := simple.legal(i, s, toMove) == nil; b.Legal(p, s) != want {
				t.Fatalf("Legal(%s, %v) = %v, want %v\n%s", p.Vertex(r.size), s, !want, want, b)
			}
		}
	}
	ko := NoPoint
	if r.koPoint >= 0 && r.koFor == toMove {
		ko = FromIndex(r.koPoint, r.size)
	}
	if b.Hash() != hash || b.Ko() != ko || b.ToMove() != toMove ||
		b.Prisoners(Black) != r.lost[Black] || b.Prisoners(White) != r.lost[White] {
		t.Fatalf("hash %x, ko %d, to move %v, prisoners %d %d; want %x, %d, %v, %d %d", b.Hash(), b.Ko(), b.ToMove(),
			b.Prisoners(Black), b.Prisoners(White), hash, ko, toMove, r.lost[Black], r.lost[White])
	}
	for k := range 8 {
		want := NoPoint
		if k < len(r.last) {
			if want = Pass; r.last[len(r.last)-1-k] >= 0 {
				want = FromIndex(r.last[len(r.last)-1-k], r.size)
			}
		}
		if b.Recent(k) != want {
			t.Fatalf("Recent(%d) = %d, want %d", k, b.Recent(k), want)
		}
	}
}

// TestAgainstReference plays random games on all sizes under all rules, with undo and
// copies, and compares everything with the slow twin.
func TestAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(MinSize, MaxSize).Draw(t, "size")
		rules := Rules{
			Ko:      KoRule(rapid.IntRange(0, 2).Draw(t, "ko")),
			Suicide: rapid.Bool().Draw(t, "suicide"),
		}
		plies := rapid.IntRange(1, 3*size*size).Draw(t, "plies")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		playAgainstReference(t, size, rules, plies, random)
	})
}

func playAgainstReference(t rapid.TB, size int, rules Rules, plies int, random *rand.Rand) {
	game, err := NewGame(size, rules)
	if err != nil {
		t.Fatal(err)
	}
	ref := newReference(size, rules)
	toMove := Black
	past := []*reference{ref.clone()}
	sides := []Color{toMove}
	// Full comparison costs size to the fourth: on large boards do it now and then.
	every := 1 + size*size/24
	for ply := range plies {
		c := toMove
		if random.IntN(20) == 0 {
			c = c.Opponent()
		}
		i := random.IntN(size*size+1) - 1
		for try := 0; try < 8 && i >= 0 && ref.cells[i] != Empty; try++ {
			i = random.IntN(size * size)
		}
		p := Pass
		if i >= 0 {
			p = FromIndex(i, size)
		}
		want := ref.legal(i, c, toMove)
		if got := game.Legal(p, c); !sameReason(got, want) {
			t.Fatalf("ply %d: Legal(%s, %v) = %v, want %v\n%s", ply, p.Vertex(size), c, got, want, game.Position())
		}
		before := *game.Position()
		if err := game.Play(p, c); !sameReason(err, want) {
			t.Fatalf("ply %d: Play(%s, %v) = %v, want %v", ply, p.Vertex(size), c, err, want)
		}
		if want == nil {
			ref.play(i, c)
			toMove = c.Opponent()
			past = append(past, ref.clone())
			sides = append(sides, toMove)
			// A copy that plays the same move is the same.
			before.Play(p, c)
			if before != *game.Position() {
				t.Fatalf("ply %d: a copy plays differently", ply)
			}
		}
		for random.IntN(40) == 0 && len(past) > 1 {
			if err := game.Undo(); err != nil {
				t.Fatal(err)
			}
			past, sides = past[:len(past)-1], sides[:len(sides)-1]
			ref, toMove = past[len(past)-1].clone(), sides[len(sides)-1]
		}
		if ply%every == 0 || ply == plies-1 {
			compare(t, game.Position(), ref, toMove)
		}
	}
}

func TestNothingAllocates(t *testing.T) {
	b := NewPosition(19)
	r := NewRand(1)
	buf := make([]Point, 0, 361)
	owners := make([]Color, 361)
	ladder := new(Ladder)
	n := testing.AllocsPerRun(200, func() {
		p := b.RandomMove(&r)
		b.Play(p, b.ToMove())
		buf = b.LegalMoves(buf[:0])
		buf = b.LibertyPoints(p, buf[:0])
		for i := range min(20, b.EmptyCount()) {
			ladder.Captures(&b, b.EmptyAt(i))
			ladder.Escapes(&b, b.EmptyAt(i))
		}
		c := b
		c.Playout(&r, 1000)
		c.Owners(owners, nil)
	})
	if n != 0 {
		t.Errorf("%v allocations a move, want 0", n)
	}
}
