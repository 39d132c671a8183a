package work

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
)

// Work is games that any machine can play.
type Work interface {
	// Kind names the type.
	Kind() string
	// Play plays the games whose numbers next gives, and hands each over as bytes, one at a time, in any
	// order. next does not wait; when it says false no game is left.
	Play(
		ctx context.Context, tools Tools, next func() (game int, ok bool), done func(game int, data []byte) error,
	) error
	// Check says what cannot be true of a game that a worker has sent. A thorough check costs about as much as
	// playing without the networks.
	Check(game int, data []byte, thorough bool) error
}

// Tools are what a machine brings to its work. They change no game.
type Tools struct {
	// Model fetches a model by its SHA-256.
	Model func(ctx context.Context, digest string) ([]byte, error)
	// Threads is how many threads play.
	Threads int
}

// Read is the work of a ticket.
func Read(kind string, spec json.RawMessage) (Work, error) {
	var w interface {
		Work
		validate() error
	}
	switch kind {
	case KindSelfplay:
		w = &Selfplay{}
	default:
		return nil, fmt.Errorf("work of kind %q: this version of tengen does not know it; install the hub's version",
			kind)
	}
	d := json.NewDecoder(bytes.NewReader(spec))
	d.DisallowUnknownFields()
	if err := d.Decode(w); err != nil {
		return nil, fmt.Errorf("specification of %s: %w", kind, err)
	}
	if err := w.validate(); err != nil {
		return nil, fmt.Errorf("specification of %s: %w", kind, err)
	}
	return w, nil
}
