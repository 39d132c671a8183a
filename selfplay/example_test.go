package selfplay_test

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/selfplay"
)

// Two games of a network against itself; the network has not learned anything.
func ExamplePlay() {
	policy, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Filters: 8, Layers: 3}, 1)
	if err != nil {
		log.Fatal(err)
	}
	config := selfplay.Config{Size: 5, Komi: 7.5, Seed: 1}
	players := []selfplay.Player{{Policy: policy, Temperature: 1}}
	plan := func(int, *rand.Rand) selfplay.Schedule { return selfplay.Even(0, 0) }
	err = selfplay.Play(context.Background(), config, players, 0, 2, plan, func(g *selfplay.Game) error {
		fmt.Printf("game %d: %s, ended by %s\n", g.Index, g.Record.Result, g.End)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// game 0: B+17.5, ended by passes
	// game 1: W+2.5, ended by passes
}
