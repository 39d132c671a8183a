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
	for _, c := range []jetstream.KeyValueConfig{here, {Bucket: notes, Replicas: replicas, Storage: storage}} {
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
		return nil
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

// missing says that a bucket is not there.
func missing(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) ||
		errors.Is(err, nats.ErrStreamNotFound) // of a watch
}
