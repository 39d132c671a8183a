package record

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
)

// randomRecord is a random game with all its particulars filled.
func randomRecord(r *rapid.T) Game {
	g := randomGame(r, rapid.IntRange(2, 19).Draw(r, "size"))
	g.Komi = float64(rapid.IntRange(-20, 20).Draw(r, "half komi")) / 2
	g.Handicap = rapid.SampledFrom([]int{0, 2, 9}).Draw(r, "handicap")
	g.Result = ParseResult(rapid.SampledFrom([]string{"", "B+R", "W+2.5", "0", "Void", "B+T", "W+"}).Draw(r, "result"))
	g.BlackRank = ParseRank(rapid.SampledFrom([]string{"", "3d", "12k", "9p", "2878"}).Draw(r, "rank"))
	g.WhiteRank = Dan(7)
	g.Date = Date(rapid.SampledFrom([]int{0, 20160309, 20160300}).Draw(r, "date"))
	g.Rules = rapid.SampledFrom([]string{"", "Japanese", "Chinese"}).Draw(r, "rules")
	g.Source = Source{rapid.SampledFrom([]string{"a.sgf", "b.zip//c.sgf"}).Draw(r, "file"), rapid.IntRange(1, 1000).Draw(r, "line")}
	return g
}

// randomSelfPlay is a randomRecord with a mark and, maybe, thoughts.
func randomSelfPlay(r *rapid.T) Game {
	g := randomRecord(r)
	g.Mark = rapid.IntRange(0, len(g.Moves)).Draw(r, "mark")
	if rapid.Bool().Draw(r, "thinks") {
		for _, m := range g.Moves {
			g.Thoughts = append(g.Thoughts, randomThought(r, g.Size, m.Color()))
		}
	}
	return g
}

// randomThought is nothing, a prior, or a search of some moves.
func randomThought(r *rapid.T, size int, c board.Color) Thought {
	var t Thought
	t.Prior = rapid.Float32Range(0, 1).Draw(r, "prior")
	for range rapid.IntRange(0, 3).Draw(r, "visited") {
		p := board.Pass
		if i := rapid.IntRange(0, size*size).Draw(r, "move"); i < size*size {
			p = board.FromIndex(i, size)
		}
		t.Visits = append(t.Visits, Visit{NewMove(c, p, size), rapid.Uint32Min(1).Draw(r, "visits")})
		t.Value = rapid.Float32Range(-1, 1).Draw(r, "value")
	}
	return t
}

func gamesOf(s *Set) []Game {
	var out []Game
	for i := range s.Len() {
		g := s.Game(i)
		g.Setup, g.Moves = append([]Move{}, g.Setup...), append([]Move{}, g.Moves...)
		out = append(out, g)
	}
	return out
}

func normal(gs []Game) []Game {
	out := make([]Game, len(gs))
	for i, g := range gs {
		g.Setup, g.Moves = append([]Move{}, g.Setup...), append([]Move{}, g.Moves...)
		out[i] = g
	}
	return out
}

func TestSetGivesBackItsGames(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		games := rapid.SliceOfN(rapid.Custom(randomSelfPlay), 1, 20).Draw(r, "games")
		var s, other Set
		cut := rapid.IntRange(0, len(games)).Draw(r, "cut")
		for _, g := range games[:cut] {
			s.Add(g)
		}
		for _, g := range games[cut:] {
			other.Add(g)
		}
		s.absorb(&other)
		if diff := cmp.Diff(normal(games), gamesOf(&s)); diff != "" {
			t.Fatal(diff)
		}
		k := 0
		for i, g := range games {
			if s.MoveCount(i) != len(g.Moves) {
				t.Fatalf("game %d: %d moves, want %d", i, s.MoveCount(i), len(g.Moves))
			}
			k += len(g.Moves)
		}
		if s.Positions() != k {
			t.Fatalf("%d positions, want %d", s.Positions(), k)
		}
		// A subset, then more games: the parent stays as it was.
		sub := s.Subset(func(i int) bool { return i%2 == 0 })
		sub.Add(games[0])
		s.Add(games[len(games)-1])
		var even []Game
		for i := 0; i < len(games); i += 2 {
			even = append(even, games[i])
		}
		if diff := cmp.Diff(normal(append(even, games[0])), gamesOf(sub)); diff != "" {
			t.Fatal("subset:", diff)
		}
		if diff := cmp.Diff(normal(append(games, games[len(games)-1])), gamesOf(&s)); diff != "" {
			t.Fatal("parent of a subset:", diff)
		}
	})
}

func TestLargeSetsChangeHandsWhole(t *testing.T) {
	long := Game{Size: 19, Moves: make([]Move, 1000)}
	var a, b Set
	for i := range 3000 {
		long.Source.Line = i + 1
		long.Moves[0] = Move(i % 361)
		long.Thoughts = nil
		if i%500 == 0 {
			long.Thoughts = make([]Thought, 1000)
			long.Thoughts[0].Value = float32(i)
		}
		(map[bool]*Set{true: &a, false: &b})[i < 10].Add(long)
	}
	a.absorb(&b)
	a.Add(long)
	if a.Len() != 3001 || a.Positions() != 3001000 {
		t.Fatalf("%d games, %d positions", a.Len(), a.Positions())
	}
	for i := range 3000 {
		if g := a.Game(i); g.Source.Line != i+1 || g.Moves[0] != Move(i%361) || len(g.Moves) != 1000 {
			t.Fatalf("game %d: line %d, first move %d", i, g.Source.Line, g.Moves[0])
		} else if (i%500 == 0) != (g.Thoughts != nil) || i%500 == 0 && g.Thoughts[0].Value != float32(i) {
			t.Fatalf("game %d: the thoughts are another game's", i)
		}
	}
}

func TestSplitOfSetKeepsMirrorImagesTogether(t *testing.T) {
	var s Set
	for i := range 81 {
		g := Game{Size: 9, Moves: []Move{NewMove(board.Black, board.FromIndex(i, 9), 9), Move(80-i) | whiteFlag}}
		s.Add(g)
	}
	train, validation, test := s.Split()
	if train.Len()+validation.Len()+test.Len() != 81 {
		t.Fatal("games lost or doubled")
	}
	side := map[uint64]int{}
	for i, part := range []*Set{train, validation, test} {
		for j := range part.Len() {
			g := part.Game(j)
			h := g.Hash()
			if before, ok := side[h]; ok && before != i {
				t.Fatal("mirror images on two sides")
			}
			side[h] = i
		}
	}
	if len(side) != 15 { // 81 points fall into 15 orbits of the eight symmetries
		t.Errorf("%d different games, want 15", len(side))
	}
}
