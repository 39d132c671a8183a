package game

import (
	"slices"
	"strings"

	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/options"
)

// Kind is a kind of small game, as its own file declares it.
type Kind struct {
	Name  string // as the string of a game begins
	About string // a line for people
	// Options are the options of its string, with their defaults. They read into the rules
	// that make gives afterwards.
	New func() (options []options.Option, rules func() (Rules, error))
}

// Kinds is a list of kinds of small games.
type Kinds []Kind

// kinds are the small games of this package, in the order in which people see them.
var kinds = Kinds{gomokuKind, ticTacToeKind}

// AllKinds are the small games that this package has.
func AllKinds() Kinds { return slices.Clone(kinds) }

// Parse reads a small game: its name, and options after a colon, as "gomoku:size=15,exact=on".
func Parse(s string) (Rules, error) { return AllKinds().Parse(s) }

// Names are the names of the kinds.
func (k Kinds) Names() (names []string) {
	for _, kind := range k {
		names = append(names, kind.Name)
	}
	return names
}

// Parse reads a game of one of the kinds.
func (k Kinds) Parse(s string) (Rules, error) {
	spec, err := options.Parse("game", s)
	if err != nil {
		return nil, options.Errorf("a game needs a name: %s", strings.Join(k.Names(), " or "))
	}
	for _, kind := range k {
		if kind.Name != spec.Kind {
			continue
		}
		values, err := spec.Options()
		if err != nil {
			return nil, err
		}
		list, rules := kind.New()
		for _, o := range list {
			o.Read(values, o.Name)
		}
		if err := values.Finish(); err != nil {
			return nil, err
		}
		r, err := rules()
		if err != nil {
			return nil, &options.Error{Err: err}
		}
		return r, nil
	}
	return nil, options.Errorf("no game is called %q%s (there are %s)",
		spec.Kind, spelling.Nearest(spec.Kind, k.Names()), strings.Join(k.Names(), ", "))
}
