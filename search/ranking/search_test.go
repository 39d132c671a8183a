package ranking_test

import (
	"context"
	"testing"

	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/ranking"
	"github.com/tengen-go/tengen/search/smallstate"
)

// rules are all rules of the package, with the constants of Zhang, Peng and Xu.
func rules() map[string]search.Rule {
	bayes := ranking.NewBayes()
	return map[string]search.Rule{
		"aoap": ranking.AOAP{Bayes: bayes, RandomTies: true}, "aoap-rarer": ranking.AOAP{Bayes: bayes},
		"ocba": ranking.OCBA{Epsilon: 1e-5}, "ttts": ranking.TTTS{Bayes: bayes},
	}
}

// newTree is a tree of tic-tac-toe, where each move gets n0 playouts before the rule selects.
func newTree(t testing.TB, rule search.Rule, n0 int) *search.Tree {
	t.Helper()
	tree, err := search.New(search.Config{Memory: 1 << 20, Threads: 1, ExpandAt: n0 - 1, Seed: 1}, search.Parts{
		Rule: search.AtLeast{Rule: rule, N0: n0},
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Uniform{}} },
	}, &smallstate.TicTacToe{})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func TestShortSearchesDoNotAllocate(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector allocates")
	}
	choice := search.Choice(ranking.HighestPosterior{Bayes: ranking.NewBayes()})
	for name, rule := range rules() {
		tree := newTree(t, rule, 2)
		if err := tree.Search(context.Background(), search.Budget{Playouts: 100}); err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(50, func() {
			if err := tree.Search(context.Background(), search.Budget{Playouts: 10}); err != nil {
				t.Fatal(err)
			}
			tree.Best(choice)
		}); n != 0 {
			t.Errorf("%s: %v allocations for ten playouts and a look", name, n)
		}
	}
}

// Many short searches of tic-tac-toe, each of a fresh tree: what experiments are made of. An
// operation is a playout.
func BenchmarkTicTacToe(b *testing.B) {
	const playouts = 200
	for _, c := range []struct {
		name string
		rule search.Rule
	}{
		{"uct", search.UCT{Cp: 1}},
		{"aoap", rules()["aoap"]},
		{"ocba", rules()["ocba"]},
		{"ttts", rules()["ttts"]},
	} {
		for _, n0 := range []int{1, 10} {
			b.Run(c.name+map[int]string{1: "", 10: "-n0"}[n0], func(b *testing.B) {
				tree := newTree(b, c.rule, n0)
				b.ReportAllocs()
				start := &smallstate.TicTacToe{}
				for b.Loop() {
					tree.Reset(start)
					if err := tree.Search(context.Background(), search.Budget{Playouts: playouts}); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/playouts, "ns/playout")
			})
		}
	}
}

// The same with the present best move read after every ten playouts.
func BenchmarkTicTacToeReadOften(b *testing.B) {
	tree := newTree(b, rules()["aoap"], 10)
	b.ReportAllocs()
	start, choice := &smallstate.TicTacToe{}, ranking.HighestPosterior{Bayes: ranking.NewBayes()}
	for b.Loop() {
		tree.Reset(start)
		for range 20 {
			if err := tree.Search(context.Background(), search.Budget{Playouts: 10}); err != nil {
				b.Fatal(err)
			}
			if tree.Best(choice) == search.NoMove {
				b.Fatal("no move")
			}
		}
	}
}
