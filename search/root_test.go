package search

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/tictactoe"
)

func TestRootFollowsTheGame(t *testing.T) {
	for _, shared := range []bool{false, true} {
		g := game(t, 5, 7.5)
		c := small(1)
		c.Transpositions = shared
		tree := grown(t, c, Parts{Rule: NewMCRave(), Leaf: uniform(5)}, NewGo(g), 500)
		reused := 0
		for ply := range 30 {
			if g.Over() {
				break
			}
			r := tree.Root()
			m := r.Moves[MostVisits{}.Choose(r.Moves, 0)]
			if ply%5 == 4 { // a move the tree has hardly looked at
				m = r.Moves[(ply*7)%len(r.Moves)]
			}
			if err := g.Play(board.Point(m.Move), g.Position().ToMove()); err != nil {
				t.Fatal(err)
			}
			kept := tree.Advance(m.Move)
			if tree.Hash() != NewGo(g).Hash() {
				t.Fatalf("move %d: the root is another position than the board", ply)
			}
			if kept {
				reused++
				if tree.store.hash[tree.root] != tree.Hash() {
					t.Fatalf("move %d: the root's node is another position", ply)
				}
				// What was below the move is all there, no more and no less.
				if got := tree.Root().Visits; !shared && (got == 0 || got > m.Visits) {
					t.Fatalf("move %d: %d visits kept of %d", ply, got, m.Visits)
				}
			} else if got := tree.Root().Visits; got != 0 {
				t.Fatalf("a new tree with %d visits", got)
			}
			before := tree.Root().Visits
			if _, over := NewGo(g).Over(); over {
				if err := tree.Search(context.Background(), Budget{Playouts: 1}); err != ErrOver {
					t.Fatalf("searching a finished game: %v", err)
				}
				break
			}
			search(t, tree, 300)
			if got := tree.Root().Visits; got != before+300 {
				t.Fatalf("move %d: %d visits, want %d", ply, got, before+300)
			}
		}
		if reused < 10 {
			t.Errorf("the tree was kept %d times only", reused)
		}
	}
}

func TestFollow(t *testing.T) {
	g := game(t, 5, 7.5)
	tree := grown(t, small(1), Parts{Rule: NewUCT(), Leaf: uniform(5)}, NewGo(g), 4000)
	play := func(x, y int) Move {
		t.Helper()
		p := board.XY(x, y)
		if err := g.Play(p, g.Position().ToMove()); err != nil {
			t.Fatal(err)
		}
		return Move(p)
	}
	a, b := play(2, 2), play(1, 2)
	if !tree.Follow(NewGo(g), a, b) || tree.Root().Visits == 0 || tree.Hash() != NewGo(g).Hash() {
		t.Error("two moves on, nothing was kept")
	}
	if !tree.Follow(NewGo(g)) {
		t.Error("no move on, nothing was kept")
	}
	// Taken back, and another game altogether.
	if err := g.Undo(); err != nil {
		t.Fatal(err)
	}
	if tree.Follow(NewGo(g)) || tree.Root().Visits != 0 || tree.Hash() != NewGo(g).Hash() {
		t.Error("kept what belongs to another position")
	}
	search(t, tree, 100)
	if tree.Follow(emptyGo(t, 5), a, a) || tree.Hash() != emptyGo(t, 5).Hash() {
		t.Error("kept a tree by moves that are not legal")
	}
	search(t, tree, 100)
}

// forbidding is tic-tac-toe with a rule that looks at the history, as superko does: who began in corner 0 may not
// play in corner 8.
type forbidding struct {
	State
	first Move
}

func (f *forbidding) Clone() State { return &forbidding{f.State.Clone(), f.first} }

func (f *forbidding) Set(from State) {
	f.State.Set(from.(*forbidding).State)
	f.first = from.(*forbidding).first
}

func (f *forbidding) Legal(m Move) bool {
	return f.State.Legal(m) && (m != 8 || f.first != 0 || f.Player() != 0)
}

func (f *forbidding) Moves(buf []Move) []Move {
	n := len(buf)
	buf = f.State.Moves(buf)
	return append(buf[:n], slices.DeleteFunc(buf[n:], func(m Move) bool { return !f.Legal(m) })...)
}

func (f *forbidding) Play(m Move) {
	if f.first == NoMove {
		f.first = m
	}
	f.State.Play(m)
}

// With transpositions the root has the moves that the game's own history allows, though another way made its node.
func TestTheRootHasTheMovesOfTheGame(t *testing.T) {
	for _, way := range [][]Move{{0, 4, 1, 7}, {1, 4, 0, 7}} {
		for seed := range uint64(4) {
			c := small(1)
			c.Transpositions, c.ExpandAt, c.Seed = true, 0, seed
			game := &forbidding{emptyTicTacToe(), NoMove}
			tree := grown(t, c, Parts{Rule: NewUCT(), Leaf: random}, game, 4000)
			for _, m := range way {
				game.Play(m)
			}
			tree.Follow(game, way...)
			search(t, tree, 100)
			var got []Move
			for _, m := range tree.Root().Moves {
				got = append(got, m.Move)
			}
			want := game.Moves(nil)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("after %v, seed %d: moves %v, want %v", way, seed, got, want)
			}
		}
	}
}

func TestRestrict(t *testing.T) {
	tree := grown(t, small(1), Parts{Rule: NewMCRave(), Leaf: random}, emptyTicTacToe(), 10)
	tree.Restrict(func(player, depth int, m Move) bool {
		return depth > 1 || (player == 0) == (m == 3)
	})
	search(t, tree, 200)
	r := tree.Root()
	if len(r.Moves) != 1 || r.Moves[0].Move != 3 || r.Visits != 200 {
		t.Errorf("%d moves at the root, %d visits", len(r.Moves), r.Visits)
	}
	if line := tree.Line(); len(line) < 3 || line[1] == 3 {
		t.Errorf("line %v", line)
	}
	tree.Restrict(nil)
	search(t, tree, 200)
	if r := tree.Root(); len(r.Moves) != 9 {
		t.Errorf("%d moves at the root when all are free again", len(r.Moves))
	}
}

func TestSearchEnds(t *testing.T) {
	p := Parts{Rule: NewUCT(), Leaf: random}
	tree := grown(t, small(1), p, emptyTicTacToe(), 10)

	calls := 0
	stop := func() bool { calls++; return calls > 40 }
	if err := tree.Search(context.Background(), Budget{Stop: stop}); err != nil || tree.Playouts() != 40 {
		t.Errorf("stopped after %d playouts, %v; want 40", tree.Playouts(), err)
	}

	ctx, cancel := context.WithCancel(context.Background())
	leaf := leafFunc(func(*Visit) (float32, error) { cancel(); return 0, nil })
	endless, err := New(small(2), Parts{Rule: NewUCT(), Leaf: func() Leaf { return leaf }}, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	if err := endless.Search(ctx, Budget{}); err != nil {
		t.Errorf("a cancelled context: %v", err)
	}
	if err := endless.Search(ctx, Budget{}); err != nil || endless.Playouts() != 0 {
		t.Errorf("a context that was cancelled before: %d playouts, %v", endless.Playouts(), err)
	}
	check(t, endless)

	broken := fmt.Errorf("no network")
	failing := leafFunc(func(*Visit) (float32, error) { return 0, broken })
	bad, err := New(small(3), Parts{Rule: NewUCT(), Leaf: func() Leaf { return failing }}, emptyTicTacToe())
	if err != nil {
		t.Fatal(err)
	}
	if err := bad.Search(context.Background(), Budget{Playouts: 100}); err != broken {
		t.Errorf("the evaluation's error became %v", err)
	}
	check(t, bad)

	won, err := tictactoe.Parse("XXX OO. ...")
	if err != nil {
		t.Fatal(err)
	}
	tree.Reset(TicTacToe(won))
	if err := tree.Search(context.Background(), Budget{Playouts: 1}); err != ErrOver {
		t.Errorf("a finished game: %v", err)
	}
}

func TestSearchEndsWhenTheChoiceIsSettled(t *testing.T) {
	// One move wins at once; the others get few visits.
	p, err := tictactoe.Parse("XX. OO. ...")
	if err != nil {
		t.Fatal(err)
	}
	tree, err := New(small(1), Parts{Rule: NewUCT(), Leaf: random}, TicTacToe(p))
	if err != nil {
		t.Fatal(err)
	}
	const playouts = 1000
	if err := tree.Search(context.Background(), Budget{Playouts: playouts, Settled: MostVisits{}}); err != nil {
		t.Fatal(err)
	}
	r := tree.Root()
	top := MostVisits{}.Choose(r.Moves, 0)
	left := playouts - tree.Playouts()
	if left <= 0 || r.Moves[top].Move != 2 || r.Moves[top].Mean != 1 {
		t.Errorf("after %d playouts move %d, mean %v", tree.Playouts(), r.Moves[top].Move, r.Moves[top].Mean)
	}
	for i, m := range r.Moves {
		if i != top && m.Visits+left >= r.Moves[top].Visits {
			t.Errorf("ended with %d playouts left, though move %d has %d visits of %d", left, m.Move, m.Visits, r.Moves[top].Visits)
		}
	}
	// Without a number of playouts the caller says what is left.
	tree.Reset(TicTacToe(p))
	if err := tree.Search(context.Background(), Budget{Settled: MostVisits{}, Left: func() int { return 30 }}); err != nil {
		t.Fatal(err)
	}
	if n := tree.Playouts(); n < 30 || n > 1000 {
		t.Errorf("%d playouts until 30 cannot change the choice", n)
	}
}
