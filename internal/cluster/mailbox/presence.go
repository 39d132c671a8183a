package mailbox

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// presence is where workers say that they are there. What one says is forgotten after presenceTime.
const (
	presence     = "workers_1"
	presenceTime = 90 * time.Second
)

// Announce says that a worker is there, and something about it.
func (b *Box) Announce(ctx context.Context, worker string, about []byte) error {
	kv, err := b.js.KeyValue(ctx, presence)
	if err == nil {
		_, err = kv.Put(ctx, worker, about)
	}
	if err != nil {
		return fmt.Errorf("worker %s says that it is there: %w", worker, err)
	}
	return nil
}

// Workers are those that are there, with what they say about themselves.
func (b *Box) Workers(ctx context.Context) (map[string][]byte, error) {
	workers := map[string][]byte{}
	err := insist(ctx, func(ctx context.Context) error {
		kv, err := b.js.KeyValue(ctx, presence)
		if err != nil {
			return err
		}
		names, err := kv.Keys(ctx)
		if errors.Is(err, jetstream.ErrNoKeysFound) {
			return nil
		}
		for _, name := range names {
			if e, err := kv.Get(ctx, name); err == nil {
				workers[name] = e.Value()
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the hub's workers: %w", err)
	}
	return workers, nil
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
