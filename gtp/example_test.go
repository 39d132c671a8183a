package gtp_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// FirstPoint plays on the first legal point, from the top left.
type FirstPoint struct{ game game.GoGame }

// NewGame begins a game; the player follows it by itself.
func (p *FirstPoint) NewGame(g game.Game) error { p.game = g.Clone().(game.GoGame); return nil }

// Play says that a move was played.
func (p *FirstPoint) Play(m board.Move) error { return p.game.Play(m.Point, m.Color) }

// Genmove chooses a move, which comes back by Play if it is played.
func (p *FirstPoint) Genmove(_ context.Context, c board.Color, _ timing.Clock) (player.Choice, error) {
	size := p.game.Size()
	for i := range size * size {
		if point := board.FromIndex(i, size); p.game.Legal(point, c) == nil {
			return player.Choice{Point: point}, nil
		}
	}
	return player.Choice{Point: board.Pass}, nil
}

// String names the player.
func (p *FirstPoint) String() string { return "first point" }

// A player of your own speaks GTP: Sabaki, GoGui and other programs can play against it.
func ExampleEngine() {
	engine, err := gtp.New(&FirstPoint{}, gtp.Config{Name: "First", Version: "1", Rules: board.Chinese()})
	if err != nil {
		log.Fatal(err)
	}
	input := "boardsize 9\nplay black A9\ngenmove white\ngenmove black\nplay black A9\nquit\n"
	// A program passes os.Stdin here.
	if err := engine.Run(context.Background(), strings.NewReader(input), os.Stdout); err != nil {
		log.Fatal(err)
	}
	fmt.Println("bye")
	// Output:
	// =
	//
	// =
	//
	// = B9
	//
	// = C9
	//
	// ? illegal move
	//
	// =
	//
	// bye
}
