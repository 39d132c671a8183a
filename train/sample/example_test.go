package sample_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
)

// Positions of games come in an order that a seed decides, each in one of its symmetries.
func Example() {
	dir, err := os.MkdirTemp("", "games")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "game.sgf")
	if err := os.WriteFile(file, []byte("(;SZ[9]RE[B+R];B[ee];W[ce];B[gc];W[gg])"), 0o600); err != nil {
		log.Fatal(err)
	}
	games, _, err := record.Read(context.Background(), []string{file}, record.Options{})
	if err != nil {
		log.Fatal(err)
	}
	data, err := sample.NewData(games, features.PolicyPlanes)
	if err != nil {
		log.Fatal(err)
	}
	order, err := sample.NewOrder(data.Len(), 1)
	if err != nil {
		log.Fatal(err)
	}
	const stride = int(features.PolicyPlanes)
	sampler, planes := data.NewSampler(stride), make([]float32, 9*9*stride)
	for s := range data.Len() { // one epoch
		position, symmetry := order.Sample(s)
		label, err := sampler.Sample(planes, position, s/data.Len(), symmetry)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("move %d in symmetry %d: %s\n", label.Move, symmetry, board.FromIndex(int(label.Target), 9).Vertex(9))
	}
	// Output:
	// move 0 in symmetry 1: E5
	// move 3 in symmetry 1: C3
	// move 1 in symmetry 4: E7
	// move 2 in symmetry 4: C3
}
