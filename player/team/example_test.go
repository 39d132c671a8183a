package team_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player/team"
	"github.com/tengen-go/tengen/search/near"
)

// Box is a machine that knows nothing.
type Box string

func (b Box) String() string        { return string(b) }
func (Box) NewGame(game.Game) error { return nil }
func (Box) Forget() error           { return nil }
func (Box) Reseed(uint64) error     { return nil }
func (Box) Close() error            { return nil }
func (b Box) Play(m board.Move) error {
	if b == "attic" {
		return errors.New("no answer")
	}
	return nil
}

func (Box) Grow(context.Context, board.Color, int, int) (near.Report, error) {
	return near.Report{}, nil
}
func (Box) Adopt(near.Position) error { return nil }

// A machine that fails is named once, and the others go on.
func Example() {
	t := &team.Team{Every: 200, Depth: 1, Lost: func(m team.Machine, err error) { fmt.Printf("lost %v: %v\n", m, err) }}
	t.Add(Box("cellar"))
	t.Add(Box("attic"))
	for range 2 {
		t.Tell(func(m team.Machine) error { return m.Play(board.Move{Point: board.Pass, Color: board.Black}) })
	}
	fmt.Println(len(t.Remotes()), "machine left")
	// Output:
	// lost attic: no answer
	// 1 machine left
}
