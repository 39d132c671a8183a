package search_test

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/search"
)

// Nim is a heap of stones. A player takes one to three; who takes the last one wins.
// A move is the number of stones taken.
type Nim struct{ Stones, Turn int }

// Clone is an independent copy.
func (n *Nim) Clone() search.State { c := *n; return &c }

// Set makes n a copy of another position.
func (n *Nim) Set(from search.State) { *n = *from.(*Nim) }

// Player is 0 or 1.
func (n *Nim) Player() int { return n.Turn }

// Moves are the legal moves.
func (n *Nim) Moves(buf []search.Move) []search.Move {
	for m := search.Move(1); n.Legal(m); m++ {
		buf = append(buf, m)
	}
	return buf
}

// Legal says whether so many may be taken.
func (n *Nim) Legal(m search.Move) bool { return m >= 1 && m <= 3 && int(m) <= n.Stones }

// Play takes stones.
func (n *Nim) Play(m search.Move) { n.Stones -= int(m); n.Turn = 1 - n.Turn }

// Over is the value for player 0: the player who has to move has lost.
func (n *Nim) Over() (value float32, over bool) { return float32(2*n.Turn - 1), n.Stones == 0 }

// Hash is equal for equal positions.
func (n *Nim) Hash() uint64 { return uint64(2*n.Stones+n.Turn+1) * 0x9e3779b97f4a7c15 }

// Range is above every move.
func (n *Nim) Range() int { return 4 }

func ExampleState() {
	tree, err := search.New(search.DefaultConfig(), search.Parts{
		Rule: search.NewUCT(),
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Uniform{}} },
	}, &Nim{Stones: 11})
	if err != nil {
		panic(err)
	}
	if err := tree.Search(context.Background(), search.Budget{Playouts: 5000}); err != nil {
		panic(err)
	}
	fmt.Println("take", tree.Best(search.MostVisits{}), "of 11, which leaves a multiple of four")
	// Output: take 3 of 11, which leaves a multiple of four
}
