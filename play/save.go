package play

import (
	"context"
	"fmt"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/record"
)

// Savable refuses a file that Save does not write: one of several games, or one that is compressed or packed, going by
// its name.
func Savable(path string) error {
	if record.Bundled(path) {
		return fmt.Errorf("%s: the record is written as plain SGF: choose a name that ends in .sgf", path)
	}
	_, several, err := record.First(context.Background(), path, record.FirstLimit, func(record.Fault) {})
	if err == nil && several {
		return fmt.Errorf("%s has several games, which would be lost: choose another name", path)
	}
	return nil // also if it is not there, or no record
}

// Save writes the record with its variations as SGF to a file that is Savable. The file is whole or not there.
func (s *Session) Save(path string) error {
	if err := Savable(path); err != nil {
		return fmt.Errorf("save: %w", err)
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
