package play_test

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
)

// A person plays a move, the player answers, and the person takes the move back.
func ExampleSession() {
	opponent, err := player.Players().Parse("rave:playouts=50,threads=1", player.Env{Rules: game.Go{Board: 5}, Seed: 1})
	if err != nil {
		panic(err)
	}
	defer opponent.Close()
	session, err := play.NewSession(opponent, play.Config{Size: 5, Rules: board.Chinese(), Human: board.Black})
	if err != nil {
		panic(err)
	}
	if err := session.Play(board.XY(2, 2)); err != nil {
		panic(err)
	}
	choice, err := session.Think(context.Background())
	if err == nil {
		err = session.Answer(choice)
	}
	if err != nil {
		panic(err)
	}
	fmt.Println(len(session.Moves()), "moves, the person's turn:", session.HumansTurn())
	if err := session.Undo(); err != nil {
		panic(err)
	}
	fmt.Println(len(session.Moves()), "moves")
	// Output:
	// 2 moves, the person's turn: true
	// 0 moves
}
