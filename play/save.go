package play

import (
	"fmt"
	"os"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/record"
)

// Save writes the record with its variations as SGF to a file, which is whole or not there. It does not write over a
// file of several games, and not under a name that says the file is compressed or packed.
func (s *Session) Save(path string) error {
	if record.Bundled(path) {
		return fmt.Errorf("save: %s: the record is written as plain SGF: choose a name that ends in .sgf", path)
	}
	if to, err := os.Stat(path); err == nil && s.config.Keep != "" {
		if from, err := os.Stat(s.config.Keep); err == nil && os.SameFile(from, to) {
			return fmt.Errorf("save: %s has other games, which would be lost: choose another name", path)
		}
	}
	text, err := s.tree.Append(nil)
	if err == nil {
		err = atomicfile.Write(path, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}
