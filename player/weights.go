package player

import (
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
