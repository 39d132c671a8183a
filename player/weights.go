package player

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
)

// Model is the folder of the model that a player reads, and the kinds of weights that it reads there; "" for one
// that reads none, and for programs. size is the board's and dirs are where default models are found, as in Env.
func Model(text string, size int, dirs []string) (dir string, reads []string, err error) {
	spec, err := options.Parse("player", text)
	if err == nil && spec.Kind == options.KindMachines { // all machines have the player behind the list
		if _, inner, ok := strings.Cut(spec.Rest, ","); ok {
			spec, err = options.Parse("player", inner)
		}
	}
	if err != nil {
		return "", nil, err
	}
	kind := AllKinds().Find(spec.Kind)
	if kind == nil || kind.Reads == nil {
		return "", nil, nil
	}
	o, err := spec.Options()
	if err != nil {
		return "", nil, err
	}
	if reads = kind.Reads(o); reads == nil {
		return "", nil, nil
	}
	if dir = o.String("model", ""); dir == "" {
		if slices.Equal(reads, []string{models.Tree}) {
			dir, err = models.Nearest(dirs, models.Tree, size)
		} else {
			dir, err = models.Fitting(dirs, size)
		}
	}
	return dir, reads, err
}

// Weights are the SHA-256 of what a player reads of its Model, by kind; nil for one that reads none.
func Weights(text string, size int, dirs []string) (map[string]string, error) {
	dir, reads, err := Model(text, size, dirs)
	if err != nil || dir == "" {
		return nil, err
	}
	m, err := models.ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	hashes := map[string]string{}
	for name, n := range m.Networks {
		if m.Board != size && (name == models.Value || name == models.Shapes) {
			continue // they fit one size; the others are carried over
		}
		if slices.Contains(reads, name) {
			hashes[name] = n.File.SHA256
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
