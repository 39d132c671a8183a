package board

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
)

// play plays moves, named as players name them; the colours alternate.
func play(t *testing.T, g *Game, moves string) {
	t.Helper()
	c := g.Position().ToMove()
	for v := range strings.FieldsSeq(moves) {
		p, err := ParseVertex(v, g.Size())
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(p, c); err != nil {
			t.Fatalf("%v\n%s", err, g.Position().String())
		}
		c = c.Opponent()
	}
}

func at(t *testing.T, size int, vertex string) Point {
	t.Helper()
	p, err := ParseVertex(vertex, size)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func gameFrom(t *testing.T, diagram string, rules Rules) *Game {
	t.Helper()
	b, err := Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGameFrom(b, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestKoIsRetakenLater(t *testing.T) {
	g := gameFrom(t, `
		. X O . .
		X O . O .
		. X O . .
		. . . . .
		. . . . .`, Japanese())
	play(t, g, "C4")
	if k := g.Position().Ko(); k != at(t, 5, "B4") {
		t.Fatalf("ko at %s", k.Vertex(5))
	}
	if err := g.Play(at(t, 5, "B4"), White); !errors.Is(err, ErrKo) {
		t.Fatalf("retaking at once: %v", err)
	}
	play(t, g, "E1 A1 B4") // a threat, its answer, and the ko again
	if g.Position().Prisoners(Black) != 1 || g.Position().Prisoners(White) != 1 {
		t.Errorf("prisoners %d and %d, want 1 and 1", g.Position().Prisoners(Black), g.Position().Prisoners(White))
	}
}

// Stones that were captured count as well: White made three moves here, and Black six with the handicap.
func TestSurplusIsOfStonesPlayed(t *testing.T) {
	g, err := NewGame(5, Japanese())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.PlaceHandicap([]Point{at(t, 5, "B1"), at(t, 5, "C3")}); err != nil {
		t.Fatal(err)
	}
	play(t, g, "A1 A2 E5 D3 pass C4 E4 C2")
	if p := g.Position(); p.Prisoners(White) != 1 || p.Surplus(Territory) != 3 || p.Surplus(Area) != 0 {
		t.Errorf("%d prisoners, a surplus of %d, and %d under area scoring; want 1, 3 and 0",
			p.Prisoners(White), p.Surplus(Territory), p.Surplus(Area))
	}
}

// A ko may be taken back at once when the history is forgotten, under each ko rule. The score stays as it was.
func TestForgottenHistory(t *testing.T) {
	for _, ko := range []KoRule{SimpleKo, PositionalSuperko, SituationalSuperko} {
		g, err := NewGame(5, Rules{Ko: ko, Bonus: BonusN, Komi: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.PlaceHandicap([]Point{at(t, 5, "A1"), at(t, 5, "B1")}); err != nil {
			t.Fatal(err)
		}
		play(t, g, "C4 B4 D3 A3 C2 B2 B3 C3")
		retake := at(t, 5, "B3")
		if err := g.Legal(retake, White); !errors.Is(err, ErrKo) {
			t.Fatalf("ko rule %d: %v", ko, err)
		}
		before := *g.Position()
		g.Forget()
		after := g.Position()
		if err := g.Legal(retake, White); err != nil || after.Ko() != NoPoint || !errors.Is(g.Undo(), ErrNoUndo) {
			t.Errorf("ko rule %d: %v, ko at %s", ko, err, after.Ko().Vertex(5))
		}
		if after.Prisoners(White) != 1 || g.Handicap() != 2 || g.Compensation() != 2.5 || after.ToMove() != White ||
			after.HashToMove() != before.HashToMove() || after.Recent(7) != before.Recent(7) {
			t.Errorf("ko rule %d: something else was forgotten than the history", ko)
		}
		play(t, g, "B3")
	}
}

// TestSendingTwoReturningOne is the classic cycle that tells the ko rules apart: White
// makes two stones, Black takes them, White retakes one and the board is as it was, but
// with the other side to move: only positional superko forbids that.
func TestSendingTwoReturningOne(t *testing.T) {
	for ko, want := range map[KoRule]error{SimpleKo: nil, PositionalSuperko: ErrSuperko, SituationalSuperko: nil} {
		g := gameFrom(t, `
			. O . X .
			O X X X .
			O O O O .
			. . . . .
			. . . . .`, Rules{Ko: ko})
		g.Position().SetToMove(White)
		g, err := NewGameFrom(*g.Position(), Rules{Ko: ko})
		if err != nil {
			t.Fatal(err)
		}
		play(t, g, "C5 A5") // White makes two stones, Black takes them
		if g.Position().Prisoners(White) != 2 {
			t.Fatalf("%d stones taken, want 2\n%s", g.Position().Prisoners(White), g.Position().String())
		}
		if err := g.Play(at(t, 5, "B5"), White); !errors.Is(err, want) {
			t.Errorf("%v: %v, want %v\n%s", ko, err, want, g.Position().String())
		}
	}
}

// TestPositionalIsStricterThanSituational repeats a board with the other side to move: a
// pass has changed the turns.
func TestPositionalIsStricterThanSituational(t *testing.T) {
	for ko, want := range map[KoRule]error{PositionalSuperko: ErrSuperko, SituationalSuperko: nil} {
		g := gameFrom(t, `
			. X O . .
			X O . O .
			. X O . .
			. . . . .
			. . . . .`, Rules{Ko: ko})
		// Black takes the ko, White passes, Black passes; White retakes: the first board,
		// Black to move as at the start.
		play(t, g, "C4 pass pass")
		if err := g.Legal(at(t, 5, "B4"), White); !errors.Is(err, ErrSuperko) {
			t.Fatalf("%v: the board of the start with its side to move: %v", ko, err)
		}
		// From a start with White to move it is the same board but not the same turn.
		b := g.Start()
		start := *b
		start.SetToMove(White)
		g, err := NewGameFrom(start, Rules{Ko: ko})
		if err != nil {
			t.Fatal(err)
		}
		play(t, g, "pass C4 pass pass")
		if err := g.Legal(at(t, 5, "B4"), White); !errors.Is(err, ErrSuperko) {
			t.Fatalf("%v: after White's pass Black was to move on that board: %v", ko, err)
		}
		g, err = NewGameFrom(start, Rules{Ko: ko})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(at(t, 5, "C4"), Black); err != nil {
			t.Fatal(err)
		}
		play(t, g, "pass pass")
		if err := g.Legal(at(t, 5, "B4"), White); !errors.Is(err, want) {
			t.Errorf("%v: %v, want %v", ko, err, want)
		}
	}
}

func TestSuicide(t *testing.T) {
	diagram := `
		. X . . .
		X X . . .
		O O X . .
		. O X . .
		O O X . .`
	for _, suicide := range []bool{false, true} {
		g := gameFrom(t, diagram, Rules{Ko: PositionalSuperko, Suicide: suicide})
		// A4..B1 are White's: filling A2 takes all six off. A5 takes off only itself.
		for _, m := range []struct {
			vertex string
			want   error
		}{{"A2", nil}, {"A5", ErrSuperko}} {
			want := m.want
			if !suicide {
				want = ErrSuicide
			}
			if err := g.Legal(at(t, 5, m.vertex), White); !errors.Is(err, want) {
				t.Errorf("suicide %v: %s: %v, want %v", suicide, m.vertex, err, want)
			}
		}
		if suicide {
			if err := g.Play(at(t, 5, "A2"), White); err != nil {
				t.Fatal(err)
			}
			if n := g.Position().Prisoners(White); n != 6 || g.Position().EmptyCount() != 25-6 {
				t.Errorf("%d stones taken off, want 6\n%s", n, g.Position().String())
			}
			if err := g.Position().Check(); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestUndoAndEnd(t *testing.T) {
	g, err := NewGame(9, Chinese())
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Undo(); !errors.Is(err, ErrNoUndo) {
		t.Errorf("undo before the first move: %v", err)
	}
	play(t, g, "E5 D4 pass")
	if g.Over() {
		t.Error("over after one pass")
	}
	want := *g.Position()
	play(t, g, "pass")
	if !g.Over() {
		t.Error("not over after two passes")
	}
	if err := g.Undo(); err != nil || *g.Position() != want || g.Over() || len(g.Moves()) != 3 {
		t.Errorf("undo: %v, %d moves", err, len(g.Moves()))
	}
	g.Resign(Black)
	if !g.Over() || g.Result(nil) != "W+R" {
		t.Errorf("resigned: over %v, result %s", g.Over(), g.Result(nil))
	}
	if err := g.Play(at(t, 9, "A1"), White); !errors.Is(err, ErrOver) {
		t.Errorf("a move after resignation: %v", err)
	}
	copied := g.Clone()
	if err := g.Undo(); err != nil || g.Over() {
		t.Errorf("undo of the resignation: %v", err)
	}
	play(t, g, "A1")
	if len(copied.Moves()) != 3 || !copied.Over() {
		t.Error("the clone changed with its original")
	}
	for _, c := range []Color{Empty, Wall} {
		if g.Play(at(t, 9, "B1"), c) == nil {
			t.Errorf("%v may move", c)
		}
	}
	for _, p := range []Point{NoPoint, 20, 40, XY(9, 0), XY(0, 9), cells, 30000, -30000} {
		if err := g.Legal(p, Black); !errors.Is(err, ErrOffBoard) {
			t.Errorf("point %d: %v", p, err)
		}
	}
	if err := g.Legal(at(t, 9, "E5"), White); !errors.Is(err, ErrOccupied) {
		t.Errorf("E5: %v", err)
	}
}

func TestScore(t *testing.T) {
	// Black holds the left two columns' side, White the right; column C is dame. The
	// white stone at A1 is dead.
	diagram := `
		. X . O .
		. X . O .
		X X . O .
		. X . O .
		O X . O .`
	dead := []Point{at(t, 5, "A1")}
	for _, c := range []struct {
		name     string
		rules    Rules
		dead     []Point
		handicap int
		want     string
	}{
		// Black's area is columns A and B, 10 points; White's D and E, 10.
		{"area", Rules{Komi: 0.5}, dead, 0, "W+0.5"},
		{"draw", Rules{}, dead, 0, "0"},
		// Alive, A1 counts for White and makes A2 nobody's.
		{"area, alive", Rules{Komi: 3}, nil, 0, "W+6"},
		// Territory: Black 4 points and a prisoner, White 5.
		{"territory", Rules{Scoring: Territory}, dead, 0, "0"},
		{"territory, alive", Rules{Scoring: Territory, Komi: -6}, nil, 0, "B+3"},
		{"bonus n", Rules{Bonus: BonusN}, dead, 3, "W+3"},
		{"bonus n-1", Rules{Bonus: BonusNMinus1}, dead, 3, "W+2"},
		{"no bonus in territory", Rules{Scoring: Territory, Bonus: BonusN}, dead, 3, "0"},
	} {
		g := gameFrom(t, diagram, c.rules)
		g.handicap = c.handicap
		if got := g.Score(c.dead).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestPrisonersCount plays out the difference: stones taken in play are territory's.
func TestPrisonersCount(t *testing.T) {
	g := gameFrom(t, `
		. O X . .
		. X . . .
		. . . . .
		. . . . .
		. . . . .`, Rules{Scoring: Territory})
	play(t, g, "A5 pass")
	// Every empty point is Black's: 25 - 4 stones + hers... and one prisoner.
	if got := g.Score(nil); got.Black != 25-3+1 || got.White != 0 {
		t.Errorf("%v to %v, want 23 to 0\n%s", got.Black, got.White, g.Position().String())
	}
}

func TestFixedHandicap(t *testing.T) {
	// GTP version 2 draft 2, section 4.1.1, figures for 19×19; the same order as stones.
	want := map[int]string{
		2: "D4 Q16", 3: "D4 Q16 D16", 4: "D4 Q16 D16 Q4", 5: "D4 Q16 D16 Q4 K10",
		6: "D4 Q16 D16 Q4 D10 Q10", 7: "D4 Q16 D16 Q4 D10 Q10 K10",
		8: "D4 Q16 D16 Q4 D10 Q10 K4 K16", 9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
	}
	for n, vertices := range want {
		points, err := FixedHandicap(19, n)
		var got []string
		for _, p := range points {
			got = append(got, p.Vertex(19))
		}
		if err != nil || !slices.Equal(got, strings.Fields(vertices)) {
			t.Errorf("%d stones: %v %v, want %s", n, got, err, vertices)
		}
	}
	for size, most := range map[int]int{5: 0, 6: 0, 7: 4, 8: 4, 9: 9, 10: 4, 12: 4, 13: 9, 18: 4, 19: 9} {
		for n := range 12 {
			points, err := FixedHandicap(size, n)
			if ok := n >= 2 && n <= most; (err == nil) != ok || len(points) != n && ok {
				t.Errorf("%d stones on %d×%d: %v %v", n, size, size, points, err)
			}
		}
	}
	if points, _ := FixedHandicap(9, 2); points[0].Vertex(9) != "C3" || points[1].Vertex(9) != "G7" {
		t.Errorf("9×9: %v", points)
	}
}

// The dots of real boards.
func TestStarPoints(t *testing.T) {
	for size, want := range map[int]string{
		5:  "",
		9:  "C3 C7 E5 G3 G7",
		13: "D10 D4 D7 G10 G4 G7 K10 K4 K7",
		19: "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4",
	} {
		var got []string
		for _, p := range StarPoints(size) {
			got = append(got, p.Vertex(size))
		}
		slices.Sort(got)
		if list := strings.Join(got, " "); list != want {
			t.Errorf("%d×%d: %s, want %s", size, size, list, want)
		}
	}
}

func TestPlaceHandicap(t *testing.T) {
	g, err := NewGame(9, Chinese())
	if err != nil {
		t.Fatal(err)
	}
	c3, g7 := at(t, 9, "C3"), at(t, 9, "G7")
	for _, bad := range [][]Point{{c3}, {c3, c3}, {c3, Pass}, {c3, XY(9, 9)}, nil} {
		if g.PlaceHandicap(bad) == nil || g.Position().EmptyCount() != 81 {
			t.Errorf("handicap %v was placed", bad)
		}
	}
	if err := g.PlaceHandicap([]Point{c3, g7}); err != nil {
		t.Fatal(err)
	}
	if g.Position().ToMove() != White || g.Handicap() != 2 || g.Position().At(c3) != Black {
		t.Errorf("%v to move, handicap %d", g.Position().ToMove(), g.Handicap())
	}
	// All the board is Black's, less komi and two points.
	if got := g.Score(nil).String(); got != "B+71.5" {
		t.Errorf("score %s, want B+71.5", got)
	}
	if err := g.PlaceHandicap([]Point{c3, g7}); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("handicap on stones: %v", err)
	}
}

func TestVertices(t *testing.T) {
	for s, want := range map[string]Point{"A1": XY(0, 18), "a19": XY(0, 0), "T19": XY(18, 0), "J10": XY(8, 9), "Pass": Pass, "PASS": Pass} {
		if p, err := ParseVertex(s, 19); err != nil || p != want {
			t.Errorf("%s: %d %v, want %d", s, p, err, want)
		}
	}
	for _, s := range []string{"", "A", "I5", "A0", "A20", "U1", "A01", "AA", "A-1", "A+1", "5A", "A1 ", "passes", "Ａ1", "A1234"} {
		if p, err := ParseVertex(s, 19); err == nil {
			t.Errorf("%q is read as %d", s, p)
		}
	}
	for size := MinSize; size <= MaxSize; size++ {
		for i := range size * size {
			p := FromIndex(i, size)
			if q, err := ParseVertex(p.Vertex(size), size); err != nil || q != p || p.Index(size) != i || XY(p.X(), p.Y()) != p {
				t.Fatalf("%d×%d, index %d: %s is %d %v", size, size, i, p.Vertex(size), q, err)
			}
		}
		if _, err := ParseVertex("A"+Point(XY(0, 0)).Vertex(MaxSize)[1:], size); err == nil && size < MaxSize {
			t.Errorf("A19 lies on %d×%d", size, size)
		}
	}
}

func TestRules(t *testing.T) {
	for _, name := range RuleNames {
		r, err := ParseRules(strings.ToUpper(name))
		if err != nil || r.Validate() != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r, err := ParseRules(" Tromp Taylor "); err != nil || r != TrompTaylor() {
		t.Errorf("Tromp Taylor: %+v %v", r, err)
	}
	if _, err := ParseRules("checkers"); err == nil || !strings.Contains(err.Error(), "chinese") {
		t.Errorf("checkers: %v", err)
	}
	for _, bad := range []Rules{{Ko: 3}, {Scoring: 2}, {Bonus: 3}, {Komi: 1000}, {Komi: math.NaN()}} {
		if bad.Validate() == nil {
			t.Errorf("%+v is valid", bad)
		}
	}
	for _, size := range []int{-1, 0, 1, 20} {
		if _, err := NewGame(size, Chinese()); err == nil {
			t.Errorf("a game on %d×%d", size, size)
		}
	}
}

func TestDiagrams(t *testing.T) {
	for _, bad := range []string{"", ".", ". .\n.", "X X\nX X", ". Q\n. .", strings.Repeat(strings.Repeat(".", 20)+"\n", 20)} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	r := NewRand(3)
	for size := MinSize; size <= MaxSize; size++ {
		b := NewPosition(size)
		b.Playout(&r, size*size)
		again, err := Parse(b.String())
		if err != nil || again.Hash() != b.Hash() || again.String() != b.String() {
			t.Errorf("%d×%d: %v\n%s", size, size, err, b.String())
		}
	}
}

// FuzzGame feeds any sequence of moves, undos, passes and resignations: nothing may
// panic, a refused move changes nothing, and the board stays sound.
func FuzzGame(f *testing.F) {
	f.Add([]byte{3, 0, 0, 1, 2, 3, 250, 4, 5, 255, 0, 0})
	f.Add([]byte{0, 7, 0, 1, 2, 3, 0, 1, 2, 3, 254, 254, 0})
	f.Add([]byte("the quick brown fox jumps over the lazy dog"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 2 {
			return
		}
		size := MinSize + int(data[0])%8
		g, err := NewGame(size, Rules{Ko: KoRule(data[1] % 3), Suicide: data[1]&4 != 0})
		if err != nil {
			t.Fatal(err)
		}
		hashes := []uint64{g.Position().Hash()}
		for i, v := range data[2:] {
			c := Color(1 + i&1)
			before, moves := *g.Position(), len(g.Moves())
			switch {
			case v == 255:
				if g.Undo() == nil && moves > len(g.Moves()) {
					hashes = hashes[:moves]
				}
				if g.Position().Hash() != hashes[len(hashes)-1] {
					t.Fatal("undo leads elsewhere")
				}
			case v == 253:
				g.Resign(c)
			default:
				p := FromIndex(int(v)%(size*size), size)
				if v >= 250 {
					p = []Point{Pass, NoPoint, 20, cells}[v%4]
				}
				if g.Play(p, c) != nil {
					if before != *g.Position() || moves != len(g.Moves()) {
						t.Fatal("a refused move changed the game")
					}
					continue
				}
				h := g.Position().Hash()
				if p != Pass && g.Rules().Ko == PositionalSuperko && slices.Contains(hashes, h) {
					t.Fatal("positional superko let a board come back")
				}
				hashes = append(hashes, h)
			}
			if err := g.Position().Check(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// FuzzParse: no drawing may panic, and what is read is drawn alike.
func FuzzParse(f *testing.F) {
	f.Add(". X\nO .")
	f.Add("...\n.X.\nOOO")
	f.Fuzz(func(t *testing.T, s string) {
		b, err := Parse(s)
		if err != nil {
			return
		}
		if err := b.Check(); err != nil {
			t.Fatal(err)
		}
		if again, err := Parse(b.String()); err != nil || again.Hash() != b.Hash() {
			t.Fatalf("drawn as\n%s: %v", b.String(), err)
		}
	})
}

// A turn that was set stays after undo and after other rules. Superko compares positions with it.
func TestTurnThatWasSet(t *testing.T) {
	rules := Chinese()
	rules.Ko = SituationalSuperko
	g, err := NewGame(5, rules)
	if err != nil {
		t.Fatal(err)
	}
	play := func(x, y int, c Color) {
		if err := g.Play(XY(x, y), c); err != nil {
			t.Fatal(err)
		}
	}
	expect := func(when string, c Color) {
		t.Helper()
		if g.Position().ToMove() != c || g.Keys()[len(g.Moves())] != g.Position().HashToMove() {
			t.Errorf("%s: %v is to move, want %v; key %x, want %x", when, g.Position().ToMove(), c,
				g.Keys()[len(g.Moves())], g.Position().HashToMove())
		}
	}
	g.SetToMove(White)
	expect("at the start", White)
	play(0, 0, White)
	play(1, 1, Black)
	g.SetToMove(Black)
	expect("after two moves", Black)
	other := g.Clone()
	play(2, 2, Black)
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	expect("a move taken back", Black)
	if err := g.SetRules(rules); err != nil {
		t.Fatal(err)
	}
	expect("other rules", Black)
	for range 2 {
		if err := g.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	expect("all taken back", White)
	play(0, 0, White)
	play(1, 1, Black)
	expect("played again without a word", White)
	if other.Position().ToMove() != Black {
		t.Error("the copy follows the game")
	}
}
