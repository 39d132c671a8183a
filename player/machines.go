package player

import (
	"context"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player/team"
	"github.com/tengen-go/tengen/search"
)

// Join has a team of machines search with the player from its next game on, in the place of its team so far.
func (s *Searcher) Join(t *team.Team) {
	_ = s.team.Close()
	s.team = t
	s.config.Sync, s.config.SyncDepth = t.Every, t.Depth
	s.closeTree()
	s.parts.config, s.states = s.config, "" // the next tree is searched by all
}

// grow searches, on all machines.
func (s *Searcher) grow(ctx context.Context, b search.Budget) error {
	defer s.team.Drop()
	return s.tree.Search(ctx, b)
}

// Play implements Player.
func (s *Searcher) Play(m board.Move) error {
	err := s.gameView.Play(m)
	if err == nil {
		s.team.Tell(func(one team.Machine) error { return one.Play(m) })
	}
	return err
}
