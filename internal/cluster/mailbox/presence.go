package mailbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// presence is where workers say that they are there. What one says is forgotten after presenceTime. Its name is the
// same in each protocol, so that a worker of another one is seen.
const (
	presence     = "workers"
	presenceTime = 90 * time.Second
)

// ErrNamesake says that somebody else has announced a worker of the same name.
var ErrNamesake = errors.New("another worker has this name")

// Announce says that a worker is there, and something about it. after is what the last call returned, or 0: then the
// words count, whoever spoke before. The error is ErrNamesake if somebody else has spoken since, or the last words are
// forgotten.
func (b *Box) Announce(ctx context.Context, worker Author, about []byte, after uint64) (revision uint64, err error) {
	kv, err := b.js.KeyValue(ctx, presence)
	switch {
	case err != nil:
	case after == 0:
		revision, err = kv.Put(ctx, worker.Key(), about)
	default:
		if revision, err = kv.Update(ctx, worker.Key(), about, after); errors.Is(err, jetstream.ErrKeyExists) {
			err = ErrNamesake
		}
	}
	if err != nil {
		return 0, fmt.Errorf("worker %s says that it is there: %w", worker, err)
	}
	return revision, nil
}

// Leave says that a worker is gone. revision is what its last Announce returned; another worker of the name stays.
func (b *Box) Leave(ctx context.Context, worker Author, revision uint64) error {
	kv, err := b.js.KeyValue(ctx, presence)
	if err == nil {
		err = kv.Delete(ctx, worker.Key(), jetstream.LastRevision(revision))
	}
	if err != nil {
		return fmt.Errorf("worker %s says that it is gone: %w", worker, err)
	}
	return nil
}

// Workers are those that are there, with what they say about themselves.
func (b *Box) Workers(ctx context.Context) (map[Author][]byte, error) {
	all, _, err := b.Present(ctx)
	workers := map[Author][]byte{}
	for by, said := range all {
		workers[by] = said.Data
	}
	return workers, err
}

// Present is Workers, and the names under which somebody says something that no worker can have.
func (b *Box) Present(ctx context.Context) (workers map[Author]Note, strange []string, err error) {
	all, err := b.written(ctx, presence, ">")
	if err != nil {
		return nil, nil, fmt.Errorf("the hub's workers: %w", err)
	}
	workers = map[Author]Note{}
	for key, said := range all {
		if a, err := ParseAuthor(key); err == nil {
			workers[a] = said
		} else {
			strange = append(strange, key)
		}
	}
	return workers, strange, nil
}

// State is what lies in the mailbox.
type State struct {
	Waiting     int    `json:"tickets_waiting"` // for a worker
	Taken       int    `json:"tickets_taken"`   // in the hands of workers
	Redelivered int    `json:"tickets_redelivered"`
	Bundles     int    `json:"bundles"` // that no hub has fetched so far
	Faults      int    `json:"faults"`
	Bytes       uint64 `json:"bytes"` // on the disk
}

// State says what lies in the mailbox, of all kinds of work.
func (b *Box) State(ctx context.Context) (s State, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		s = State{}
		for _, name := range []string{tickets, games, faults} {
			stream, err := b.js.Stream(ctx, name)
			if err != nil {
				return err
			}
			state := stream.CachedInfo().State
			s.Bytes += state.Bytes
			switch name {
			case tickets:
				kinds := stream.ListConsumers(ctx)
				for i := range kinds.Info() {
					s.Waiting += int(i.NumPending)
					s.Taken += i.NumAckPending
					s.Redelivered += i.NumRedelivered
				}
				if err := kinds.Err(); err != nil {
					return err
				}
			case games:
				s.Bundles = int(state.Msgs)
			case faults:
				s.Faults = int(state.Msgs)
			}
		}
		return nil
	})
	if err != nil {
		return State{}, fmt.Errorf("games kept at the hub: %w", err)
	}
	return s, nil
}

// RunMail is what lies in the mailbox of a run.
type RunMail struct {
	Kinds            []string // of work
	Tickets, Bundles int
}

// Mail is what lies in the mailbox, by run.
func (b *Box) Mail(ctx context.Context) (runs map[string]*RunMail, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		runs = map[string]*RunMail{}
		for _, name := range []string{tickets, games, faults} {
			stream, err := b.js.Stream(ctx, name)
			if err != nil {
				return err
			}
			info, err := stream.Info(ctx, jetstream.WithSubjectFilter(">"))
			if err != nil {
				return err
			}
			for subject, n := range info.State.Subjects {
				a, _ := addressOf(subject)
				if runs[a.Run] == nil {
					runs[a.Run] = &RunMail{}
				}
				r := runs[a.Run]
				if !slices.Contains(r.Kinds, a.Kind) {
					r.Kinds = append(r.Kinds, a.Kind)
				}
				switch name {
				case tickets:
					r.Tickets += int(n)
				case games:
					r.Bundles += int(n)
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("games kept at the hub: %w", err)
	}
	return runs, nil
}
