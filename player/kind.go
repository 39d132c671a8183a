package player

import "slices"

// Kind is a kind of player, as its own file declares it. Registries, help, the manual and the
// weights that a match notes are made of the list of kinds.
type Kind struct {
	Name  string // as a player string begins
	About string // a line for people
	// Options are the options of its player strings with their defaults.
	Options []Option
	// Go makes a player of Go.
	Go Builder
	// Small makes a player of small games; nil if the kind plays Go only.
	Small MoverBuilder
	// Reads are the kinds of weights, of package models, that a player with these options reads;
	// nil if the kind never reads a model. It takes the options that it looks at.
	Reads func(o *Options) []string
	// Tree says that it searches a tree.
	Tree bool
}

// Option is one option of a kind of player.
type Option struct {
	Name    string `json:"name"`
	Values  string `json:"values"` // what it may be
	Default string `json:"default"`
	About   string `json:"about"`
	// GoOnly says why small games do not have it; "" if they do.
	GoOnly string `json:"go_only,omitempty"`

	read func(o *Options, name string) // takes it, into the configuration that it was made for
}

// Kinds is a list of kinds of players.
type Kinds []Kind

// AllKinds are the kinds that this package has, in the order in which people see them.
func AllKinds() Kinds {
	var all Kinds
	for i := range ruleKinds {
		all = append(all, ruleKinds[i].kind())
	}
	return append(all, negamaxKind(), policyKind(), randomKind())
}

// Find is the kind of that name; nil if there is none.
func (k Kinds) Find(name string) *Kind {
	if i := slices.IndexFunc(k, func(kind Kind) bool { return kind.Name == name }); i >= 0 {
		return &k[i]
	}
	return nil
}

// Names are the names of the kinds that choose takes, of all for nil.
func (k Kinds) Names(choose func(Kind) bool) (names []string) {
	for _, kind := range k {
		if choose == nil || choose(kind) {
			names = append(names, kind.Name)
		}
	}
	return names
}

// Players is a new registry of the kinds.
func (k Kinds) Players() Registry {
	r := Registry{}
	for _, kind := range k {
		r[kind.Name] = kind.Go
	}
	return r
}

// Movers is a new registry of the kinds that play small games.
func (k Kinds) Movers() MoverRegistry {
	r := MoverRegistry{}
	for _, kind := range k {
		if kind.Small != nil {
			r[kind.Name] = kind.Small
		}
	}
	return r
}

// TreeKinds are the names of the players that search a tree.
func TreeKinds() []string { return AllKinds().Names(func(k Kind) bool { return k.Tree }) }

// holders are the kinds that have an option.
func (k Kinds) holders(option string) []string {
	return k.Names(func(kind Kind) bool {
		return slices.ContainsFunc(kind.Options, func(o Option) bool { return o.Name == option })
	})
}
