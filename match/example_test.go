package match_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/player"
)

// Eight games of tic-tac-toe. Games of Go have Board and Rules in the Settings instead of Game.
func ExampleRun() {
	config, err := match.Settings{Games: 8, Game: "tictactoe", Time: "none", Parallel: 1, Seed: 1}.Config()
	if err != nil {
		log.Fatal(err)
	}
	side := func(text string) match.Side {
		return match.Side{Name: text, Make: func() (player.Player, error) {
			return player.Players().Parse(text, player.Env{Rules: config.Rules, Seed: 1, Threads: 1})
		}}
	}
	count := match.Counter{Small: true}
	add := func(g *match.Game) error { count.Add(g); return nil }
	err = match.Run(context.Background(), config, side("uct:playouts=300"), side("random"), nil, add)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("as X %+v, as O %+v\n", count.Black, count.White)
	// Output: as X 4-0, as O 3-0-1
}
