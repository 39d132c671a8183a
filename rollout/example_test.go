package rollout_test

import (
	"fmt"
	"log"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/rollout"
)

// A hundred playouts from the empty board of 5×5, where White has seven and a half points.
func ExampleNewPlayout() {
	playout, err := rollout.NewPlayout("mogo")
	if err != nil {
		log.Fatal(err)
	}
	rng, wins := board.NewRand(1), 0
	trace := make([]board.Point, 0, rollout.MoveLimit(5))
	for range 100 {
		pos := board.NewPosition(5)
		trace = playout.Play(&pos, &rng, trace[:0])
		if black, white := pos.Area(nil); float64(black-white) > 7.5 {
			wins++
		}
	}
	fmt.Printf("Black wins %d of 100\n", wins)
	// Output: Black wins 51 of 100
}
