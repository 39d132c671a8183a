package terminal

import (
	"context"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// Hint is a player's favourite move.
type Hint struct {
	Point board.Point
	// Share is how many games the player expects to win with it, or, without Read, how
	// likely it finds the move: from 0 to 1.
	Share float64
	// Read says that the player has read the position for it.
	Read bool
}

// text is the hint in words: what a search expects, or how likely a network finds the move.
func (h Hint) text(size int) string {
	switch {
	case h.Read:
		return fmt.Sprintf("%s wins %.1f %%", h.Point.Vertex(size), 100*h.Share)
	case h.Point == board.Pass:
		return "pass"
	}
	return fmt.Sprintf("%s, probability of the move %.1f %%", h.Point.Vertex(size), 100*h.Share)
}

// Hint is the player's favourite move for the side to move. One that reads takes as long
// for it as for a move of its own. Like Think it may run beside everything that only looks
// at the session.
func (s *Session) Hint(ctx context.Context) (Hint, error) {
	if s.game.Over() {
		return Hint{}, errOver
	}
	switch p := s.player.(type) {
	case player.Analyst:
		return readHint(ctx, p, s.ToMove())
	case player.Adviser:
		return advisedHint(p, s.ToMove(), s.config.Size)
	}
	return Hint{}, errNoHint
}

// readHint is the move that the player would make, or the best that it sees if it would
// resign.
func readHint(ctx context.Context, p player.Analyst, c board.Color) (Hint, error) {
	var moves []player.MoveAnalysis // the best first
	choice, err := p.GenmoveAnalyze(ctx, c, player.Clock{}, player.AnalyzeOptions{}, func(a *player.Analysis) {
		moves = slices.Clone(a.Moves)
	})
	if err != nil {
		return Hint{}, err
	}
	for _, m := range moves {
		if choice.Resign || m.Point == choice.Point {
			return Hint{Point: m.Point, Share: m.Winrate, Read: true}, nil
		}
	}
	return Hint{Point: choice.Point, Share: 1}, nil // it passes without reading
}

// advisedHint is the move that the player finds likeliest.
func advisedHint(p player.Adviser, c board.Color, size int) (Hint, error) {
	probs := make([]float32, size*size)
	if err := p.Advise(probs, c); err != nil {
		return Hint{}, err
	}
	best := 0
	for i, x := range probs {
		if x > probs[best] {
			best = i
		}
	}
	if probs[best] == 0 {
		return Hint{Point: board.Pass, Share: 1}, nil
	}
	return Hint{Point: board.FromIndex(best, size), Share: float64(probs[best])}, nil
}
