package record

import (
	"fmt"

	"github.com/tengen-go/tengen/internal/atomicfile"
)

// WriteFile writes the record to a file: what was there before stays until the new
// record is whole.
func (t Transcript) WriteFile(path string) error {
	text, err := t.Tree().Append(nil)
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	if err := atomicfile.Write(path, append(text, '\n')); err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}
