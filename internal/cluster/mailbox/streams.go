package mailbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// maxText bounds what a worker says of itself, or of a ticket that it cannot do.
const maxText = 16 << 10

// unfetched is after how long games go that nobody has fetched: of orders that were given up, and bundles that came
// when their run was over. An order that goes on has them played again.
const unfetched = 30 * 24 * time.Hour

// streams are what the mail lies in.
func streams() []jetstream.StreamConfig {
	return []jetstream.StreamConfig{
		{
			Name: tickets, Subjects: []string{"tickets." + protocol + ".>"}, Retention: jetstream.WorkQueuePolicy,
			MaxMsgs: maxTickets, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		},
		{
			Name: games, Subjects: []string{"games." + protocol + ".>"}, Compression: jetstream.S2Compression,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxAge: unfetched,
		},
		{
			Name: faults, Subjects: []string{"faults." + protocol + ".>"}, MaxMsgs: maxFaults, MaxMsgsPerSubject: 1,
			MaxMsgSize: maxText, MaxAge: unfetched,
		},
	}
}

// The parts of the room for games and tickets, so that neither takes the other's. Models and faults have the rest.
const (
	gamesShare   = 5.0 / 8
	ticketsShare = 1.0 / 8
)

// declare makes the streams, each on so many servers, with room for so many bytes in all; 0 for no bound. On a
// server outside, those that are there stay as they are: replicas, places and bounds are for its owner to choose.
func (b *Box) declare(ctx context.Context, replicas int, room int64, storage jetstream.StorageType) error {
	for _, c := range streams() {
		c.Replicas, c.Storage = replicas, storage
		switch c.Name {
		case tickets:
			c.MaxBytes = int64(ticketsShare * float64(room))
		case games:
			c.MaxBytes = int64(gamesShare * float64(room))
			if room > 0 {
				c.Metadata = map[string]string{roomKey: strconv.FormatInt(room, 10)}
			}
		}
		if err := insist(ctx, func(ctx context.Context) error { return b.declareStream(ctx, c) }); err != nil {
			return fmt.Errorf("games kept at the hub: stream %s: %w", c.Name, err)
		}
	}
	err := insist(ctx, func(ctx context.Context) error {
		if _, err := b.js.ObjectStore(ctx, objects); err == nil && b.outside {
			return nil
		}
		_, err := b.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{
			Bucket: objects, Replicas: replicas, Storage: storage,
		})
		return err
	})
	if err != nil {
		return fmt.Errorf("models kept at the hub: %w", err)
	}
	if err := b.declareBuckets(ctx, replicas, storage); err != nil {
		return err
	}
	return b.greet(ctx)
}

func (b *Box) declareStream(ctx context.Context, want jetstream.StreamConfig) error {
	stream, err := b.js.Stream(ctx, want.Name)
	switch {
	case err == nil && b.outside:
		return unfit(stream.CachedInfo().Config, want)
	case err == nil && stream.CachedInfo().State.Bytes > uint64(want.MaxBytes):
		want.MaxBytes = stream.CachedInfo().Config.MaxBytes // a smaller bound would drop what is there
	case err != nil && !errors.Is(err, jetstream.ErrStreamNotFound):
		return err
	}
	_, err = b.js.CreateOrUpdateStream(ctx, want)
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == errorNoStorage && want.MaxBytes > 0 {
		want.MaxBytes = 0 // the disk has less room than before; the server has a bound of its own
		_, err = b.js.CreateOrUpdateStream(ctx, want)
	}
	return err
}

// roomKey is where the stream of games says how many bytes all mail may take: clients see no bound of the server.
const roomKey = "tengen-room"

// crowdedShare is the part of the room from which on the next bundle may not fit.
const crowdedShare = 0.75

// Crowded says whether the games, or all mail, take nearly all the room that they may take.
func (b *Box) Crowded(ctx context.Context) (crowded bool, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		stream, err := b.js.Stream(ctx, games)
		if err != nil {
			return err
		}
		account, err := b.js.AccountInfo(ctx)
		if err != nil {
			return err
		}
		config, state := stream.CachedInfo().Config, stream.CachedInfo().State
		room, _ := strconv.ParseInt(config.Metadata[roomKey], 10, 64) // 0 for a server outside
		filled := func(bytes uint64, room int64) bool {
			return room > 0 && float64(bytes) > crowdedShare*float64(room)
		}
		crowded = filled(state.Bytes, config.MaxBytes) || filled(account.Store, room) ||
			filled(account.Store, account.Limits.MaxStore)
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("the hub's results: %w", err)
	}
	return crowded, nil
}

// unfit says which settings of a stream would lose games or count them twice.
func unfit(have, want jetstream.StreamConfig) error {
	var wrong []string
	for _, c := range []struct {
		name       string
		have, want any
	}{
		{"retention", have.Retention, want.Retention},
		{"max_msgs_per_subject", have.MaxMsgsPerSubject, want.MaxMsgsPerSubject},
		{"discard", have.Discard, want.Discard},
		{"discard_new_per_subject", have.DiscardNewPerSubject, want.DiscardNewPerSubject},
		{"storage", have.Storage, want.Storage},
		{"max_age", have.MaxAge, want.MaxAge},
	} {
		if c.have != c.want {
			wrong = append(wrong, fmt.Sprintf("%s is %v, not %v", c.name, c.have, c.want))
		}
	}
	for _, s := range want.Subjects {
		if !slices.Contains(have.Subjects, s) {
			wrong = append(wrong, "subject "+s+" is missing")
		}
	}
	if len(wrong) == 0 {
		return nil
	}
	return fmt.Errorf("it is there with other settings: %s; change them, or remove the stream and it is made anew",
		strings.Join(wrong, ", "))
}
