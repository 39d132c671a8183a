package rating_test

import (
	"fmt"
	"log"

	"github.com/tengen-go/tengen/rating"
)

// Three players on one scale; two of them never met.
func ExampleRate() {
	results := []rating.PairResult{
		{A: "new", B: "old", Black: rating.Tally{Wins: 80, Losses: 20}, White: rating.Tally{Wins: 70, Losses: 30}},
		{A: "old", B: "random", Black: rating.Tally{Wins: 90, Losses: 10}, White: rating.Tally{Wins: 85, Losses: 15}},
	}
	config := rating.DefaultRateConfig()
	config.Anchors = map[string]float64{"random": 0}
	ratings, err := rating.Rate(results, config)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range ratings.Players {
		fmt.Printf("%-6s %4.0f ± %.0f\n", r.Name, r.Elo, r.Error)
	}
	fmt.Printf("Black is worth %.0f ± %.0f\n", ratings.Black, ratings.BlackError)
	// Output:
	// new     530 ± 92
	// old     338 ± 73
	// random    0 ± 0
	// Black is worth 44 ± 45
}
