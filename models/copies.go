package models

import (
	"fmt"
	"path/filepath"
)

// WithoutCopies leaves out what a list has twice: a folder by two paths, and a model in the program and in a folder
// with the same weights, as in a clone of Tengen's repository. The first of the two stays, which is what [Default]
// takes.
func WithoutCopies(all []Entry) []Entry {
	shipped := map[string]bool{} // whether the first model with these weights is in the program
	seen := map[string]bool{}
	var out []Entry
	for _, e := range all {
		place := placeOf(e.Dir)
		if seen[place] {
			continue
		}
		seen[place] = true
		if key := weightsOf(e); key != "" {
			first, known := shipped[key]
			if known && first != Shipped(e.Dir) {
				continue
			}
			shipped[key] = Shipped(e.Dir)
		}
		out = append(out, e)
	}
	return out
}

// placeOf is a name of a model's folder that is the same for all paths to it.
func placeOf(dir string) string {
	if Shipped(dir) {
		return dir
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return dir
}

// weightsOf are the hashes of a model's weights; "" if there are none.
func weightsOf(e Entry) string {
	if e.Err != nil || len(e.Manifest.Networks) == 0 {
		return ""
	}
	key := fmt.Sprint(e.Manifest.Board)
	for _, kind := range Kinds {
		key += " " + e.Manifest.Networks[kind].File.SHA256
	}
	return key
}
