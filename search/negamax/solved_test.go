package negamax

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
)

// Every position of tic-tac-toe that is not over: the value, a move that has it, and that it
// is proven, with a table and without.
func TestSolvesTicTacToe(t *testing.T) {
	all := reachable()
	for _, memory := range []int64{0, 64, 1 << 20} {
		n := newSearcher(t, memory, nil, emptyTicTacToe())
		for i, p := range all {
			if memory < 1<<20 && i%7 != 0 {
				continue
			}
			r := reading(t, n, ticTacToe(p), Budget{})
			want := p.Solve()
			next := p
			next.Play(int(r.Move))
			side := 1 - 2*p.ToMove()
			if r.Value != float64(side*want) || !r.Proven || next.Solve() != want {
				t.Fatalf("memory %d: %+v, want %d:\n%v", memory, r, side*want, p)
			}
		}
	}
}

// Black wins 2×2 by one point, and all of 3×3 from the centre (van der Werf, van den Herik and
// Uiterwijk 2003), with a table and without.
func TestSolvesSmallGo(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	for _, c := range []struct {
		size int
		komi float64
		want float64
	}{{2, 0.5, 1}, {2, 1.5, -1}, {3, 8.5, 1}, {3, 9.5, -1}} {
		for _, memory := range []int64{0, 1 << 20} {
			s := gostate.New(game(t, c.size, c.komi))
			r := reading(t, newSearcher(t, memory, nil, s), s, Budget{})
			if r.Value != c.want || !r.Proven || c.size == 3 && r.Value > 0 && r.Move != search.Move(board.XY(1, 1)) {
				t.Errorf("%d×%d, komi %v, memory %d: %+v", c.size, c.size, c.komi, memory, r)
			}
		}
	}
}

// Small boards of m,n,k games: 3,3,3 and 4,4,4 are drawn, who begins wins 4,4,3 (Uiterwijk and
// van den Herik 2000, "The advantage of the initiative").
func TestSolvesSmallBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	for _, c := range []struct {
		size, length int
		want         float64
	}{{3, 3, 0}, {4, 3, 1}, {4, 4, 0}} {
		s := emptyGomoku(t, gomoku.Rules{Size: c.size, Length: c.length})
		r := reading(t, newSearcher(t, 4<<20, nil, s), s, Budget{})
		if r.Value != c.want || !r.Proven {
			t.Errorf("%d×%d, %d in a row: %+v", c.size, c.size, c.length, r)
		}
	}
}

// TestSolvesGomoku: the two that read everything agree about value and move.
func TestSolvesGomoku(t *testing.T) {
	for _, exact := range []bool{false, true} {
		rules := gomoku.Rules{Size: 5, Length: 4, Exact: exact}
		solver, err := gomoku.NewSolver(rules, 1e6)
		if err != nil {
			t.Fatal(err)
		}
		n := newSearcher(t, 1<<20, nil, emptyGomoku(t, rules))
		r := wyrand.New(3)
		var values [3]int
		for range 150 {
			s, p := emptyGomoku(t, rules), gomokuBoard(t, rules)
			_, line := (&search.Random{}).Playout(s.Clone(), &r, nil)
			for _, m := range line[:min(len(line)-1, s.Range()-9)] {
				s.Play(m)
				p.Play(int(m))
			}
			if len(s.Moves(nil)) > 9 {
				continue
			}
			best, value, known := solver.Best(&p, nil)
			if !known {
				t.Fatalf("not solved:\n%v", &p)
			}
			values[value+1]++
			got := reading(t, n, s, Budget{})
			if got.Value != float64(value*(1-2*s.Player())) || !got.Proven || !slices.Contains(best, int16(got.Move)) {
				t.Errorf("%+v, want %d by one of %v:\n%v", got, value, best, &p)
			}
		}
		if values[0] < 3 || values[1] < 3 || values[2] < 3 {
			t.Errorf("exact %v: %v positions were lost, drawn, won: too few to tell", exact, values)
		}
	}
}
