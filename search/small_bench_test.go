package search

import (
	"context"
	"testing"
)

// Many short searches of tic-tac-toe, each of a fresh tree: what experiments are made of. An
// operation is a playout.
func BenchmarkTicTacToe(b *testing.B) {
	const playouts = 200
	for _, c := range []struct {
		name string
		rule Rule
	}{
		{"uct", UCT{Cp: 1}}, {"aoap", newAOAP()}, {"ocba", newOCBA()}, {"ttts", newTTTS()},
	} {
		for _, n0 := range []int{1, 10} {
			b.Run(c.name+map[int]string{1: "", 10: "-n0"}[n0], func(b *testing.B) {
				config := small(1)
				config.Memory, config.ExpandAt = 1<<20, n0-1
				tree, err := New(config, Parts{
					Rule: AtLeast{Rule: c.rule, N0: n0},
					Leaf: func() Leaf { return &PlayoutLeaf{Playout: &Uniform{}} },
				}, emptyTicTacToe())
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				start := emptyTicTacToe()
				for b.Loop() {
					tree.Reset(start)
					if err := tree.Search(context.Background(), Budget{Playouts: playouts}); err != nil {
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
	config := small(1)
	config.Memory, config.ExpandAt = 1<<20, 9
	tree, err := New(config, Parts{
		Rule: AtLeast{Rule: newAOAP(), N0: 10},
		Leaf: func() Leaf { return &PlayoutLeaf{Playout: &Uniform{}} },
	}, emptyTicTacToe())
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	start, choice := emptyTicTacToe(), HighestPosterior{NewBayes()}
	for b.Loop() {
		tree.Reset(start)
		for range 20 {
			if err := tree.Search(context.Background(), Budget{Playouts: 10}); err != nil {
				b.Fatal(err)
			}
			if tree.Best(choice) == NoMove {
				b.Fatal("no move")
			}
		}
	}
}
