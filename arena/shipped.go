package arena

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tengen-go/tengen/models"
)

// ErrNoModel is why a player without model= cannot be made.
var ErrNoModel = errors.New("no model")

// DefaultModel finds the model that a player without model= uses: in the first
// of the folders that has a policy network for the board, the one saved last.
// size 0 asks for any board and gets the largest. A folder that is not there is
// passed over; a damaged model is not, since silence about it would play another.
func DefaultModel(dirs []string, size int) (string, error) {
	for _, root := range dirs {
		entries, err := models.List(root)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		best, board := "", 0
		var saved time.Time
		for _, e := range entries {
			if e.Err != nil {
				return "", fmt.Errorf("choosing a model in %s: %w (name another with model=DIR)", root, e.Err)
			}
			if _, ok := e.Manifest.Networks[models.Policy]; !ok || size != 0 && e.Manifest.Board != size || e.Manifest.Board < board {
				continue
			}
			info, err := os.Stat(filepath.Join(e.Dir, models.ManifestName))
			if err != nil {
				return "", err
			}
			if e.Manifest.Board > board || info.ModTime().After(saved) {
				best, board, saved = e.Dir, e.Manifest.Board, info.ModTime()
			}
		}
		if best != "" {
			return best, nil
		}
	}
	which := "policy network"
	if size != 0 {
		which = fmt.Sprintf("policy network for %d×%d", size, size)
	}
	return "", fmt.Errorf("%w: no %s in %s; make one with `make run` or `tengen train policy GAMES -o DIR`, or name one with model=DIR",
		ErrNoModel, which, strings.Join(dirs, ", "))
}
