package models

import "fmt"

// WithoutCopies leaves out what a list has twice: in the program, and in a folder with the same weights, as in a
// clone of Tengen's repository. The first of the two stays, which is what [Default] takes.
func WithoutCopies(all []Entry) []Entry {
	shipped := map[string]bool{} // whether the first model with these weights is in the program
	var out []Entry
	for _, e := range all {
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
