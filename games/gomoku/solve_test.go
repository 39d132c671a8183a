package gomoku

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// solved is the value of the empty board.
func solved(t testing.TB, r Rules, limit int) int {
	t.Helper()
	s, err := NewSolver(r, limit)
	if err != nil {
		t.Fatal(err)
	}
	p := mustNew(t, r)
	value, known := s.Value(&p)
	if !known {
		t.Fatalf("%+v is not solved within %d positions", r, limit)
	}
	return value
}

// The m,n,k games that everybody has solved (Uiterwijk and van den Herik 2000): columns, rows and length.
func TestKnownValuesOfSmallBoards(t *testing.T) {
	for _, c := range []struct{ columns, rows, length, want int }{
		{3, 3, 2, 1},
		{3, 3, 3, 0},
		{4, 3, 3, 1},
		{3, 4, 3, 1},
		{4, 4, 3, 1},
		{5, 3, 3, 1},
		{4, 3, 4, 0},
		{4, 4, 4, 0},
		{5, 3, 4, 0},
		{8, 8, 3, 1},
	} {
		if got := solved(t, Rules{Size: c.columns, Rows: c.rows, Length: c.length}, 1e6); got != c.want {
			t.Errorf("%d×%d, %d in a row: %d, want %d", c.columns, c.rows, c.length, got, c.want)
		}
	}
}

// minimax is the value for X without anything that makes a Solver quick.
func (g *reference) minimax() int {
	if g.over() {
		return g.value
	}
	sign := 1 - 2*g.toMove
	best := -sign
	for cell, player := range g.stones {
		if player >= 0 {
			continue
		}
		next := *g
		next.stones = slices.Clone(g.stones)
		next.play(cell)
		if v := next.minimax(); v*sign > best*sign {
			best = v
		}
	}
	return best
}

// TestSolverIsTheSlowOne: a Solver knows of positions and of all their moves what minimax over
// the whole tree does, also where it has answered other questions before.
func TestSolverIsTheSlowOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rules := Rules{Size: rapid.IntRange(3, 6).Draw(t, "size"), Rows: rapid.IntRange(3, 6).Draw(t, "rows"), Exact: rapid.Bool().Draw(t, "exact")}
		rules.Length = rapid.IntRange(2, min(5, max(rules.Size, rules.Rows))).Draw(t, "length")
		s, err := NewSolver(rules, 1e6)
		if err != nil {
			t.Fatal(err)
		}
		r := wyrand.New(rapid.Uint64().Draw(t, "seed"))
		p, err := New(rules)
		if err != nil {
			t.Fatal(err)
		}
		slow := newReference(rules)
		for {
			free := AppendFree(&p, []int16{})
			if len(free) <= 5 {
				value, known := s.Value(&p)
				if want := slow.minimax(); !known || value != want {
					t.Fatalf("value %d, known %v, want %d\n%s", value, known, want, &p)
				}
				best, value, known := s.Best(&p, []int16{-7})
				if _, over := p.Over(); over {
					if known || len(best) != 1 {
						t.Fatalf("%v are best where the game is over\n%s", best, &p)
					}
					return
				}
				want := []int16{-7}
				for _, cell := range free {
					next := *slow
					next.stones = slices.Clone(slow.stones)
					if next.play(int(cell)); next.minimax() == value {
						want = append(want, cell)
					}
				}
				if !known || !slices.Equal(best, want) {
					t.Fatalf("%v are best, want %v\n%s", best, want, &p)
				}
			}
			if _, over := p.Over(); over {
				return
			}
			cell := free[r.IntN(len(free))]
			p.Play(int(cell))
			slow.play(int(cell))
		}
	})
}

func TestSolverGivesUp(t *testing.T) {
	rules := Rules{Size: 8, Length: 5}
	s, err := NewSolver(rules, 1000)
	if err != nil {
		t.Fatal(err)
	}
	p := mustNew(t, rules)
	if value, known := s.Value(&p); known {
		t.Errorf("8×8 is worth %d", value)
	}
	if best, _, known := s.Best(&p, nil); known || best != nil {
		t.Errorf("%v are best on 8×8", best)
	}
	// What was given up leaves nothing false behind.
	q, err := Parse("XXXX.... OOOO.... ........ ........ ........ ........ ........ ........", rules)
	if err != nil {
		t.Fatal(err)
	}
	if value, known := s.Value(&q); !known || value != 1 {
		t.Errorf("a four is worth %d, known %v", value, known)
	}
	for _, r := range []Rules{{Size: 9, Length: 5}, {Size: 2, Length: 2}} {
		if _, err := NewSolver(r, 1); err == nil {
			t.Errorf("%+v has a solver", r)
		}
	}
	if _, err := NewSolver(rules, 0); err == nil {
		t.Error("a solver looks at nothing")
	}
}

// ways counts the games of a board without walking each: how many ways lead to each position,
// a ply after the other. It returns the moves and the games that end, by ply.
func ways(t testing.TB, r Rules) (moves, ends []int) {
	at := map[Position]int{mustNew(t, r): 1}
	for len(at) > 0 {
		next := map[Position]int{}
		played, ended := 0, 0
		for p, n := range at {
			for _, cell := range AppendFree(&p, []int16(nil)) {
				q := p
				q.Play(int(cell))
				q.last = NoCell // positions are equal whichever stone came last
				played += n
				if _, over := q.Over(); over {
					ended += n
				} else {
					next[q] += n
				}
			}
		}
		moves, ends = append(moves, played), append(ends, ended)
		at = next
	}
	return moves, ends
}

// All games of 3×3 and of 3×4, three in a row: suites known-values, tic_tac_toe_perft and
// mnk_3x4x3_perft.
func TestCountsOfGames(t *testing.T) {
	for _, c := range []struct {
		rules       Rules
		moves, ends []int
	}{
		{
			Rules{Size: 3, Length: 3},
			[]int{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872},
			[]int{0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872},
		},
		{
			Rules{Size: 4, Rows: 3, Length: 3},
			[]int{12, 132, 1320, 11880, 95040, 622944, 3499200, 14031360, 44872704, 81527040, 96825600, 35424000},
			[]int{0, 0, 0, 0, 6048, 39744, 692928, 2813184, 17697024, 33114240, 61401600, 35424000},
		},
	} {
		if moves, ends := ways(t, c.rules); !slices.Equal(moves, c.moves) || !slices.Equal(ends, c.ends) {
			t.Errorf("%+v: moves %v, ends %v by ply, want %v, %v", c.rules, moves, ends, c.moves, c.ends)
		}
	}
}
