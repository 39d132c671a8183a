package player

import (
	"slices"
	"strings"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/options"
)

// Kind is a kind of player, as its own file declares it. Registries, help, the manual and the
// weights that a match notes are made of the list of kinds.
type Kind struct {
	Name  string // as a player string begins
	About string // a line for people
	// Options are the options of its player strings with their defaults.
	Options []options.Option
	// Make makes a player.
	Make Builder
	// GoOnly says that it plays Go and no small game.
	GoOnly bool
	// Reads are the kinds of weights, of package models, that a player with these options reads;
	// nil if the kind never reads a model. It takes the options that it looks at.
	Reads func(o *options.Values) []string
	// Bounds are the options that take the place of time: each says how much it reads for a move. They are nil for
	// a kind without time=.
	Bounds []string
	// Tree says that it searches a tree.
	Tree bool
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
		r[kind.Name] = kind.build
	}
	return r
}

// build is Make, of games that the kind plays.
func (k Kind) build(spec options.Spec, env Env) (Player, error) {
	if k.GoOnly && !env.plays(game.NameGo) {
		others := AllKinds().Names(func(kind Kind) bool { return !kind.GoOnly })
		return nil, options.Errorf("player %s plays Go only; %s is played by %s",
			spec.Kind, env.rules().Name(), strings.Join(others, ", "))
	}
	return k.Make(spec, env)
}

// TreeKinds are the names of the players that search a tree.
func TreeKinds() []string { return AllKinds().Names(func(k Kind) bool { return k.Tree }) }

// holders are the kinds that have an option.
func (k Kinds) holders(option string) []string {
	return k.Names(func(kind Kind) bool {
		return slices.ContainsFunc(kind.Options, func(o options.Option) bool { return o.Name == option })
	})
}

// readAll takes the options of a list, those that the game has, and finishes.
func readAll(o *options.Values, spec options.Spec, list []options.Option, rules game.Rules) error {
	o.Elsewhere, o.Manual = AllKinds().holders, "tengen player show "+spec.Kind+" lists all"
	for _, option := range list {
		if option.GoOnly != "" && rules.Name() != game.NameGo {
			if o.Given(option.Name) {
				return options.Errorf("%v: %s= has no meaning in %s: %s",
					spec, option.Name, rules.Name(), option.GoOnly)
			}
			continue
		}
		option.Read(o, option.Name)
	}
	return o.Finish()
}
