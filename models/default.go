package models

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ErrNoModel is why a player without a model of its own cannot be made.
var ErrNoModel = errors.New("no model")

// Default finds the model that a player without model= uses: in the first
// of the folders that has a policy network for the board, the one saved last.
// ShippedPrefix among the folders stands for the models in the program, which are
// also where no folder is given at all.
// size 0 asks for any board and gets the largest. A folder that is not there is
// passed over; a damaged model is not, since silence about it would play another.
func Default(dirs []string, size int) (string, error) {
	if len(dirs) == 0 {
		dirs = []string{ShippedPrefix}
	}
	for _, root := range dirs {
		entries, err := choices(root)
		if err != nil {
			return "", err
		}
		best := Entry{}
		for _, e := range entries {
			_, policy := e.Manifest.Networks[Policy]
			b := e.Manifest.Board
			if !policy || size != 0 && b != size || b < best.Manifest.Board {
				continue
			}
			if b > best.Manifest.Board || e.Saved.After(best.Saved) {
				best = e
			}
		}
		if best.Dir != "" {
			return best.Dir, nil
		}
	}
	which, board := "policy network", "N"
	if size != 0 {
		which, board = fmt.Sprintf("policy network for %d×%d", size, size), strconv.Itoa(size)
	}
	return "", fmt.Errorf("%w: no %s in %s; train one with 'tengen train policy GAMES --board %s -o DIR', "+
		"carry one over from another size with 'tengen model carry', name one with model=DIR, "+
		"or take a player without networks, as rave",
		ErrNoModel, which, lookedIn(dirs), board)
}

// PoolName is the folder of a self-play training with the opponents that it met, each a model.
const PoolName = "pool"

// choices are the models of a folder, none if it is not there. A damaged one among them is an error. Opponents of a
// self-play training are none: they are steps on its way.
func choices(root string) ([]Entry, error) {
	entries, err := List(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	entries = slices.DeleteFunc(entries, func(e Entry) bool {
		return filepath.Base(filepath.Dir(e.Dir)) == PoolName && filepath.Dir(e.Dir) != filepath.Clean(root)
	})
	for _, e := range entries {
		if e.Err != nil {
			return nil, fmt.Errorf("choosing a model in %s: %w (name another with model=DIR)", root, e.Err)
		}
	}
	return entries, err
}

// lookedIn says where models were looked for.
func lookedIn(dirs []string) string {
	words := make([]string, len(dirs))
	for i, dir := range dirs {
		words[i] = dir
		if dir == ShippedPrefix {
			words[i] = "the program"
		}
	}
	return strings.Join(words, ", ")
}
