package mailbox

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// streams are what the mail lies in.
func streams() []jetstream.StreamConfig {
	return []jetstream.StreamConfig{
		{
			Name: tickets, Subjects: []string{"tickets." + protocol + ".>"}, Retention: jetstream.WorkQueuePolicy,
			MaxMsgs: maxTickets, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		},
		{
			Name: games, Subjects: []string{"games." + protocol + ".>"}, Compression: jetstream.S2Compression,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		},
		{Name: faults, Subjects: []string{"faults." + protocol + ".>"}, MaxMsgs: maxFaults, MaxMsgsPerSubject: 1},
	}
}

// declare makes the streams, each on so many servers. On a server outside, those that are there stay as they
// are: replicas, places and bounds are for its owner to choose.
func (b *Box) declare(ctx context.Context, replicas int) error {
	for _, c := range streams() {
		c.Replicas = replicas
		if err := b.declareStream(ctx, c); err != nil {
			return fmt.Errorf("games kept at the hub: stream %s: %w", c.Name, err)
		}
	}
	if _, err := b.js.ObjectStore(ctx, objects); err != nil || !b.outside {
		_, err := b.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: objects, Replicas: replicas})
		if err != nil {
			return fmt.Errorf("models kept at the hub: %w", err)
		}
	}
	if _, err := b.js.KeyValue(ctx, presence); err != nil || !b.outside {
		_, err := b.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{
			Bucket: presence, TTL: presenceTime, Replicas: replicas,
		})
		if err != nil {
			return fmt.Errorf("workers at the hub: %w", err)
		}
	}
	if _, err := b.js.KeyValue(ctx, notes); err != nil || !b.outside {
		_, err := b.js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: notes, Replicas: replicas})
		if err != nil {
			return fmt.Errorf("the hub's notes: %w", err)
		}
	}
	return b.greet(ctx)
}

func (b *Box) declareStream(ctx context.Context, want jetstream.StreamConfig) error {
	if b.outside {
		stream, err := b.js.Stream(ctx, want.Name)
		if err == nil {
			return unfit(stream.CachedInfo().Config, want)
		}
		if !errors.Is(err, jetstream.ErrStreamNotFound) {
			return err
		}
	}
	_, err := b.js.CreateOrUpdateStream(ctx, want)
	return err
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
