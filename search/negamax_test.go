package search

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/internal/wyrand"
)

// minimax is the slow twin: the definition, every move read, no table.
func minimax(t *testing.T, s State, depth int, judge Judge, seed uint64) float32 {
	t.Helper()
	side := float32(1 - 2*s.Player())
	if v, over := s.Over(); over {
		return side * v
	}
	moves := s.Moves(nil)
	if depth == 0 || len(moves) == 0 {
		if judge == nil {
			return 0
		}
		v, err := judge.Judge(s, seed)
		if err != nil {
			t.Fatal(err)
		}
		return side * min(max(v, -surest), surest)
	}
	best := float32(math.Inf(-1))
	for _, m := range moves {
		next := s.Clone()
		next.Play(m)
		best = max(best, -minimax(t, next, depth-1, judge, seed))
	}
	return best
}

func negamax(t *testing.T, memory int64, judge Judge, s State) *Negamax {
	t.Helper()
	n, err := NewNegamax(NegamaxConfig{Memory: memory, Seed: 7}, judge, s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func reading(t *testing.T, n *Negamax, s State, b NegamaxBudget) Reading {
	t.Helper()
	r, err := n.Search(context.Background(), s, b)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Legal(r.Move) || len(r.Line) == 0 || r.Line[0] != r.Move {
		t.Fatalf("move %d, line %v", r.Move, r.Line)
	}
	return r
}

// Every position of tic-tac-toe that is not over: the value, a move that has it, and that it
// is proven, with a table and without.
func TestNegamaxSolvesTicTacToe(t *testing.T) {
	all := reachable()
	for _, memory := range []int64{0, 64, 1 << 20} {
		n := negamax(t, memory, nil, emptyTicTacToe())
		for i, p := range all {
			if memory < 1<<20 && i%7 != 0 {
				continue
			}
			r := reading(t, n, TicTacToe(p), NegamaxBudget{})
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

// A won game is won as soon as can be, and a lost one drawn out.
func TestNegamaxTakesTheShortestWin(t *testing.T) {
	for _, c := range []struct {
		position string
		depth    int
		value    float64
		move     Move // NoMove: any
	}{
		{"XX. OO. ...", 1, 1, 2},       // a win at once, and not 2 plies later
		{"XX. O.. O..", 1, 1, 2},       // with a threat to parry as well
		{"X.. .O. ..X", 6, 0, NoMove},  // drawn
		{"X.X O.. O.X", 2, -1, NoMove}, // O has two threats to parry
	} {
		p, err := tictactoe.Parse(c.position)
		if err != nil {
			t.Fatal(err)
		}
		r := reading(t, negamax(t, 1<<16, nil, emptyTicTacToe()), TicTacToe(p), NegamaxBudget{})
		if r.Depth != c.depth || r.Value != c.value || !r.Proven || c.move != NoMove && r.Move != c.move {
			t.Errorf("%s: %+v", c.position, r)
		}
	}
}

// end is the value of a position of tic-tac-toe for the player to move, and in how many plies it
// is reached by who wins as soon as can be, and loses as late.
func end(known map[tictactoe.Position][2]int, p tictactoe.Position) (value, plies int) {
	if e, ok := known[p]; ok {
		return e[0], e[1]
	}
	s := TicTacToe(p)
	if v, over := s.Over(); over {
		return int(v) * (1 - 2*s.Player()), 0
	}
	value = -2
	for _, m := range s.Moves(nil) {
		next := p
		next.Play(int(m))
		v, n := end(known, next)
		if v, n = -v, n+1; v > value || v == value && (v == 1 && n < plies || v == -1 && n > plies) {
			value, plies = v, n
		}
	}
	known[p] = [2]int{value, plies}
	return value, plies
}

// So it is with what was read before, of any other positions, and whoever judges the rest.
func TestNegamaxTakesTheShortestWinWhateverItKnows(t *testing.T) {
	known := map[tictactoe.Position][2]int{}
	all := reachable()
	r := wyrand.New(3)
	for name, judge := range map[string]Judge{"any": blindfold{}, "none": nil} {
		for _, memory := range []int64{1 << 10, 1 << 20} {
			n := negamax(t, memory, judge, emptyTicTacToe())
			for range 3000 {
				p := all[r.IntN(len(all))]
				value, plies := end(known, p)
				got := reading(t, n, TicTacToe(p), NegamaxBudget{})
				next := p
				next.Play(int(got.Move))
				v, left := end(known, next)
				if got.Value != float64(value) || -v != value || value != 0 && left+1 != plies {
					t.Fatalf("%s, memory %d: %+v, %d in %d plies instead of %d in %d:\n%v", name, memory, got, -v, left+1, value, plies, p)
				}
			}
		}
	}
}

// What was read before decides where the budget ends too early to read it again: a win is played
// on to its end, and no move into a known loss.
func TestNegamaxRecalls(t *testing.T) {
	known := map[tictactoe.Position][2]int{}
	for _, p := range reachable() {
		value, plies := end(known, p)
		n := negamax(t, 1<<20, nil, emptyTicTacToe())
		reading(t, n, TicTacToe(p), NegamaxBudget{})
		for _, m := range TicTacToe(p).Moves(nil) {
			next := TicTacToe(p)
			next.Play(m)
			if _, over := next.Over(); !over {
				reading(t, n, next, NegamaxBudget{})
			}
		}
		r := reading(t, n, TicTacToe(p), NegamaxBudget{Depth: 1})
		next := p
		next.Play(int(r.Move))
		v, left := end(known, next)
		if -v != value || value != 0 && (left+1 != plies || r.Value != float64(value)) {
			t.Fatalf("%+v, %d in %d plies instead of %d in %d:\n%v", r, -v, left+1, value, plies, p)
		}
	}
}

// blindfold is a Judge of nothing but the hash: any evaluation function.
type blindfold struct{}

func (blindfold) Judge(s State, seed uint64) (float32, error) {
	return float32(int8(wyrand.Scramble(s.Hash()^seed)>>56)) / 100, nil // beyond ±1 too
}

// At every depth the value is that of all moves read to it, whatever the evaluation function
// and whether there is a table: of tic-tac-toe, where all ways to a position are as long.
func TestAlphaBetaEqualsFullWidth(t *testing.T) {
	playouts := &MeanOfPlayouts{Playout: &Random{}, N: 3}
	all := reachable()
	for name, judge := range map[string]Judge{"any": blindfold{}, "playouts": playouts, "none": nil} {
		for _, memory := range []int64{0, 1 << 12, 1 << 20} {
			n := negamax(t, memory, judge, emptyTicTacToe())
			for i := 0; i < len(all); i += 97 {
				s := TicTacToe(all[i])
				for depth := 1; depth <= 4; depth++ {
					n.Forget() // what was read deeper is no twin's
					r := reading(t, n, s, NegamaxBudget{Depth: depth})
					if want := minimax(t, s, depth, judge, 7); float32(r.Value) != want {
						t.Fatalf("%s, memory %d, depth %d: %v, want %v:\n%v", name, memory, depth, r.Value, want, all[i])
					}
					next := TicTacToe(all[i])
					next.Play(r.Move)
					if v := -minimax(t, next, r.Depth-1, judge, 7); float32(r.Value) != v && r.Value > -1 {
						t.Fatalf("%s: the move is worth %v, not %v", name, v, r.Value)
					}
				}
			}
		}
	}
}

// In Go too, where captures and passes lead to a position by ways of any length.
func TestAlphaBetaEqualsFullWidthInGo(t *testing.T) {
	for _, size := range []int{2, 3} {
		g := game(t, size, 0.5)
		for step, p := range []board.Point{board.XY(1, 1), board.XY(0, 0), board.XY(1, 0)} {
			s := NewGo(g)
			for depth := 1; depth <= 5-size/3; depth++ {
				r := reading(t, negamax(t, 0, blindfold{}, s), s, NegamaxBudget{Depth: depth})
				if want := minimax(t, s, depth, blindfold{}, 7); float32(r.Value) != want {
					t.Errorf("%d×%d, move %d, depth %d: %v, want %v", size, size, step, depth, r.Value, want)
				}
			}
			if err := g.Play(p, g.Position().ToMove()); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A table saves work and the order of moves as well; neither changes the value.
func TestTableSavesWork(t *testing.T) {
	s := emptyTicTacToe()
	without := reading(t, negamax(t, 0, nil, s), s, NegamaxBudget{})
	with := reading(t, negamax(t, 1<<20, nil, s), s, NegamaxBudget{})
	if without.Value != 0 || with.Value != 0 || 2*with.Nodes > without.Nodes {
		t.Errorf("%d nodes with a table, %d without", with.Nodes, without.Nodes)
	}
	if len(with.Line) != 9 {
		t.Errorf("line %v of a drawn game", with.Line)
	}
}

// Searches repeat with their seed, and another seed judges by other playouts.
func TestNegamaxRepeatsWithItsSeed(t *testing.T) {
	s := NewGo(game(t, 5, 5.5))
	judge := &MeanOfPlayouts{Playout: UniformGo(5), N: 7}
	values := map[float32]bool{}
	for seed := range uint64(4) {
		var first Reading
		for again := range 2 {
			n := negamax(t, 1<<16, judge, s)
			n.Reseed(seed)
			r := reading(t, n, s, NegamaxBudget{Depth: 2})
			if again == 0 {
				first = r
			} else if r.Move != first.Move || r.Value != first.Value || r.Nodes != first.Nodes || r.Judged != first.Judged {
				t.Errorf("seed %d: %+v and %+v", seed, first, r)
			}
		}
		value, err := judge.Judge(s, seed)
		if err != nil {
			t.Fatal(err)
		}
		values[value] = true
	}
	if len(values) < 2 {
		t.Errorf("all seeds judge alike: %v", values)
	}
}

// The budget's every limit ends a search, and what was read by then is told.
func TestNegamaxBudget(t *testing.T) {
	s := NewGo(game(t, 5, 0.5))
	n := negamax(t, 1<<16, blindfold{}, s)
	if r := reading(t, n, s, NegamaxBudget{Nodes: 1000}); r.Nodes > 1001 || r.Depth < 1 {
		t.Errorf("1000 nodes: %+v", r)
	}
	calls := 0
	if r := reading(t, n, s, NegamaxBudget{Stop: func() bool { calls++; return calls > 20 }}); r.Judged > 21 {
		t.Errorf("20 calls of Stop: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := n.Search(ctx, s, NegamaxBudget{}); err != nil || r.Move == NoMove {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
	if _, err := n.Search(context.Background(), s, NegamaxBudget{Depth: MaxDepth + 1}); err == nil {
		t.Error("too deep, and no error")
	}
	over, err := tictactoe.Parse("XXX OO. ...")
	if err != nil {
		t.Fatal(err)
	}
	n = negamax(t, 0, nil, emptyTicTacToe())
	if _, err := n.Search(context.Background(), TicTacToe(over), NegamaxBudget{}); !errors.Is(err, ErrOver) {
		t.Errorf("over: %v", err)
	}
}

type failing struct{ after int }

func (f *failing) Judge(State, uint64) (float32, error) {
	if f.after--; f.after < 0 {
		return 0, errors.New("no value today")
	}
	return 0, nil
}

// The judge's error ends the search.
func TestNegamaxJudgeFails(t *testing.T) {
	s := emptyTicTacToe()
	if _, err := negamax(t, 0, &failing{20}, s).Search(context.Background(), s, NegamaxBudget{Depth: 5}); err == nil {
		t.Error("no error")
	}
}

// Reading does not allocate once the stack of positions is there.
func TestNegamaxAllocatesNothingPerNode(t *testing.T) {
	s := NewGo(game(t, 5, 0.5))
	n := negamax(t, 1<<16, &MeanOfPlayouts{Playout: UniformGo(5), N: 1}, s)
	nodes := 0
	read := func() { nodes = reading(t, n, s, NegamaxBudget{Depth: 3}).Nodes; n.Forget() }
	read()
	if got := testing.AllocsPerRun(2, read); got > 10 {
		t.Errorf("%v allocations for %d nodes", got, nodes)
	}
}

// Black wins 2×2 by one point, and all of 3×3 from the centre (van der Werf, van den Herik and
// Uiterwijk 2003), with a table and without.
func TestNegamaxSolvesSmallGo(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	for _, c := range []struct {
		size int
		komi float64
		want float64
	}{{2, 0.5, 1}, {2, 1.5, -1}, {3, 8.5, 1}, {3, 9.5, -1}} {
		for _, memory := range []int64{0, 1 << 20} {
			s := NewGo(game(t, c.size, c.komi))
			r := reading(t, negamax(t, memory, nil, s), s, NegamaxBudget{})
			if r.Value != c.want || !r.Proven || c.size == 3 && r.Value > 0 && r.Move != Move(board.XY(1, 1)) {
				t.Errorf("%d×%d, komi %v, memory %d: %+v", c.size, c.size, c.komi, memory, r)
			}
		}
	}
}

// Small boards of m,n,k games: 3,3,3 and 4,4,4 are drawn, who begins wins 4,4,3 (Uiterwijk and
// van den Herik 2000, "The advantage of the initiative").
func TestNegamaxSolvesSmallBoards(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	for _, c := range []struct {
		size, length int
		want         float64
	}{{3, 3, 0}, {4, 3, 1}, {4, 4, 0}} {
		s := emptyGomoku(t, gomoku.Rules{Size: c.size, Length: c.length})
		r := reading(t, negamax(t, 4<<20, nil, s), s, NegamaxBudget{})
		if r.Value != c.want || !r.Proven {
			t.Errorf("%d×%d, %d in a row: %+v", c.size, c.size, c.length, r)
		}
	}
}

// The value at a depth is that of all moves read to it on boards of Gomoku as well.
func TestAlphaBetaEqualsFullWidthInGomoku(t *testing.T) {
	s := emptyGomoku(t, gomoku.Rules{Size: 4, Length: 4})
	for step, m := range []Move{5, 0, 6, 10, 9, 3} {
		for depth := 1; depth <= 3; depth++ {
			for _, memory := range []int64{0, 1 << 16} {
				r := reading(t, negamax(t, memory, blindfold{}, s), s, NegamaxBudget{Depth: depth})
				if want := minimax(t, s, depth, blindfold{}, 7); float32(r.Value) != want {
					t.Errorf("move %d, depth %d: %v, want %v", step, depth, r.Value, want)
				}
			}
		}
		s.Play(m)
	}
}

// BenchmarkNegamax tells what a position costs: finished games alone count.
func BenchmarkNegamax(b *testing.B) {
	s := emptyGomoku(b, gomoku.Rules{Size: 8, Length: 5})
	n, err := NewNegamax(NegamaxConfig{Memory: 16 << 20, Seed: 1}, nil, s)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	nodes := 0
	for b.Loop() {
		n.Forget()
		r, err := n.Search(context.Background(), s, NegamaxBudget{Nodes: 100_000})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(nodes), "ns/node")
}
