package record

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/board"
)

// play builds a game from vertices, Black first, colours alternating.
func play(t *testing.T, size int, vertices ...string) Game {
	t.Helper()
	g := Game{Size: size, First: board.Black}
	c := board.Black
	for _, v := range vertices {
		p, err := board.ParseVertex(v, size)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, NewMove(c, p, size))
		c = c.Opponent()
	}
	return g
}

func TestMoveHoldsColorAndPoint(t *testing.T) {
	for _, size := range []int{2, 9, 19} {
		for _, c := range []board.Color{board.Black, board.White} {
			if m := NewMove(c, board.Pass, size); !m.IsPass() || m.Color() != c || m.Point(size) != board.Pass {
				t.Errorf("pass of %v on %d: %v", c, size, m)
			}
			for i := range size * size {
				p := board.FromIndex(i, size)
				if m := NewMove(c, p, size); m.IsPass() || m.Color() != c || m.Point(size) != p || m.Index() != i {
					t.Errorf("%v %v on %d: %v %v", c, p, size, m.Color(), m.Point(size))
				}
			}
		}
	}
}

func TestReplayShowsThePositionBeforeEachMove(t *testing.T) {
	g := play(t, 3, "B1", "A1", "B3", "pass", "A2") // Black takes A1
	var drawn []string
	err := g.Replay(func(ply int, pos *board.Position, m Move) bool {
		if pos.ToMove() != m.Color() {
			t.Errorf("ply %d: %v to move, %v moves", ply, pos.ToMove(), m.Color())
		}
		drawn = append(drawn, pos.String())
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(drawn) != 5 || drawn[0] != ". . .\n. . .\n. . .\n" || drawn[4] != ". X .\n. . .\nO X .\n" {
		t.Errorf("positions %q", drawn)
	}
	var end board.Position
	if err := g.PositionAt(5, &end); err != nil || end.String() != ". X .\nX . .\n. X .\n" {
		t.Errorf("final position %q, %v", end.String(), err)
	}
	for ply := range drawn {
		var p board.Position
		if err := g.PositionAt(ply, &p); err != nil || p.String() != drawn[ply] || p.ToMove() != g.Moves[ply].Color() {
			t.Errorf("PositionAt(%d): %v\n%v", ply, err, p.String())
		}
	}
	if g.PositionAt(6, &end) == nil || g.PositionAt(-1, &end) == nil {
		t.Error("a ply outside the game was accepted")
	}
}

func TestIllegalMovesAreFound(t *testing.T) {
	ko := []string{"B3", "C3", "A2", "D2", "B1", "C1", "C2", "B2"} // White takes C2
	for name, c := range map[string]struct {
		game Game
		ply  int
		want error
	}{
		"occupied": {play(t, 5, "C3", "C3"), 1, board.ErrOccupied},
		"suicide":  {play(t, 5, "A2", "E5", "B1", "A1"), 3, board.ErrSuicide},
		"ko":       {play(t, 5, append(ko, "C2")...), 8, board.ErrKo},
		"off":      {Game{Size: 3, Moves: []Move{9}}, 0, errSizeOrMove},
	} {
		var illegal *IllegalError
		if err := c.game.Verify(); !errors.As(err, &illegal) || illegal.Ply != c.ply || !errors.Is(err, c.want) {
			t.Errorf("%s: Verify says %v", name, err)
		}
		if err := c.game.Replay(func(int, *board.Position, Move) bool { return true }); !errors.Is(err, c.want) {
			t.Errorf("%s: Replay says %v", name, err)
		}
	}
	legal := play(t, 5, append(ko, "E5", "A5", "C2")...) // the ko retaken after a threat
	if err := legal.Verify(); err != nil {
		t.Errorf("legal game: %v", err)
	}
}

func TestSetupIsChecked(t *testing.T) {
	for name, setup := range map[string][]string{
		"twice":      {"A1", "A1"},
		"no liberty": {"A1", "pass"},
	} {
		g := play(t, 3, setup...)
		g.Setup, g.Moves = g.Moves, nil
		if _, err := g.Start(); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// randomGame plays random legal moves.
func randomGame(r *rapid.T, size int) Game {
	g := Game{Size: size, First: board.Black}
	pos := board.NewPosition(size)
	for range rapid.IntRange(0, 60).Draw(r, "moves") {
		c := pos.ToMove()
		m := NewMove(c, board.Pass, size)
		if i := rapid.IntRange(-1, size*size-1).Draw(r, "point"); i >= 0 && pos.Legal(board.FromIndex(i, size), c) {
			m = NewMove(c, board.FromIndex(i, size), size)
		}
		g.Moves = append(g.Moves, m)
		pos.Play(m.Point(size), c)
	}
	return g
}

// reflect is a game seen under one symmetry, worked out from coordinates alone.
func reflect(g Game, transpose, flipX, flipY bool) Game {
	n := g.Size - 1
	see := func(ms []Move) []Move {
		out := make([]Move, len(ms))
		for i, m := range ms {
			p := m.Point(g.Size)
			if p != board.Pass {
				x, y := p.X(), p.Y()
				if flipX {
					x = n - x
				}
				if flipY {
					y = n - y
				}
				if transpose {
					x, y = y, x
				}
				p = board.XY(x, y)
			}
			out[i] = NewMove(m.Color(), p, g.Size)
		}
		return out
	}
	g.Moves, g.Setup = see(g.Moves), see(g.Setup)
	return g
}

func TestHashIsCanonicalUnderSymmetry(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g := randomGame(r, rapid.IntRange(2, 19).Draw(r, "size"))
		h := g.Hash()
		for s := range 8 {
			if mirrored := reflect(g, s&1 != 0, s&2 != 0, s&4 != 0); mirrored.Hash() != h {
				t.Fatalf("symmetry %d: %x, want %x", s, mirrored.Hash(), h)
			}
		}
		longer := g
		longer.Moves = append(append([]Move(nil), g.Moves...), NewMove(board.Black, board.Pass, g.Size))
		if longer.Hash() != h {
			t.Fatal("a pass at the end changes the hash")
		}
	})
}

func TestHashTellsGamesApart(t *testing.T) {
	seen := map[uint64]string{}
	add := func(name string, g Game) {
		t.Helper()
		h := g.Hash()
		if other, ok := seen[h]; ok {
			t.Errorf("%s and %s have one hash", name, other)
		}
		seen[h] = name
	}
	add("empty 9", Game{Size: 9})
	add("empty 19", Game{Size: 19})
	add("one", play(t, 9, "C3"))
	add("one, bigger board", play(t, 19, "C3"))
	add("other point", play(t, 9, "C4"))
	add("two", play(t, 9, "C3", "C4"))
	add("swapped", play(t, 9, "C4", "C3"))
	add("pass first", play(t, 9, "pass", "C3"))
	set := play(t, 9, "C3")
	set.Setup, set.Moves = set.Moves, nil
	add("set up", set)
	white := play(t, 9, "C3")
	white.Moves[0] = NewMove(board.White, board.XY(2, 6), 9)
	add("white", white)
}

func TestSetupOrderDoesNotMatterToHash(t *testing.T) {
	a, b := play(t, 9, "C3", "G7", "D4"), play(t, 9, "D4", "G7", "C3")
	a.Setup, a.Moves, b.Setup, b.Moves = a.Moves, nil, b.Moves, nil
	if a.Hash() != b.Hash() {
		t.Error("hashes differ")
	}
}

func TestSplitSharesAsItSays(t *testing.T) {
	var n [3]int
	const games = 100000
	for i := range uint64(games) {
		n[Split(i)]++
	}
	if n[Train] < 0.91*games || n[Test] < 0.035*games || n[Validation] < 0.035*games || n[Train]+n[Test]+n[Validation] != games {
		t.Errorf("of %d: %v", games, n)
	}
}
