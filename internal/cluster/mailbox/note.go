package mailbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/version"
)

// notes is where the owner writes down what outlives a command: runs, and how workers behave. Its name is the same
// in each protocol, because about has the number of the protocol.
const (
	notes = "hub"
	about = "about"
)

// ConductNote begins the keys of notes on workers. A worker may read the one under its own key.
const ConductNote = "conduct"

// Hello is what a hub says of itself.
type Hello struct {
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
}

// greet writes down which protocol is spoken here.
func (b *Box) greet(ctx context.Context) error {
	data, err := json.Marshal(Hello{Version: version.String(), Protocol: ticket.Protocol})
	if err != nil {
		return err
	}
	if err := b.SetNote(ctx, about, data); !errors.Is(err, ErrFull) {
		return err
	}
	return nil // a full hub has said so before, unless it was updated
}

// Hello asks the hub what it is.
func (b *Box) Hello(ctx context.Context) (h Hello, err error) {
	data, err := b.Note(ctx, about)
	if err == nil && data == nil {
		err = errors.New("it says nothing of itself; is it a hub of tengen (tengen hub serve)?")
	}
	if err == nil {
		err = json.Unmarshal(data, &h)
	}
	if err != nil {
		return h, fmt.Errorf("the hub's version: %w", err)
	}
	return h, nil
}

// bucket is the keys of a name. The server is asked about them once: a worker looks at its keys all the time, and a
// thousand workers would ask twice as much.
func (b *Box) bucket(ctx context.Context, name string) (jetstream.KeyValue, error) {
	if known, ok := b.buckets.Load(name); ok {
		return known.(jetstream.KeyValue), nil
	}
	kv, err := b.js.KeyValue(ctx, name)
	if err != nil {
		return nil, err
	}
	b.buckets.Store(name, kv)
	return kv, nil
}

// Note is what is written under a key; nil if nothing is.
func (b *Box) Note(ctx context.Context, key string) (data []byte, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		kv, err := b.bucket(ctx, notes)
		if err != nil {
			return err
		}
		data, _, err = read(ctx, kv, key)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the hub's notes: %s: %w", key, err)
	}
	return data, nil
}

// read is what is written under a key, and its revision; 0 if nothing is.
func read(ctx context.Context, kv jetstream.KeyValue, key string) (data []byte, revision uint64, err error) {
	e, err := kv.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) { // or deleted
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	return e.Value(), e.Revision(), nil
}

// SetNote writes something under a key.
func (b *Box) SetNote(ctx context.Context, key string, data []byte) error {
	return b.ChangeNote(ctx, key, func([]byte) ([]byte, error) { return data, nil })
}

// errChanged says that somebody else has written meanwhile.
var errChanged = fmt.Errorf("%w: somebody else has written there", errSoon)

// ChangeNote writes under a key what change makes of what is written there, nil for nothing. Nobody's change gets
// lost: if another one comes between, change is called again. The error is ErrFull while there is no room.
func (b *Box) ChangeNote(ctx context.Context, key string, change func(old []byte) ([]byte, error)) error {
	err := insist(ctx, func(ctx context.Context) error {
		kv, err := b.bucket(ctx, notes)
		if err != nil {
			return err
		}
		old, revision, err := read(ctx, kv, key)
		if err != nil {
			return err
		}
		data, err := change(old)
		switch {
		case err != nil:
			return err
		case revision == 0:
			_, err = kv.Create(ctx, key, data)
		default:
			err = b.replace(ctx, key, data, revision)
		}
		switch {
		case changed(err):
			return errChanged
		case noRoom(err):
			return ErrFull
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("the hub's notes: %s: %w", key, err)
	}
	return nil
}

// revisions is how many of a note the server keeps at most. One is enough for us: a new one has the server remove the
// older ones. The limit is so high that the server never removes one because of it. Of such a removal it writes nothing
// to the disk (nats-server's issue 8505). If the server were killed after the last revision was removed, it would read
// an older one as the note.
const revisions = jetstream.KeyValueMaxHistory

// replace writes under a key in place of a revision, and has the server remove that one for good.
func (b *Box) replace(ctx context.Context, key string, data []byte, revision uint64) error {
	m := nats.NewMsg(noteSubject(key))
	m.Data = data
	m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	_, err := b.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(revision))
	return err
}

// noteSubject is where the note of a key lies.
func noteSubject(key string) string { return "$KV." + notes + "." + key }

// changed says whether an error means that there is another revision than the one expected. A server that is part of a
// cluster has a number of its own for it.
func changed(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// RemoveNote removes what is written under a key.
func (b *Box) RemoveNote(ctx context.Context, key string) error {
	err := insist(ctx, func(ctx context.Context) error {
		stream, err := b.js.Stream(ctx, "KV_"+notes)
		if err != nil {
			return err
		}
		// The library's way leaves a mark that there was something. There would be more and more of them.
		return stream.Purge(ctx, jetstream.WithPurgeSubject(noteSubject(key)))
	})
	if err != nil {
		return fmt.Errorf("the hub's notes: %s: %w", key, err)
	}
	return nil
}

// Note is something that is written at the hub.
type Note struct {
	Data []byte
	At   time.Time     // when it was written, by the server's clock
	Age  time.Duration // since then, by the same clock
}

// Notes is all that is written under keys that begin with a word and a dot, by the rest of the key.
func (b *Box) Notes(ctx context.Context, word string) (map[string]Note, error) {
	written, err := b.written(ctx, notes, word+".>")
	if err != nil {
		return nil, fmt.Errorf("the hub's notes: %w", err)
	}
	all := map[string]Note{}
	for key, note := range written {
		all[strings.TrimPrefix(key, word+".")] = note
	}
	return all, nil
}

// written is all that is written in a bucket under some keys. The ages are by one clock: those of two machines differ.
func (b *Box) written(ctx context.Context, bucket, keys string) (all map[string]Note, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		all = map[string]Note{}
		kv, err := b.bucket(ctx, bucket)
		if err != nil {
			return err
		}
		if err := each(ctx, kv, keys, func(e jetstream.KeyValueEntry) {
			all[e.Key()] = Note{Data: e.Value(), At: e.Created()}
		}); err != nil {
			return err
		}
		stream, err := b.js.Stream(ctx, "KV_"+bucket)
		if err != nil {
			return err
		}
		now := stream.CachedInfo().TimeStamp
		for key, note := range all {
			note.Age = max(0, now.Sub(note.At))
			all[key] = note
		}
		return nil
	})
	return all, err
}

// each calls a function with all that is there.
func each(ctx context.Context, kv jetstream.KeyValue, keys string, with func(jetstream.KeyValueEntry)) error {
	w, err := kv.Watch(ctx, keys, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case e, ok := <-w.Updates():
			if !ok {
				return errSoon
			}
			if e == nil { // that was all
				return nil
			}
			with(e)
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}
