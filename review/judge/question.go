package judge

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/record"
)

// Question is a position in which players choose a move.
type Question struct {
	Source string // of the game
	Ply    int    // moves before it
	Game   *board.Game
}

// Sample says which positions become questions.
type Sample struct {
	Positions int     // at most
	Lo, Hi    float64 // bounds of the win rate, by the judge
	Seed      uint64
}

// Validate refuses samples that have no position.
func (s Sample) Validate() error {
	switch {
	case s.Positions < 1:
		return fmt.Errorf("%d positions: want 1 or more", s.Positions)
	case !(0 <= s.Lo && s.Lo < s.Hi && s.Hi <= 1):
		return fmt.Errorf("win rates from %g to %g: want two from 0 to 1, the smaller first", s.Lo, s.Hi)
	}
	return nil
}

// Questions draws positions from games, one a game, until there are enough. The ply is from 2 to two thirds of
// the points of the board. Games with handicap, and games that break a rule before the position, are left out, and
// so are positions outside the bounds of win rate. told, which may be nil, is called after each position that
// the judge looked at, with the number of questions.
func (j *Judge) Questions(
	ctx context.Context, games *record.Set, s Sample, told func(questions int),
) ([]Question, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(s.Seed, 0x6a75646765))
	var list []Question
	for _, i := range rng.Perm(games.Len()) {
		draw := rng.Uint64() // for every game, so that one game's fate does not change the next one's position
		played := games.Game(i)
		last := min(2*played.Size*played.Size/3, len(played.Moves)-1)
		if played.Handicap > 0 || len(played.Setup) > 0 || last < 2 {
			continue
		}
		ply := 2 + int(draw%uint64(last-1))
		g, ok := replay(played, ply)
		if !ok {
			continue
		}
		v, err := j.Look(ctx, g)
		if err != nil {
			return nil, fmt.Errorf("%v, move %d: %w", played.Source, ply, err)
		}
		if v.Value >= s.Lo && v.Value <= s.Hi {
			list = append(list, Question{Source: played.Source.String(), Ply: ply, Game: g})
		}
		if told != nil {
			told(len(list))
		}
		if len(list) == s.Positions {
			break
		}
	}
	return list, nil
}

// replay is a game up to a ply, by Chinese rules with its own komi; ok is false if it breaks these rules before.
func replay(played record.Game, ply int) (g *board.Game, ok bool) {
	rules := board.Chinese()
	rules.Komi = played.CountKomi()
	g, err := board.NewGame(played.Size, rules)
	if err != nil {
		return nil, false
	}
	for _, m := range played.Moves[:ply] {
		if g.Over() || m.Color() != g.Position().ToMove() || g.Play(m.Point(played.Size), m.Color()) != nil {
			return nil, false
		}
	}
	return g, !g.Over() && played.Moves[ply].Color() == g.Position().ToMove()
}
