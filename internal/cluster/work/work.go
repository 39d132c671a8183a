package work

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/nets"
)

// Work is games that any machine can play.
type Work interface {
	// Kind names the type.
	Kind() string
	// Play plays the games whose numbers next gives, and hands each over as bytes, one at a time, in any
	// order. next does not wait. When it says false no game is left now; it may be asked again as long as games
	// are under way, and Play ends after them.
	Play(
		ctx context.Context, tools Tools, next func() (game int, ok bool), done func(game int, data []byte) error,
	) error
	// Check says what cannot be true of a game that a worker has sent. A thorough check costs about as much as
	// playing without the networks.
	Check(game int, data []byte, thorough bool) error
	// Exact says whether machines with the same arithmetic play the same games. Where a clock or several threads
	// have a say they do not.
	Exact() bool
	// Essence is what is the same in a game whoever plays it, of work that is exact; empty for a game that ended as
	// it did because a machine was slow.
	Essence(game int, data []byte) (string, error)
}

// Tools are what a machine brings to its work. They change no game, unless Device does.
type Tools struct {
	// Model fetches a model by its SHA-256.
	Model func(ctx context.Context, digest string) ([]byte, error)
	// Threads is how many threads play.
	Threads int
	// Device is where networks are computed; nil for the CPU. On a graphics card games may differ.
	Device nets.Device
	// Show hears of games under way, at each move: look is how the game stands, for those who look on, nil if there is
	// nothing to see. It is called at once or never. Show is nil for nobody.
	Show func(game int, look func() []byte)
}

// Kind is a kind of work, as the package that has it declares it.
type Kind struct {
	Name string
	// Read is the work that a specification of the kind asks for.
	Read func(spec json.RawMessage) (Work, error)
}

// Kinds are those that a machine can do.
type Kinds []Kind

// Plain are the kinds of this package.
func Plain() Kinds {
	return Kinds{{KindSelfplay, func(spec json.RawMessage) (Work, error) {
		w := &Selfplay{}
		return w, Decode(KindSelfplay, spec, w, w.validate)
	}}}
}

// Names are their names.
func (k Kinds) Names() (names []string) {
	for _, kind := range k {
		names = append(names, kind.Name)
	}
	return names
}

// Read is the work of a ticket.
func (k Kinds) Read(kind string, spec json.RawMessage) (Work, error) {
	i := slices.IndexFunc(k, func(k Kind) bool { return k.Name == kind })
	if i < 0 {
		return nil, fmt.Errorf("work of kind %q: this version of tengen does not know it; install the hub's version",
			kind)
	}
	return k[i].Read(spec)
}

// Read is the work of a ticket of a kind of this package.
func Read(kind string, spec json.RawMessage) (Work, error) { return Plain().Read(kind, spec) }

// Decode reads a specification strictly, and has it checked.
func Decode(kind string, spec json.RawMessage, into any, validate func() error) error {
	d := json.NewDecoder(bytes.NewReader(spec))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("specification of %s: %w", kind, err)
	}
	if err := validate(); err != nil {
		return fmt.Errorf("specification of %s: %w", kind, err)
	}
	return nil
}
