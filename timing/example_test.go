package timing_test

import (
	"fmt"
	"log"
	"time"

	"github.com/tengen-go/tengen/timing"
)

// A game of five minutes with three seconds more a move: what a move may take, and the clock after it.
func ExampleMoveBudget() {
	settings, err := timing.Parse("5m+3s")
	if err != nil {
		log.Fatal(err)
	}
	clock := settings.Start()
	for move := 0; move < 240; move += 80 {
		budget := timing.MoveBudget(clock, move, 19, timing.DefaultLag)
		left, think := clock.Left.Round(time.Second), budget.Soft.Round(100*time.Millisecond)
		fmt.Printf("move %d: %v left, think for %v\n", move, left, think)
		clock, _ = clock.Spend(2 * time.Minute)
	}
	// Output:
	// move 0: 5m0s left, think for 4.8s
	// move 80: 3m3s left, think for 5.2s
	// move 160: 1m6s left, think for 3.6s
}
