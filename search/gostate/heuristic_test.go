package gostate

import (
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// at parses a drawn board with the given side to move.
func at(t *testing.T, c board.Color, diagram string) *board.Position {
	t.Helper()
	p, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	p.SetToMove(c)
	return &p
}

func TestSigns(t *testing.T) {
	for _, c := range []struct {
		diagram      string
		vertex       string
		want         signs
		taken, saved int
	}{
		// Two stones with two liberties, and with one.
		{".OO..\nXXX..\n.....\n.....\n.....", "A5", threatens, 0, 0},
		{".OOX.\nXXX..\n.....\n.....\n.....", "A5", takes, 2, 0},
		// Out of atari by two liberties; into a dead end not.
		{"OX...\nO....\n.....\n.....\n.....", "C5", 0, 0, 0},
		{"OXO..\n.....\nO....\n.....\n.....", "B4", saves, 0, 1},
		{"OXO..\nO.O..\nO.O..\n.O...\n.....", "B4", selfAtari, 0, 0},
		// Atari on one stone.
		{".....\n.XO..\n..X..\n.....\n.....", "C5", threatens, 0, 0},
		// A stone in the corner of two opponents.
		{".O...\n.....\nO....\n.....\n.....", "A5", selfAtari, 0, 0},
		// An empty board: lines.
		{".......\n.......\n.......\n.......\n.......\n.......\n.......", "A4", edge, 0, 0},
		{".......\n.......\n.......\n.......\n.......\n.......\n.......", "B4", second, 0, 0},
		{".......\n.......\n.......\n.......\n.......\n.......\n.......", "C4", third, 0, 0},
		{".......\n.......\n.......\n.......\n.......\n.......\n.......", "D4", lonely, 0, 0},
		{".......\n.......\n.......\n.......\n....X..\n.......\n.......", "D4", 0, 0, 0},
	} {
		pos := at(t, board.Black, c.diagram)
		p, err := board.ParseVertex(c.vertex, pos.Size())
		if err != nil {
			t.Fatal(err)
		}
		got, taken, saved := newScout().look(pos, p, board.Black)
		if got != c.want || taken != c.taken || saved != c.saved {
			t.Errorf("%s of\n%s\nsigns %b, %d taken, %d saved; want %b, %d, %d", c.vertex, c.diagram, got, taken, saved, c.want, c.taken, c.saved)
		}
	}
}

// The count of liberties agrees with playing the move, except that only one liberty is
// counted of a capture.
func TestLibertiesOfAMove(t *testing.T) {
	s := newScout()
	for seed := range uint64(40) {
		r := board.NewRand(seed)
		b := board.NewPosition(7)
		for range 80 {
			c := b.ToMove()
			for i := range b.EmptyCount() {
				p := b.EmptyAt(i)
				if !b.Legal(p, c) {
					continue
				}
				after := b
				taken := after.Play(p, c)
				want, got := after.Liberties(p), s.liberties(&b, p, c)
				if taken == 0 && min(got, 2) != min(want, 2) || got < 2 && want >= 2 && taken < 2 {
					t.Fatalf("%v at %s takes %d: %d liberties, want %d\n%v", c, p.Vertex(7), taken, got, want, b.String())
				}
			}
			b.Play(b.RandomMove(&r), c)
		}
	}
}

func TestCommonFateDistance(t *testing.T) {
	pos := at(t, board.Black, `
		.......
		.XXXX..
		.......
		.......
		.......
		.......
		.......`)
	s := newScout()
	p := func(v string) board.Point {
		p, err := board.ParseVertex(v, 7)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for range 2 { // the second time on used scratch
		s.spread(pos, p("B6"), 4)
		for v, want := range map[string]uint8{"B6": 0, "E6": 0, "F6": 1, "C5": 1, "A6": 1, "G6": 2, "C4": 2, "C2": 4, "C1": far} {
			if got := s.near(p(v)); got != want {
				t.Errorf("%s is %d from B6, want %d", v, got, want)
			}
		}
	}
	s.spread(pos, board.Pass, 4)
	if got := s.near(p("C5")); got != far {
		t.Errorf("%d from a pass", got)
	}
}

// about is what a heuristic believes of a vertex.
func about(t *testing.T, h search.Heuristic, s *State, vertex string) search.Experience {
	t.Helper()
	v := &search.Visit{State: s, Moves: s.Moves(nil)}
	all := make([]search.Experience, len(v.Moves))
	h.Experience(v, all)
	for i, m := range v.Moves {
		if board.Point(m).Vertex(s.pos.Size()) == vertex {
			return all[i]
		}
	}
	t.Fatalf("%s is no move", vertex)
	return search.Experience{}
}

// The hand-crafted heuristic is Q(s,a) = 1 where a good pattern of MoGo's matches, 0 where a bad
// one does and 0.5 elsewhere, at one confidence for all (Gelly and Silver 2011, §5). Read as:
// good is what saves (B4), captures (A4) or matches a 3×3 pattern (C3), bad is self-atari (A1).
func TestCraftedGivesGoodAndBadPatternsOneAndZero(t *testing.T) {
	g, err := board.NewGameFrom(*at(t, board.Black, "OXO..\n.....\n.....\nO...X\n....."), board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	match := func(_ *board.Position, p board.Point, _ board.Color) bool { return p == board.XY(2, 2) }
	h := &Crafted{Pattern: match, Visits: 10, RaveVisits: 50}
	for vertex, want := range map[string]float32{"B4": 1, "A4": 1, "C3": 1, "D4": 0.5, "A1": 0} {
		if got := about(t, h, New(g), vertex); got != (search.Experience{Mean: want, Visits: 10, RaveMean: want, RaveVisits: 50}) {
			t.Errorf("%s: %+v, want a mean of %v", vertex, got, want)
		}
	}
}

func TestGoKnowledgePrefersWhatIsUrgent(t *testing.T) {
	g, err := board.NewGameFrom(*at(t, board.Black, `
		OXO....
		.......
		.......
		.......
		.......
		O......
		.......`), board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	h, s := NewKnowledge(), New(g)
	order := []string{"B6", "E3", "F2", "G4"}
	for i := range order[1:] {
		a, b := about(t, h, s, order[i]), about(t, h, s, order[i+1])
		if a.RaveMean <= b.RaveMean {
			t.Errorf("%s is believed to be %v, %s %v", order[i], a.RaveMean, order[i+1], b.RaveMean)
		}
	}
	if x := about(t, h, s, "A1"); x.RaveMean >= 0.5 {
		t.Errorf("self-atari is believed to be %v", x.RaveMean)
	}
}
