package play

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// Save writes the record with its variations as SGF to a file, which is whole or not there.
func (s *Session) Save(path string) error {
	text, err := s.tree.Append(nil)
	if err == nil {
		err = atomicfile.Write(path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}
