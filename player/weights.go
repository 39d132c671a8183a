package player

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
)

// Folders are where a player finds the weights that it reads, by their kind, of package models. They are nil for a
// player that reads none, and for programs. size is the board's and dirs are where default models are found, as in Env.
func Folders(text string, size int, dirs []string) (map[string]string, error) {
	spec, err := options.Parse("player", text)
	if err == nil && spec.Kind == options.KindMachines { // all machines have the player behind the list
		if _, inner, ok := strings.Cut(spec.Rest, ","); ok {
			spec, err = options.Parse("player", inner)
		}
	}
	if err != nil {
		return nil, err
	}
	kind := AllKinds().Find(spec.Kind)
	if kind == nil || kind.Reads == nil {
		return nil, nil
	}
	o, err := spec.Options()
	if err != nil {
		return nil, err
	}
	reads := kind.Reads(o)
	if reads == nil {
		return nil, nil
	}
	folders, own := map[string]string{}, o.String("model", "")
	for _, weights := range reads {
		of := weights
		if slices.Contains(reads, models.Policy) {
			of = models.Policy // one model for all
		}
		if folders[weights], err = folderOf(of, own, size, dirs); err != nil {
			return nil, err
		}
	}
	return folders, nil
}

// folderOf is where a player finds weights of a kind for a board: in the folder of its model=, else in a default model.
// A tree policy is for boards of all sizes. A player that reads no policy network has it from the model for the nearest
// size.
func folderOf(kind, own string, size int, dirs []string) (string, error) {
	switch {
	case own != "":
		return own, nil
	case kind == models.Tree:
		return models.Nearest(dirs, kind, size)
	}
	return models.Fitting(dirs, size)
}

// Weights are the SHA-256 of what a player reads in its Folders, by kind; nil for one that reads none.
func Weights(text string, size int, dirs []string) (map[string]string, error) {
	folders, err := Folders(text, size, dirs)
	if err != nil || folders == nil {
		return nil, err
	}
	hashes, read := map[string]string{}, map[string]models.Manifest{}
	for kind, dir := range folders {
		m, ok := read[dir]
		if !ok {
			if m, err = models.ReadManifest(dir); err != nil {
				return nil, err
			}
			read[dir] = m
		}
		if m.Board != size && (kind == models.Value || kind == models.Shapes) {
			continue // they fit one size; the others are carried over
		}
		if n, ok := m.Networks[kind]; ok {
			hashes[kind] = n.File.SHA256
		}
	}
	return hashes, nil
}

// WeightsText is Weights in a line: "policy 0123456789ab, value cdef01234567"; "" for nothing.
func WeightsText(hashes map[string]string) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(hashes)) {
		parts = append(parts, fmt.Sprintf("%s %.12s", kind, hashes[kind]))
	}
	return strings.Join(parts, ", ")
}
