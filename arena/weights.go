package arena

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/models"
)

// Weights are the SHA-256 of what a player reads of a model, by kind; nil for one that reads
// none, and for programs. size is the board's and dirs are where default models are found, as in
// Env.
func Weights(text string, size int, dirs []string) (map[string]string, error) {
	spec, err := ParseSpec(text)
	if err != nil || spec.Kind == "gtp" { // what follows is a command
		return nil, err
	}
	o, err := spec.Options()
	if err != nil {
		return nil, err
	}
	dir := o.String("model", "")
	if dir == "" {
		if spec.Kind != "policy" && spec.Kind != KindSearch && o.String("playout", "") != "softmax" && o.String("heuristic", "") != "shapes" {
			return nil, nil
		}
		if dir, err = DefaultModel(dirs, size); err != nil {
			return nil, err
		}
	}
	m, err := models.ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	hashes := map[string]string{}
	for kind, n := range m.Networks {
		if kind == models.Policy || spec.Kind != "policy" {
			hashes[kind] = n.File.SHA256
		}
	}
	return hashes, nil
}

// weightsText is Weights in a line: "policy 0123456789ab, value cdef01234567".
func weightsText(hashes map[string]string) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(hashes)) {
		parts = append(parts, fmt.Sprintf("%s %.12s", kind, hashes[kind]))
	}
	return strings.Join(parts, ", ")
}

// NoteWeights adds to what makes two matches the same which weights play, so that a folder does
// not go on with others under the same name.
func (a *MatchAbout) NoteWeights(dirs []string) error {
	for _, p := range []struct{ text, weights *string }{{&a.A, &a.AWeights}, {&a.B, &a.BWeights}} {
		hashes, err := Weights(*p.text, a.Board, dirs)
		if err != nil {
			return fmt.Errorf("player %s: %w", *p.text, err)
		}
		*p.weights = weightsText(hashes)
	}
	return nil
}
