package mailbox

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// buckets is JetStream, asked about each bucket of keys once. The library would ask before each use: a thousand
// workers ask several times a minute. A handle knows names only, so it stays good when the server begins anew.
type buckets struct {
	jetstream.JetStream
	known sync.Map // jetstream.KeyValue by name
}

// KeyValue is a bucket that is there, or was there when it was asked about.
func (b *buckets) KeyValue(ctx context.Context, name string) (jetstream.KeyValue, error) {
	if kv, ok := b.known.Load(name); ok {
		return kv.(jetstream.KeyValue), nil
	}
	kv, err := b.JetStream.KeyValue(ctx, name)
	if err == nil {
		b.known.Store(name, kv)
	}
	return kv, err
}

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

// helloTime is how long what a hub says of itself is good: a hub of another version has another server, or comes back
// to one that is not Tengen's.
const helloTime = time.Minute

// greeting is what the hub said of itself.
type greeting struct {
	mu         sync.Mutex
	hello      Hello
	at         time.Time
	reconnects uint64
}

// Hello asks the hub what it is. The answer may be a minute old if the connection has lasted since.
func (b *Box) Hello(ctx context.Context) (Hello, error) {
	g := &b.greeting
	g.mu.Lock()
	defer g.mu.Unlock()
	reconnects := b.conn.Stats().Reconnects
	if !g.at.IsZero() && time.Since(g.at) < helloTime && reconnects == g.reconnects {
		return g.hello, nil
	}
	hello, err := b.askHello(ctx)
	if err == nil {
		g.hello, g.at, g.reconnects = hello, time.Now(), reconnects
	}
	return hello, err
}
