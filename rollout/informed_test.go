package rollout

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
)

func newInformed(tb testing.TB, c InformedConfig) *Informed {
	tb.Helper()
	f, err := NewInformed(c)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

func TestInformedRules(t *testing.T) {
	const (
		atari = iota
		vital
		two
		pattern
		global
	)
	for _, c := range []struct {
		name, diagram string
		by            board.Color
		moves         []string
		rule          int
		want          []string
	}{
		{"take what came into atari", `
			. . . . .
			. X . X .
			. . X . .
			. . . . .
			. . . . .`, board.White, []string{"C4"}, atari, []string{"C5"}},
		{"save", `
			. . . . .
			. O X . .
			. . . . .
			. . . . .
			. . . . .`, board.White, []string{"C3", "A1", "C5"}, atari, []string{"D4"}},
		{"the middle of three, closed by the last move", `
			. . . . X
			O O O O X
			X X X X X
			. . . . .
			. . . . .`, board.White, []string{"D5"}, vital, []string{"B5"}},
		{"no vital point in a row of four", `
			. . . . .
			O O O O .
			X X X X X
			. . . . .
			. . . . .`, board.White, []string{"E5"}, vital, []string{}},
		{"catch on the edge", `
			. . . . .
			. . . X .
			. . . X .
			. . . . .
			. . . . .`, board.White, []string{"E3"}, two, []string{"E2"}},
		{"protect before it is caught", `
			. . . . .
			. . . . .
			. . . . .
			. . . . X
			. . . . .`, board.White, []string{"E3"}, two, []string{"D2"}},
		{"no pattern move into atari", `
			. . . . .
			. . . . .
			. O O . .
			. X . . .
			. O . . .`, board.White, []string{"C2"}, pattern, []string{}},
		{"captures anywhere", `
			X O . . .
			. . . . .
			. . . . X
			. . . X O
			. . . . .`, board.White, []string{"C3"}, global, []string{"E1"}},
	} {
		f := newInformed(t, InformedConfig{})
		pos := after(t, c.diagram, c.by, c.moves...)
		f.ataris.reset(&pos)
		last := pos.Recent(0)
		var got []string
		switch c.rule {
		case atari:
			got = names(f.localAtari(&pos, last), 5)
		case vital:
			got = []string{}
			if p := vitalPoint(&pos, last); p != board.NoPoint {
				got = append(got, p.Vertex(5))
			}
		case two:
			got = names(f.twoLiberties(&pos, last), 5)
		case pattern:
			got = names(f.patterns(&pos, last), 5)
		case global:
			got = names(f.ataris.takes(nil, &pos), 5)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v\n%s", c.name, got, c.want, pos.String())
		}
	}
}

func TestShapesThatDie(t *testing.T) {
	for _, c := range []struct {
		name  string
		at    [][2]int
		vital string // "" for none
		dies  bool
	}{
		{"one", [][2]int{{0, 0}}, "", true},
		{"three in a row", [][2]int{{0, 0}, {1, 0}, {2, 0}}, "B5", true},
		{"three round a corner", [][2]int{{0, 0}, {1, 0}, {1, 1}}, "B5", true},
		{"four in a row", [][2]int{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, "", false},
		{"square", [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}}, "", true},
		{"pyramid", [][2]int{{0, 0}, {1, 0}, {2, 0}, {1, 1}}, "B5", true},
		{"bent four", [][2]int{{0, 0}, {1, 0}, {2, 0}, {2, 1}}, "", false},
		{"bulky five", [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}}, "B4", true},
		{"crossed five", [][2]int{{1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}}, "B4", true},
		{"five with a long leg", [][2]int{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {1, 1}}, "", false},
		{"rabbit", [][2]int{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 1}, {1, 2}}, "B4", true},
		{"six in two rows", [][2]int{{0, 0}, {1, 0}, {2, 0}, {0, 1}, {1, 1}, {2, 1}}, "", false},
	} {
		var a area
		for _, p := range c.at {
			a.add(board.XY(p[0], p[1]))
		}
		vital := ""
		if p := a.vital(); p != board.NoPoint {
			vital = p.Vertex(5)
		}
		if vital != c.vital || a.dies() != c.dies {
			t.Errorf("%s: vital %q, dies %v", c.name, vital, a.dies())
		}
	}
}

// What is bad about a self-atari, found by playing it.
func TestBadSelfAtari(t *testing.T) {
	r := board.NewRand(3)
	var seen [2]int
	for _, size := range []int{3, 5, 9} {
		for range 12 {
			pos := board.NewPosition(size)
			for range 2 * size * size {
				c := pos.ToMove()
				for i := range pos.EmptyCount() {
					p := pos.EmptyAt(i)
					if !pos.Legal(p, c) {
						continue
					}
					next := pos
					want := next.Play(p, c) == 0 && next.Liberties(p) == 1
					if want {
						seen[0]++
						var a area
						kills := next.ChainSize(p) <= len(a.points)
						for s := p; kills; {
							a.add(s)
							if s = next.Next(s); s == p {
								kills = a.dies()
								break
							}
						}
						atari := false
						for _, q := range p.Neighbours() {
							atari = atari || next.At(q) == c.Opponent() && next.Liberties(q) == 1
						}
						if want = !kills || a.n <= 2 && !atari; want {
							seen[1]++
						}
					}
					if got := badSelfAtari(&pos, p, c); got != want {
						t.Fatalf("%v at %s: %v\n%s", c, p.Vertex(size), got, pos.String())
					}
				}
				m := pos.RandomMove(&r)
				pos.Play(m, c)
			}
		}
	}
	if seen[1] < 100 || seen[0]-seen[1] < 100 {
		t.Errorf("of %d self-ataris %d were bad", seen[0], seen[1])
	}
}

func TestChance(t *testing.T) {
	r := board.NewRand(1)
	for _, p := range []float64{0, 0.25, 1} {
		c, n := newChance(p), 0
		for range 10000 {
			if c.comes(&r) {
				n++
			}
		}
		if d := float64(n) - 10000*p; max(d, -d) > 250*p*(1-p)*4 {
			t.Errorf("chance %v came %d times of 10,000", p, n)
		}
	}
	c := DefaultInformedConfig()
	c.Nakade = 1.5
	if _, err := NewInformed(c); err == nil {
		t.Error("a chance of 1.5 passes")
	}
}

// An answer is given again after it won, after its two moves before one move's, and no more
// after it lost.
func TestAnswers(t *testing.T) {
	at := func(s string) board.Point {
		p, err := board.ParseVertex(s, 5)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	var a answers
	told := func(winner board.Color, moves ...string) {
		pos := board.NewPosition(5)
		a.begin(&pos)
		for _, m := range moves {
			a.game = append(a.game, at(m))
		}
		a.learn(winner)
	}
	want := func(name, want string, moves ...string) {
		t.Helper()
		pos := board.NewPosition(5)
		for _, m := range moves {
			pos.Play(at(m), pos.ToMove())
		}
		if got := a.find(&pos); got != at(want) {
			t.Errorf("%s: %s, want %s", name, got.Vertex(5), want)
		}
	}
	want("nothing known", "pass", "A1")
	told(board.Empty, "A1", "B2")
	want("nobody won", "pass", "A1")
	told(board.White, "A1", "B2", "C3", "D4")
	want("the winner's answer to a first move", "B2", "A1")
	want("the winner's answer", "D4", "A1", "B2", "C3")
	want("the loser's answer", "pass", "A1", "B2")
	want("the answer to the last move alone", "D4", "E5", "E1", "C3")
	want("what cannot be played", "pass", "A1", "D4", "C3")
	told(board.White, "E5", "E1", "C3", "A2")
	want("two moves know better than one", "D4", "A1", "B2", "C3")
	want("the newer one", "A2", "E4", "E3", "C3")
	told(board.Black, "A1", "B2", "C3", "D4")
	want("forgotten, but not what stands for the last move", "A2", "A1", "B2", "C3")
	want("forgotten", "pass", "A1")
}

// Playouts that learn are played by what they learnt, and allocate nothing.
func TestInformedReplies(t *testing.T) {
	c := DefaultInformedConfig()
	c.Replies = 1
	f := newInformed(t, c)
	r := board.NewRand(1)
	start := board.NewPosition(9)
	start.Play(board.XY(4, 4), board.Black)
	trace := make([]board.Point, 0, MoveLimit(9))
	var pos board.Position
	if allocs := testing.AllocsPerRun(20, func() {
		pos = start
		trace = f.Play(&pos, &r, trace[:0])
		f.Learn(board.White)
	}); allocs != 0 {
		t.Errorf("%v allocations a game", allocs)
	}
	first := trace[0]
	for range 5 {
		pos = start
		if trace = f.Play(&pos, &r, trace[:0]); trace[0] != first {
			t.Fatalf("%s, the answer that won was %s", trace[0].Vertex(9), first.Vertex(9))
		}
		f.Learn(board.White)
	}
}
