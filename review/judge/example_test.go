package judge_test

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/review/judge"
)

// A random player loses more than a search, by the verdicts of a longer search.
func Example() {
	env := player.Env{Rules: game.Go{Board: 5, Rules: board.Chinese()}, Seed: 1, Threads: 1}
	made := map[string]player.Player{}
	for _, text := range []string{"random", "rave:playouts=100", "rave"} {
		p, err := player.Players().Parse(text, env)
		if err != nil {
			fmt.Println(err)
			return
		}
		defer func() { _ = p.Close() }()
		made[text] = p
	}
	games := &record.Set{}
	for i := range 20 {
		g := record.Game{Size: 5, Komi: 0.5, First: board.Black}
		for k := range 10 {
			g.Moves = append(g.Moves, record.NewMove(board.Black+board.Color(k%2), board.FromIndex((i+3*k)%25, 5), 5))
		}
		games.Add(g)
	}
	ctx := context.Background()
	j := judge.New(made["rave"].(player.Analyst), "rave", 200, judge.Book{})
	questions, err := j.Questions(ctx, games, judge.Sample{Positions: 20, Lo: 0.05, Hi: 0.95, Seed: 1}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, err := j.Compare(ctx, questions, []judge.Contestant{
		{Name: "random", Player: made["random"]}, {Name: "search", Player: made["rave:playouts=100"]},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rows[1].Difference.Hi < 0)
	// Output: true
}
