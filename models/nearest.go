package models

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
)

// Nearest finds the model whose network of a kind players take on a board, if they name none and the kind
// is for boards of any size, as a tree policy. That is a model for this very size in the folders, else one
// in the program, else one for the size that is nearest. What is learned on one size is best there: on
// others there are other openings. Of one folder the model saved last is taken. As in [Default] a folder
// that is not there is passed over, and a damaged model is not.
func Nearest(dirs []string, kind string, size int) (string, error) {
	if !slices.Contains(dirs, ShippedPrefix) {
		dirs = append(slices.Clone(dirs), ShippedPrefix)
	}
	best, least := Entry{}, 0
	for _, root := range dirs {
		entries, err := List(root)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		here := Entry{} // the best of this folder
		far := 0
		for _, e := range entries {
			if e.Err != nil {
				return "", fmt.Errorf("choosing a model in %s: %w (name another with model=DIR)", root, e.Err)
			}
			if _, ok := e.Manifest.Networks[kind]; !ok {
				continue
			}
			d := distance(e.Manifest.Board, size)
			if here.Dir == "" || d < far || d == far && e.Saved.After(here.Saved) {
				here, far = e, d
			}
		}
		if here.Dir != "" && (best.Dir == "" || far < least) {
			best, least = here, far
		}
	}
	if best.Dir == "" {
		k, _ := kindOf(kind)
		return "", fmt.Errorf("%w: no %s in %s; name one with model=DIR", ErrNoModel, k.words, lookedIn(dirs))
	}
	return best.Dir, nil
}

// distance is how far a model's board is from another size. A model without a board is for all of them,
// and gives way only to one for the size itself.
func distance(board, size int) int {
	switch {
	case board == size:
		return 0
	case board == 0:
		return 1
	}
	return 1 + max(board-size, size-board)
}
