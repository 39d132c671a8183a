package negamax

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
)

// minimax is the slow twin: the definition, every move read, no table.
func minimax(t *testing.T, s search.State, depth int, judge Judge, seed uint64) float32 {
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

func newSearcher(t *testing.T, memory int64, judge Judge, s search.State) *Searcher {
	t.Helper()
	n, err := New(Config{Memory: memory, Seed: 7}, judge, s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func reading(t *testing.T, n *Searcher, s search.State, b Budget) Reading {
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

// A won game is won as soon as can be, and a lost one drawn out.
func TestTakesTheShortestWin(t *testing.T) {
	for _, c := range []struct {
		position string
		depth    int
		value    float64
		move     search.Move // NoMove: any
	}{
		{"XX. OO. ...", 1, 1, 2},              // a win at once, and not 2 plies later
		{"XX. O.. O..", 1, 1, 2},              // with a threat to parry as well
		{"X.. .O. ..X", 6, 0, search.NoMove},  // drawn
		{"X.X O.. O.X", 2, -1, search.NoMove}, // O has two threats to parry
	} {
		p, err := tictactoe.Parse(c.position)
		if err != nil {
			t.Fatal(err)
		}
		r := reading(t, newSearcher(t, 1<<16, nil, emptyTicTacToe()), ticTacToe(p), Budget{})
		if r.Depth != c.depth || r.Value != c.value || !r.Proven || c.move != search.NoMove && r.Move != c.move {
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
	s := ticTacToe(p)
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
func TestTakesTheShortestWinWhateverItKnows(t *testing.T) {
	known := map[tictactoe.Position][2]int{}
	all := reachable()
	r := wyrand.New(3)
	for name, judge := range map[string]Judge{"any": blindfold{}, "none": nil} {
		for _, memory := range []int64{1 << 10, 1 << 20} {
			n := newSearcher(t, memory, judge, emptyTicTacToe())
			for range 3000 {
				p := all[r.IntN(len(all))]
				value, plies := end(known, p)
				got := reading(t, n, ticTacToe(p), Budget{})
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
func TestRecalls(t *testing.T) {
	known := map[tictactoe.Position][2]int{}
	for i, p := range reachable() {
		if testing.Short() && i%8 != 0 {
			continue // one thread: a part is enough under the race detector
		}
		value, plies := end(known, p)
		n := newSearcher(t, 1<<20, nil, emptyTicTacToe())
		reading(t, n, ticTacToe(p), Budget{})
		for _, m := range ticTacToe(p).Moves(nil) {
			next := ticTacToe(p)
			next.Play(m)
			if _, over := next.Over(); !over {
				reading(t, n, next, Budget{})
			}
		}
		r := reading(t, n, ticTacToe(p), Budget{Depth: 1})
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

func (blindfold) Judge(s search.State, seed uint64) (float32, error) {
	return float32(int8(wyrand.Scramble(s.Hash()^seed)>>56)) / 100, nil // beyond ±1 too
}

// At every depth the value is that of all moves read to it, whatever the evaluation function
// and whether there is a table: of tic-tac-toe, where all ways to a position are as long.
func TestAlphaBetaEqualsFullWidth(t *testing.T) {
	playouts := &MeanOfPlayouts{Playout: &search.Random{}, N: 3}
	all := reachable()
	for name, judge := range map[string]Judge{"any": blindfold{}, "playouts": playouts, "none": nil} {
		for _, memory := range []int64{0, 1 << 12, 1 << 20} {
			n := newSearcher(t, memory, judge, emptyTicTacToe())
			for i := 0; i < len(all); i += 97 {
				s := ticTacToe(all[i])
				for depth := 1; depth <= 4; depth++ {
					n.Forget() // what was read deeper is no twin's
					r := reading(t, n, s, Budget{Depth: depth})
					if want := minimax(t, s, depth, judge, 7); float32(r.Value) != want {
						t.Fatalf("%s, memory %d, depth %d: %v, want %v:\n%v", name, memory, depth, r.Value, want, all[i])
					}
					next := ticTacToe(all[i])
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
			s := gostate.New(g)
			for depth := 1; depth <= 5-size/3; depth++ {
				r := reading(t, newSearcher(t, 0, blindfold{}, s), s, Budget{Depth: depth})
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
	without := reading(t, newSearcher(t, 0, nil, s), s, Budget{})
	with := reading(t, newSearcher(t, 1<<20, nil, s), s, Budget{})
	if without.Value != 0 || with.Value != 0 || 2*with.Nodes > without.Nodes {
		t.Errorf("%d nodes with a table, %d without", with.Nodes, without.Nodes)
	}
	if len(with.Line) != 9 {
		t.Errorf("line %v of a drawn game", with.Line)
	}
}

// Searches repeat with their seed, and another seed judges by other playouts.
func TestRepeatsWithItsSeed(t *testing.T) {
	s := gostate.New(game(t, 5, 5.5))
	judge := &MeanOfPlayouts{Playout: gostate.NewPlayout(rollout.Uniform{}, 5), N: 7}
	values := map[float32]bool{}
	for seed := range uint64(4) {
		var first Reading
		for again := range 2 {
			n := newSearcher(t, 1<<16, judge, s)
			n.Reseed(seed)
			r := reading(t, n, s, Budget{Depth: 2})
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

// Every limit of the budget ends a search, and the search reports what it has read.
func TestBudget(t *testing.T) {
	s := gostate.New(game(t, 5, 0.5))
	n := newSearcher(t, 1<<16, blindfold{}, s)
	if r := reading(t, n, s, Budget{Nodes: 1000}); r.Nodes > 1001 || r.Depth < 1 {
		t.Errorf("1000 nodes: %+v", r)
	}
	calls := 0
	if r := reading(t, n, s, Budget{Stop: func() bool { calls++; return calls > 20 }}); r.Judged > 21 {
		t.Errorf("20 calls of Stop: %+v", r)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := n.Search(ctx, s, Budget{}); err != nil || r.Move == search.NoMove {
		t.Errorf("cancelled: %+v, %v", r, err)
	}
	if _, err := n.Search(context.Background(), s, Budget{Depth: MaxDepth + 1}); err == nil {
		t.Error("too deep, and no error")
	}
	over, err := tictactoe.Parse("XXX OO. ...")
	if err != nil {
		t.Fatal(err)
	}
	n = newSearcher(t, 0, nil, emptyTicTacToe())
	if _, err := n.Search(context.Background(), ticTacToe(over), Budget{}); !errors.Is(err, search.ErrOver) {
		t.Errorf("over: %v", err)
	}
}

type failing struct{ after int }

func (f *failing) Judge(search.State, uint64) (float32, error) {
	if f.after--; f.after < 0 {
		return 0, errors.New("no value today")
	}
	return 0, nil
}

// The judge's error ends the search.
func TestJudgeFails(t *testing.T) {
	s := emptyTicTacToe()
	if _, err := newSearcher(t, 0, &failing{20}, s).Search(context.Background(), s, Budget{Depth: 5}); err == nil {
		t.Error("no error")
	}
}

// Reading does not allocate once the stack of positions is there.
func TestAllocatesNothingPerNode(t *testing.T) {
	s := gostate.New(game(t, 5, 0.5))
	n := newSearcher(t, 1<<16, &MeanOfPlayouts{Playout: gostate.NewPlayout(rollout.Uniform{}, 5), N: 1}, s)
	nodes := 0
	read := func() { nodes = reading(t, n, s, Budget{Depth: 3}).Nodes; n.Forget() }
	read()
	if got := testing.AllocsPerRun(2, read); got > 10 {
		t.Errorf("%v allocations for %d nodes", got, nodes)
	}
}

// The value at a depth is that of all moves read to it on boards of Gomoku as well.
func TestAlphaBetaEqualsFullWidthInGomoku(t *testing.T) {
	s := emptyGomoku(t, gomoku.Rules{Size: 4, Length: 4})
	for step, m := range []search.Move{5, 0, 6, 10, 9, 3} {
		for depth := 1; depth <= 3; depth++ {
			for _, memory := range []int64{0, 1 << 16} {
				r := reading(t, newSearcher(t, memory, blindfold{}, s), s, Budget{Depth: depth})
				if want := minimax(t, s, depth, blindfold{}, 7); float32(r.Value) != want {
					t.Errorf("move %d, depth %d: %v, want %v", step, depth, r.Value, want)
				}
			}
		}
		s.Play(m)
	}
}

// BenchmarkSearch tells what a position costs: finished games alone count.
func BenchmarkSearch(b *testing.B) {
	s := emptyGomoku(b, gomoku.Rules{Size: 8, Length: 5})
	n, err := New(Config{Memory: 16 << 20, Seed: 1}, nil, s)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	nodes := 0
	for b.Loop() {
		n.Forget()
		r, err := n.Search(context.Background(), s, Budget{Nodes: 100_000})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
	}
	b.ReportMetric(b.Elapsed().Seconds()*1e9/float64(nodes), "ns/node")
}
