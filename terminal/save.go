package terminal

import (
	"fmt"

	"github.com/google/renameio/v2"

	"github.com/tengen-go/tengen/arena"
)

// SGF is the game so far as a record.
func (s *Session) SGF() ([]byte, error) {
	black, white := s.Names()
	return arena.Transcript{Game: s.game, Black: black, White: white, Result: s.Result()}.Tree().Append(nil)
}

// Save writes the record to a file, which is whole or not there at all.
func (s *Session) Save(path string) error {
	text, err := s.SGF()
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	if err := renameio.WriteFile(path, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}
