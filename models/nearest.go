package models

import (
	"errors"
	"fmt"
	"slices"
)

// Nearest finds a model with a network that fits boards of any size, such as a tree policy, for players that
// name no model. A model for this size comes first, then a model without a board, then the model for the nearest
// size in the first folder that has any. Among equals the first folder wins, and in it the model that was saved last.
// The models in the program are always among the choices. As in [Default], Nearest passes over a folder that is not
// there, but not over a damaged model.
func Nearest(dirs []string, kind string, size int) (string, error) {
	if !slices.Contains(dirs, ShippedPrefix) {
		dirs = append(slices.Clone(dirs), ShippedPrefix)
	}
	var best Entry
	least := -1 // the distance of best; none yet
	for _, root := range dirs {
		entries, err := choices(root)
		if err != nil {
			return "", err
		}
		from := least // what this folder must come nearer than
		for _, e := range entries {
			if _, ok := e.Manifest.Networks[kind]; !ok {
				continue
			}
			d := distance(e.Manifest.Board, size)
			if from >= 0 && d > 1 { // a first training in runs does not stand for all sizes
				continue
			}
			if least < 0 || d < least || d == least && d != from && e.Saved.After(best.Saved) {
				best, least = e, d
			}
		}
	}
	if best.Dir == "" {
		k, _ := kindOf(kind)
		return "", fmt.Errorf("%w: no %s in %s; name a model that has one with model=DIR",
			ErrNoModel, k.words, lookedIn(dirs))
	}
	return best.Dir, nil
}

// Fitting finds the model whose policy network a player without model= plays with on a board: the one of
// [Default], or one for another size, to be carried over to this one. That is the next larger size in the first
// folder that has a larger one, else the largest: between 7×7 and 13×13 a policy carried over from a larger board won
// most games against one from a smaller board (docs/notebook/2026-11-25-other-sizes.md). A folder comes before the
// nearest size, so that a first training in runs is not carried over in place of the models in the program.
func Fitting(dirs []string, size int) (string, error) {
	dir, none := Default(dirs, size)
	if !errors.Is(none, ErrNoModel) {
		return dir, none
	}
	if _, err := Default(dirs, 0); err != nil {
		return "", none // nothing to carry over
	}
	if len(dirs) == 0 {
		dirs = []string{ShippedPrefix}
	}
	for _, root := range dirs {
		for next := size + 1; next <= largestBoard; next++ {
			if dir, err := Default([]string{root}, next); !errors.Is(err, ErrNoModel) {
				return dir, err
			}
		}
	}
	return Default(dirs, 0)
}

// distance is how far a model's board is from another size.
func distance(board, size int) int {
	switch {
	case board == size:
		return 0
	case board == 0: // of no size
		return 1
	}
	return 1 + max(board-size, size-board)
}
