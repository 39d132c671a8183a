package extending_test

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

// EpsilonGreedy follows the best mean, and with probability Epsilon a random edge.
type EpsilonGreedy struct{ Epsilon float64 }

// Needs names the statistics that cost memory: none beyond outcomes.
func (EpsilonGreedy) Needs() search.Needs { return search.Needs{} }

// Mean is what the rule believes of an edge.
func (EpsilonGreedy) Mean(e *search.Edges, i int) float32 { return e.Outcome(i).Mean() }

// Select is the index of the edge to follow.
func (g EpsilonGreedy) Select(e *search.Edges, r *search.Rand) int {
	if float64(r.IntN(1<<20)) < g.Epsilon*(1<<20) {
		return r.IntN(e.Len())
	}
	best := 0
	for i := range e.Len() {
		if e.Outcome(i).N() == 0 {
			return i
		}
		if g.Mean(e, i) > g.Mean(e, best) {
			best = i
		}
	}
	return best
}

func ExampleEpsilonGreedy() {
	position, err := tictactoe.Parse("XO. ... ...")
	if err != nil {
		panic(err)
	}
	tree, err := search.New(search.DefaultConfig(), search.Parts{
		Rule: EpsilonGreedy{Epsilon: 0.1},
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Uniform{}} },
	}, &smallstate.TicTacToe{Position: position})
	if err != nil {
		panic(err)
	}
	if err := tree.Search(context.Background(), search.Budget{Playouts: 5000}); err != nil {
		panic(err)
	}
	position.Play(int(tree.Best(search.MostVisits{})))
	fmt.Println("value after the best move:", position.Solve())
	// Output: value after the best move: 1
}
