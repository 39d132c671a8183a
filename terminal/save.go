package terminal

import "github.com/tengen-go/tengen/record"

// Save writes the game so far as SGF to a file, which is whole or not there.
func (s *Session) Save(path string) error {
	black, white := s.Names()
	return record.Transcript{Game: s.game, Black: black, White: white, Result: s.Result()}.WriteFile(path)
}
