package alphago

import (
	"context"
	"math"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
)

// rising is a λ for each of the first moves of 5×5, and the last for all later ones.
func rising() []float32 {
	stages := make([]float32, 21)
	for i := range stages {
		stages[i] = 0.05 + 0.045*float32(i)
	}
	return stages
}

// Every node mixes by the λ of its own move number: as its statistics say by hand, in Root, in Walk and in
// Trace, and also after the tree has moved on with the game.
func TestEachNodeHasTheLambdaOfItsMove(t *testing.T) {
	stages := rising()
	a := apvOf(t, tiny(t, true, true), DefaultQueueConfig())
	a.Stages, a.Wait, a.C = stages, true, 2
	tree := a.tree(t, 1, 2000)
	rule := tree.Rule()
	at := func(ply int) float64 { return float64(stages[min(ply, len(stages)-1)]) }
	for played := range 25 {
		root := tree.Root()
		if root.Lambda != at(played) {
			t.Fatalf("after %d moves λ is %v, want %v", played, root.Lambda, at(played))
		}
		deep := 0
		tree.Walk(func(path []search.Move, e *search.Edges) bool {
			if e.Ply != played+len(path) {
				t.Fatalf("after %d moves and %v: ply %d", played, path, e.Ply)
			}
			for i := range e.Len() {
				if e.Outcome(i).N() == 0 || e.Value(i).N() == 0 {
					continue
				}
				l := at(e.Ply)
				want := (1-l)*float64(e.Value(i).Mean()) + l*float64(e.Outcome(i).Mean())
				if got := float64(rule.Mean(e, i)); math.Abs(got-want) > 1e-6 {
					t.Fatalf("after %d moves and %v: mean %v, want %v", played, path, got, want)
				}
			}
			deep = max(deep, len(path))
			return true
		})
		if played == 0 && deep < 2 {
			t.Errorf("the tree is %d deep", deep)
		}
		trace, err := tree.Trace(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for d, s := range trace.Steps {
			if s.Lambda != at(played+d) {
				t.Errorf("after %d moves, step %d: λ is %v, want %v", played, d, s.Lambda, at(played+d))
			}
			m := s.Before[s.Chosen]
			if want := (1-s.Lambda)*m.Value + s.Lambda*m.Outcome; m.Values > 0 && math.Abs(m.Q-want) > 1e-5 {
				t.Errorf("after %d moves, step %d: Q is %v, want %v", played, d, m.Q, want)
			}
		}
		moves := tree.Root().Moves
		tree.Advance(moves[search.MostVisits{}.Choose(moves, 0)].Move)
		if err := tree.Search(context.Background(), search.Budget{Playouts: 60}); err != nil {
			break // the game is over
		}
	}
}

// Equal λ at every stage is a constant λ, number by number; a model that lacks a judge has no stages.
func TestEqualStagesAreAConstant(t *testing.T) {
	constant := apvOf(t, tiny(t, true, true), DefaultQueueConfig())
	constant.Lambda, constant.Wait = 0.3, true
	staged := constant
	staged.Lambda, staged.Stages = 0.5, []float32{0.3, 0.3}
	if written(constant.tree(t, 1, 500), true) != written(staged.tree(t, 1, 500), true) {
		t.Error("two searches with the same λ differ")
	}
	alone := apvOf(t, tiny(t, true, false), DefaultQueueConfig())
	alone.Stages = rising()
	if root := alone.tree(t, 1, 50).Root(); root.Lambda != 1 {
		t.Errorf("without a value network λ is %v", root.Lambda)
	}
	for _, l := range []float32{0, 1, -1, float32(math.NaN())} {
		faulty := constant
		faulty.Stages = []float32{0.5, l}
		if faulty.Validate() == nil {
			t.Errorf("λ %v at a stage was taken", l)
		}
	}
}

// A position of a game counts its moves; a board that was set up counts its stones.
func TestStateCountsMoves(t *testing.T) {
	g, err := board.NewGame(5, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range []board.Point{board.FromIndex(6, 5), board.Pass, board.FromIndex(8, 5)} {
		if err := g.Play(p, g.Position().ToMove()); err != nil {
			t.Fatal(err)
		}
		if s := gostate.New(g); s.Ply() != i+1 {
			t.Errorf("after %d moves: %d", i+1, s.Ply())
		}
	}
	s := gostate.New(g)
	s.Play(search.Move(board.FromIndex(16, 5)))
	if c := s.Clone().(*gostate.State); s.Ply() != 4 || c.Ply() != 4 {
		t.Errorf("after one more: %d, a copy %d", s.Ply(), c.Ply())
	}
	set, err := board.NewGameFrom(*g.Position(), board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	if s := gostate.New(set); s.Ply() != 2 {
		t.Errorf("a board with two stones: %d", s.Ply())
	}
}
