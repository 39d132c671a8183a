package models

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// The kinds of network a model may hold; the weights of each are in the file
// KIND.safetensors.
const (
	Policy  = "policy"
	Value   = "value"
	Rollout = "rollout" // linear softmax for playouts
	Tree    = "tree"    // linear softmax for the priors of a search
	Shapes  = "shapes"  // linear value function over local shapes
)

// kind is what this package knows of a kind of network. A new kind is a line of kinds.
type kind struct {
	name     string
	words    string // what one is called in messages
	remedy   string // where there is none, with %s for the folder
	anyBoard bool   // it is for boards of any size
	exact    bool   // only the tensor "weights" may be rounded
}

var kinds = []kind{
	{name: Policy, words: "policy network", remedy: "give a model that has one"},
	{name: Value, words: "value network", remedy: "give a model that has one"},
	{
		name: Rollout, words: "rollout policy", anyBoard: true, exact: true,
		remedy: "add one: tengen train rollout --features rollout GAMES -o %s",
	},
	{
		name: Tree, words: "tree policy", anyBoard: true, exact: true,
		remedy: "add one: tengen train rollout --features tree GAMES -o %s",
	},
	{name: Shapes, words: "local shapes", remedy: "add them: tengen train shapes -o %s --board N"},
}

// Kinds are the names of the kinds of network a model may hold.
var Kinds = func() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}()

// kindOf finds a kind by its name.
func kindOf(name string) (kind, bool) {
	for _, k := range kinds {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}

// Network returns what the manifest says of the network of a kind. If there is none, the
// error is a [Fault] that says how to get one.
func (m *Model) Network(name string) (Network, error) {
	if n, ok := m.Manifest.Networks[name]; ok {
		return n, nil
	}
	k, ok := kindOf(name)
	if !ok {
		return Network{}, fmt.Errorf("no network is called %q (there are %s)", name, strings.Join(Kinds, ", "))
	}
	remedy := k.remedy
	if strings.Contains(remedy, "%s") {
		remedy = fmt.Sprintf(remedy, m.Dir)
	}
	return Network{}, &Fault{
		Path: filepath.Join(m.Dir, ManifestName), Kind: ErrMismatch,
		Reason: fmt.Sprintf("the model has no %s, only %s", k.words, kindsOf(m.Manifest)),
		Remedy: remedy,
	}
}

// kindsOf lists the networks of a model in words.
func kindsOf(m Manifest) string {
	return strings.Join(slices.Sorted(maps.Keys(m.Networks)), " and ")
}
