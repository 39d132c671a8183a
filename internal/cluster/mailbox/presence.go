package mailbox

import (
	"context"
	"errors"
	"fmt"
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
// words count, whoever spoke before. The error is ErrNamesake if somebody else has spoken since.
func (b *Box) Announce(ctx context.Context, worker Author, about []byte, after uint64) (revision uint64, err error) {
	kv, err := b.bucket(ctx, presence)
	switch {
	case err != nil:
	case after == 0:
		revision, err = kv.Put(ctx, worker.Key(), about)
	default:
		revision, err = kv.Update(ctx, worker.Key(), about, after)
		if changed(err) { // nobody has spoken if the hub has begun anew, or this worker was away for long
			revision, err = kv.Update(ctx, worker.Key(), about, 0)
		}
		if changed(err) {
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
	kv, err := b.bucket(ctx, presence)
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
	if missing(err) && !b.outside { // a hub that has begun anew has nothing in memory
		err = insist(ctx, func(ctx context.Context) error { return b.declareBucket(ctx, presenceBucket) })
		if err == nil {
			all, err = b.written(ctx, presence, ">")
		}
	}
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
