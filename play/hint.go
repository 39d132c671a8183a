package play

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// Hint is a move that a player considers.
type Hint struct {
	Point board.Point
	// Share is how many games the player expects to win with it, or, without Read, how
	// likely it finds the move: from 0 to 1.
	Share float64
	// Read says that the player has read the position for it.
	Read bool
}

// Text is the hint in words: what a search expects, or how likely a network finds the move.
func (h Hint) Text(size int) string {
	switch {
	case h.Read:
		return fmt.Sprintf("%s wins %.1f %%", h.Point.Vertex(size), 100*h.Share)
	case h.Point == board.Pass:
		return "pass"
	}
	return fmt.Sprintf("%s, probability of the move %.1f %%", h.Point.Vertex(size), 100*h.Share)
}

// maxHints is how many moves the player shows.
const maxHints = 8

// Hints are the moves that the player considers for the side to move, its favourite first. A
// player that reads takes as long for them as for a move of its own. Like Think it may run at the
// same time as everything that only looks at the session.
func (s *Session) Hints(ctx context.Context) ([]Hint, error) {
	if s.game.Over() {
		return nil, ErrOver
	}
	if _, reads := s.player.(player.Analyst); !reads && s.config.Teacher != nil {
		return s.taught(ctx)
	}
	if err := s.catchUp(); err != nil {
		return nil, err
	}
	return hints(ctx, s.player, s.ToMove(), s.config.Size)
}

// taught are the hints of the teacher.
func (s *Session) taught(ctx context.Context) (list []Hint, err error) {
	p, err := s.config.Teacher()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if err := p.NewGame(game.Of(s.game)); err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	return hints(ctx, p, s.ToMove(), s.config.Size)
}

// hints are the moves that a player considers for a colour.
func hints(ctx context.Context, p player.Player, c board.Color, size int) ([]Hint, error) {
	switch p := p.(type) {
	case player.Analyst:
		return readHints(ctx, p, c)
	case player.Adviser:
		return advisedHints(p, c, size)
	case player.Thinker: // of one move
		choice, err := p.(player.Player).Genmove(ctx, c, timing.Clock{PlayOn: true})
		if err != nil {
			return nil, err
		}
		value := float64(p.Thought(choice.Point).Value)
		if choice.Point == board.Pass && value == 0 { // it passes without reading
			return []Hint{{Point: board.Pass, Share: 1}}, nil
		}
		return []Hint{{Point: choice.Point, Share: (1 + value) / 2, Read: true}}, nil
	}
	return nil, errNoHint
}

// readHints are the moves that the player read, the one that it would make first, or if it would
// resign the best that it sees.
func readHints(ctx context.Context, p player.Analyst, c board.Color) ([]Hint, error) {
	var hints []Hint // the best first
	choice, err := p.GenmoveAnalyze(ctx, c, timing.Clock{}, player.AnalyzeOptions{}, func(a *player.Analysis) {
		hints = hints[:0]
		for _, m := range a.Moves {
			hints = append(hints, Hint{Point: m.Point, Share: m.Winrate, Read: true})
		}
	})
	if err != nil {
		return nil, err
	}
	if !choice.Resign {
		chosen := slices.IndexFunc(hints, func(h Hint) bool { return h.Point == choice.Point })
		favourite := Hint{Point: choice.Point, Share: 1} // it passes without reading
		if chosen >= 0 {
			favourite = hints[chosen]
			hints = slices.Delete(hints, chosen, chosen+1)
		}
		hints = slices.Insert(hints, 0, favourite)
	}
	if len(hints) == 0 {
		return nil, errNoHint
	}
	return hints[:min(len(hints), maxHints)], nil
}

// advisedHints are the moves that the player finds likeliest.
func advisedHints(p player.Adviser, c board.Color, size int) ([]Hint, error) {
	probs := make([]float32, size*size)
	if err := p.Advise(probs, c); err != nil {
		return nil, err
	}
	var hints []Hint
	for i, x := range probs {
		if x > 0 {
			hints = append(hints, Hint{Point: board.FromIndex(i, size), Share: float64(x)})
		}
	}
	if len(hints) == 0 {
		return []Hint{{Point: board.Pass, Share: 1}}, nil
	}
	slices.SortStableFunc(hints, func(a, b Hint) int { return cmp.Compare(b.Share, a.Share) })
	return hints[:min(len(hints), maxHints)], nil
}
