package mailbox

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// declareBuckets makes the buckets of keys that are missing, each on so many servers. A hub keeps in memory which
// workers are there: a thousand of them say so several times a minute, and say so again when the hub has begun anew. A
// server outside keeps it as all else, because it may begin anew while nobody is there who would make the bucket.
func (b *Box) declareBuckets(ctx context.Context, replicas int, storage jetstream.StorageType) error {
	here := presenceBucket
	if here.Replicas = replicas; b.outside {
		here.Storage = storage
	}
	kept := jetstream.KeyValueConfig{Bucket: notes, Replicas: replicas, Storage: storage, History: revisions}
	for _, c := range []jetstream.KeyValueConfig{here, kept} {
		if err := insist(ctx, func(ctx context.Context) error { return b.declareBucket(ctx, c) }); err != nil {
			return fmt.Errorf("what the hub knows of workers and runs: %s: %w", c.Bucket, err)
		}
	}
	return nil
}

// presenceBucket is who is there, as a hub keeps it.
var presenceBucket = jetstream.KeyValueConfig{
	Bucket: presence, TTL: presenceTime, MaxValueSize: maxText, Replicas: 1, Storage: jetstream.MemoryStorage,
}

// declareBucket makes one bucket.
func (b *Box) declareBucket(ctx context.Context, want jetstream.KeyValueConfig) error {
	kv, err := b.js.KeyValue(ctx, want.Bucket)
	if err == nil && b.outside {
		return b.widen(ctx, want)
	}
	if err == nil {
		have, err := kv.Status(ctx)
		switch {
		case missing(err):
		case err != nil:
			return err
		case have.Config().Storage != want.Storage: // of an older hub
			if err := b.js.DeleteKeyValue(ctx, want.Bucket); err != nil {
				return err
			}
		}
	}
	_, err = b.js.CreateOrUpdateKeyValue(ctx, want)
	return err
}

// widen has a bucket on a server outside keep as many revisions as we need. All else of it is for its owner to choose.
func (b *Box) widen(ctx context.Context, want jetstream.KeyValueConfig) error {
	stream, err := b.js.Stream(ctx, "KV_"+want.Bucket)
	if err != nil {
		return err
	}
	c := stream.CachedInfo().Config
	if c.MaxMsgsPerSubject < 0 || c.MaxMsgsPerSubject >= int64(want.History) {
		return nil
	}
	c.MaxMsgsPerSubject = int64(want.History)
	_, err = b.js.UpdateStream(ctx, c)
	return err
}

// missing says that a bucket is not there.
func missing(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) ||
		errors.Is(err, nats.ErrStreamNotFound) // of a watch
}
