package player

import (
	"context"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player/team"
	"github.com/tengen-go/tengen/search"
)

// Join has other machines search with the player, from its next game on. They are the player's to close then.
func (s *Searcher) Join(t *team.Team) {
	s.team = t
	s.config.Sync, s.config.SyncDepth = t.Every, t.Depth
	s.parts.config = s.config
	s.tree, s.states = nil, "" // the next one is searched by all
}

// grow searches, on all machines.
func (s *Searcher) grow(ctx context.Context, b search.Budget) error {
	err := s.tree.Search(ctx, b)
	s.team.Drop()
	return err
}

// Play implements Player.
func (s *Searcher) Play(m board.Move) error {
	if err := s.gameView.Play(m); err != nil {
		return err
	}
	s.team.Tell(func(one team.Machine) error { return one.Play(m) })
	return nil
}
