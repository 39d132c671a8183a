package search

import (
	"math/bits"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/tictactoe"
)

// reachable are all positions of tic-tac-toe that are not over, the empty board first.
func reachable() (all []tictactoe.Position) {
	seen := map[tictactoe.Position]bool{}
	var walk func(p tictactoe.Position)
	walk = func(p tictactoe.Position) {
		if _, over := p.Over(); over || seen[p] {
			return
		}
		seen[p] = true
		all = append(all, p)
		for free := p.Free(); free != 0; free &= free - 1 {
			next := p
			next.Play(bits.TrailingZeros16(free))
			walk(next)
		}
	}
	walk(tictactoe.Position{})
	return all
}

// UCT finds a move of the best value, and that value, in tic-tac-toe positions of every kind:
// wins and losses have their sign from either side.
func TestUCTSolvesTicTacToe(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	all := reachable()
	if len(all) != 4520 {
		t.Fatalf("%d positions", len(all))
	}
	step := 23
	for _, shared := range []bool{false, true} {
		c := small(1)
		c.Transpositions = shared
		tree, err := New(c, Parts{Rule: NewUCT(), Leaf: random}, emptyTicTacToe())
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(all); i += step {
			p := all[i]
			tree.Reset(TicTacToe(p))
			search(t, tree, 4000)
			r := tree.Root()
			best := r.Moves[MostVisits{}.Choose(r.Moves, 0)]
			next := p
			next.Play(int(best.Move))
			want := p.Solve()
			if next.Solve() != want {
				t.Errorf("shared %v: plays %d, which is worth %d, not %d:\n%v", shared, best.Move, next.Solve(), want, p)
			}
			value := best.Mean
			if p.ToMove() == 1 {
				value = -value
			}
			// Exploring keeps the mean off the value.
			if d := value - float64(want); d > 0.6 || d < -0.6 {
				t.Errorf("shared %v: value %.2f, not %d:\n%v", shared, value, want, p)
			}
		}
	}
}

// Terminal positions are exact: where every move ends the game, so are all means.
func TestLastMoveIsExact(t *testing.T) {
	p, err := tictactoe.Parse("XX. OOX XOO")
	if err != nil {
		t.Fatal(err)
	}
	for name, rule := range rules() {
		tree := grown(t, small(1), Parts{Rule: rule, Leaf: random}, TicTacToe(p), 50)
		r := tree.Root()
		if len(r.Moves) != 1 || r.Moves[0].Mean != 1 || r.Mean != 1 {
			t.Errorf("%s: the winning move has a mean of %v", name, r.Moves[0].Mean)
		}
	}
}

// On 5×5 Black wins the whole board from the centre (van der Werf, van den Herik and Uiterwijk
// 2003), and more playouts find it, whatever chance does. With only RAVE and no exploring a
// search can stay with its first guess for ever.
func TestCentreOf5x5(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	uctRave := NewMCRave()
	uctRave.Schedule, uctRave.C = MinimumMSE{Bias: 0.1}, 0.2
	for _, c := range []struct {
		rule     Rule
		playouts int
	}{{NewUCT(), 50000}, {uctRave, 15000}} {
		for seed := range uint64(2) {
			config := small(1)
			config.Memory, config.Seed = 16<<20, seed
			tree := grown(t, config, Parts{Rule: c.rule, Leaf: uniform(5)}, NewGo(game(t, 5, 8.5)), c.playouts)
			r := tree.Root()
			if got := r.Moves[MostVisits{}.Choose(r.Moves, 0)]; got.Move != Move(board.XY(2, 2)) || got.Mean <= 0 {
				t.Errorf("%T plays %s, mean %.2f", c.rule, board.Point(got.Move).Vertex(5), got.Mean)
			}
		}
	}
}

// Small positions with one right answer that uniform playouts do not give by themselves: the
// move, and that it wins.
func TestSmallProblems(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine at work for long: nothing for the race detector")
	}
	// White's corner has three points in a row: who plays the middle lives, or kills.
	const corner = `
		. . . O X .
		O O O O X .
		X X X X X .
		. . X . X .
		X X X X X .
		. . . . . .`
	// Each side has a chain with one eye and one liberty that they share: who fills it is
	// taken. The board is full otherwise, so Black is 6 points ahead.
	const seki = `
		X O . O . X . X O
		X O O O O X X X O
		X X X X X O O O O
		X X X X X O O O O
		X . X X X O . O O
		X X X X X O O O O
		X X X . X O O . O
		X X X X X O O O O
		X X X X X O O O O`
	for _, c := range []struct {
		name    string
		komi    float64
		player  board.Color
		diagram string
		want    string
	}{
		{"nakade", 26.5, board.Black, corner, "B6"},
		{"eyes", 26.5, board.White, corner, "B6"},
		{"seki for Black", 4.5, board.Black, seki, "pass"},
		{"seki for White", 7.5, board.White, seki, "pass"},
	} {
		uctRave := NewMCRave()
		uctRave.C = 0.2
		for _, rule := range []Rule{NewUCT(), uctRave} {
			area := board.Chinese()
			area.Komi = c.komi
			g := drawnGame(t, area, c.player, c.diagram)
			tree := grown(t, small(1), Parts{Rule: rule, Leaf: uniform(g.Size())}, NewGo(g), 3000)
			r := tree.Root()
			best := r.Moves[MostVisits{}.Choose(r.Moves, 0)]
			if got := board.Point(best.Move).Vertex(g.Size()); got != c.want || best.Mean < 0.5 {
				t.Errorf("%s: %T plays %s, mean %.2f", c.name, rule, got, best.Mean)
			}
		}
	}
}
