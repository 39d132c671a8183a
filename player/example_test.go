package player_test

import (
	"context"
	"fmt"
	"log"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
	"github.com/tengen-go/tengen/timing"
)

// From a player string to a move. Players of other strings, and of other games, are used alike.
func Example() {
	rules := game.Go{Board: 9, Rules: board.Chinese()}
	p, err := player.Players().Parse("policy:model=shipped:9x9", player.Env{Rules: rules, Seed: 1, Threads: 1})
	check(err)
	defer p.Close()

	g, err := rules.New()
	check(err)
	check(p.NewGame(g))
	choice, err := p.Genmove(context.Background(), g.ToMove(), timing.Clock{})
	check(err)
	fmt.Println(choice.Vertex(9))

	move := board.Move{Point: choice.Point, Color: g.ToMove()}
	check(g.Play(move.Point, move.Color))
	check(p.Play(move)) // the player follows its own moves, too
	// Output: E5
}

// From a record to the best move, with the model that ships and the line that it expects.
func ExampleAnalyst() {
	trees, _ := sgf.Parse("game.sgf", []byte("(;SZ[9]KM[7.5];B[ee];W[ef];B[cg];W[de];B[gc];W[fe])"))
	g, err := record.ReadGame(trees[0], board.Chinese(), -1)
	check(err)
	rules := game.Go{Board: g.Size(), Rules: g.Rules()}
	env := player.Env{Rules: rules, Seed: 1, Threads: 1}
	p, err := player.Players().Parse("search:model=shipped:9x9,playouts=100", env)
	check(err)
	defer p.Close()
	check(p.NewGame(game.Of(g)))

	var last *player.Analysis
	report := func(a *player.Analysis) { last = a.Clone() }
	o := player.AnalyzeOptions{MaxMoves: 3}
	choice, err := p.(player.Analyst).GenmoveAnalyze(context.Background(), board.Black, timing.Clock{}, o, report)
	check(err)
	best := last.Moves[0] // the one with most visits
	fmt.Printf("Black plays %s; of %d moves, %s is first. Black is behind: %v\n",
		choice.Vertex(9), len(last.Moves), best.Point.Vertex(9), best.Winrate < 0.5)
	// Output: Black plays E6; of 3 moves, E6 is first. Black is behind: true
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
