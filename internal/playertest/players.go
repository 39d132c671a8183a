// Package playertest has players for tests: they answer as they are told.
package playertest

import (
	"context"
	"errors"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/timing"
)

// following remembers the game.
type following struct {
	Game game.Game
}

// NewGame implements player.Player.
func (f *following) NewGame(g game.Game) error {
	f.Game = g.Clone()
	return nil
}

// Play implements player.Player.
func (f *following) Play(m board.Move) error { return f.Game.Play(m.Point, m.Color) }

// Close implements player.Player.
func (f *following) Close() error { return nil }

// Scripted answers with the given vertices in turn, by the number of moves played, and gives the
// middle as advice.
type Scripted struct {
	following
	Answers []string
	Err     error
	Games   int         // how many it was given
	Refuses board.Point // a move that it does not hear of; 0 for none
}

// NewGame implements player.Player.
func (s *Scripted) NewGame(g game.Game) error {
	s.Games++
	return s.following.NewGame(g)
}

// Play implements player.Player.
func (s *Scripted) Play(m board.Move) error {
	if s.Refuses != board.Pass && m.Point == s.Refuses {
		return errors.New("a move that the script lacks")
	}
	return s.following.Play(m)
}

func (s *Scripted) String() string { return "scripted" }

// Genmove implements player.Player.
func (s *Scripted) Genmove(context.Context, board.Color, timing.Clock) (player.Choice, error) {
	v := s.Answers[(len(s.Game.Moves())/2)%len(s.Answers)]
	if v == "resign" {
		return player.Choice{Point: board.Pass, Resign: true}, s.Err
	}
	p, err := board.ParseVertex(v, s.Game.Size())
	return player.Choice{Point: p}, errors.Join(err, s.Err)
}

// Advise implements player.Adviser.
func (s *Scripted) Advise(dst []float32, _ board.Color) error {
	clear(dst)
	dst[len(dst)/2] = 0.75
	dst[0] = 0.25
	return nil
}

// FirstFree takes the first free point and says that it wins three games of four.
type FirstFree struct {
	following
	Err error
}

func (f *FirstFree) String() string { return "first free" }

// Genmove implements player.Player.
func (f *FirstFree) Genmove(_ context.Context, c board.Color, _ timing.Clock) (player.Choice, error) {
	if f.Err != nil {
		return player.Choice{}, f.Err
	}
	return player.Choice{Point: f.Game.Candidates(nil, c)[0]}, nil
}

// Thought implements player.Thinker.
func (f *FirstFree) Thought(board.Point) record.Thought { return record.Thought{Value: 0.5} }

// PointTaken plays on the top left point whatever is there.
type PointTaken struct{ *FirstFree }

// Genmove implements player.Player.
func (p PointTaken) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (player.Choice, error) {
	_, err := p.FirstFree.Genmove(ctx, c, clock)
	return player.Choice{Point: board.XY(0, 0)}, err
}
