package mailbox

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Digest is the name of a model: the SHA-256 of its bytes.
func Digest(model []byte) string {
	sum := sha256.Sum256(model)
	return hex.EncodeToString(sum[:])
}

// ownerKey says in the description of a model whose it is. A model without an owner stays.
const ownerKey = "owner"

// chunks and meta are the subjects of a model's bytes and of what is known about it, as the library for objects has
// them.
func chunks(name string) string { return "$O." + objects + ".C." + name }

func meta(digest string) string {
	return "$O." + objects + ".M." + base64.URLEncoding.EncodeToString([]byte(digest))
}

// PutModel stores a model for the workers, if it is not there. It is there until its owner drops it. One that
// two owners have stored stays. While the hub has no room, PutModel waits.
func (b *Box) PutModel(ctx context.Context, owner string, model []byte) (digest string, err error) {
	digest = Digest(model)
	for stored := false; !stored && err == nil; {
		if stored, err = b.claim(ctx, owner, digest); !stored && err == nil {
			err = b.upload(ctx, owner, digest, model)
		}
	}
	if err != nil {
		return "", fmt.Errorf("the hub's models: %.12s: %w", digest, err)
	}
	return digest, nil
}

// known is what is known about a model, and the number of the message that says so. info is nil if nothing is.
func (b *Box) known(ctx context.Context, digest string) (info *jetstream.ObjectInfo, number uint64, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		info, number = nil, 0
		stream, err := b.js.Stream(ctx, objectStream)
		if err != nil {
			return err
		}
		m, err := stream.GetLastMsgForSubject(ctx, meta(digest))
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return nil
		case err != nil:
			return err
		}
		info, number = &jetstream.ObjectInfo{}, m.Sequence
		return json.Unmarshal(m.Data, info)
	})
	return info, number, err
}

// metaMessage says what is known about a model, in place of what was said before.
func metaMessage(info *jetstream.ObjectInfo) (*nats.Msg, error) {
	data, err := json.Marshal(info)
	m := nats.NewMsg(meta(info.Name))
	m.Data = data
	m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	return m, err
}

// claim says whether a model is at the hub. If another owner has stored it, it stays from now on.
func (b *Box) claim(ctx context.Context, owner, digest string) (stored bool, err error) {
	info, number, err := b.known(ctx, digest)
	switch {
	case err != nil || info == nil:
		return false, err
	case info.Deleted:
		return false, insist(ctx, func(ctx context.Context) error { return b.clear(ctx, info, number) })
	case info.Metadata[ownerKey] == owner || info.Metadata[ownerKey] == "":
		return true, nil
	}
	info.Metadata = nil
	m, err := metaMessage(info)
	if err != nil {
		return false, err
	}
	if _, err = b.storeAfter(ctx, m, number); errors.Is(err, errOther) {
		return false, nil // its owner drops it, or somebody else claims it: the caller looks again
	}
	return err == nil, err
}

// chunkBytes is how much of a model one message has.
const chunkBytes = 128 << 10

// chunkKey is the header of a chunk that says how many chunks were there with it.
const chunkKey = "Tengen-Chunk"

// upload stores a model chunk by chunk, and then what is known about it. The uploading of the library would do, but
// that it has one time for the whole model, and leaves its chunks there when a slow line or a full hub makes it late.
// The chunks lie under the digest, so that another try goes on where one was interrupted, and two that store the same
// model store it together.
func (b *Box) upload(ctx context.Context, owner, digest string, model []byte) error {
	have, last, err := b.uploaded(ctx, digest)
	for err == nil && have*chunkBytes < len(model) {
		m := nats.NewMsg(chunks(digest))
		m.Data = model[have*chunkBytes : min(len(model), (have+1)*chunkBytes)]
		m.Header.Set(chunkKey, strconv.Itoa(have+1))
		var stored uint64
		if stored, err = b.storeAfter(ctx, m, last); errors.Is(err, errOther) {
			if err = moment(ctx); err == nil {
				have, last, err = b.uploaded(ctx, digest)
			}
			continue
		}
		have, last = have+1, stored
	}
	if err != nil {
		return err
	}
	sum := sha256.New()
	sum.Write(model)
	m, err := metaMessage(&jetstream.ObjectInfo{
		ObjectMeta: jetstream.ObjectMeta{
			Name: digest, Metadata: map[string]string{ownerKey: owner},
			Opts: &jetstream.ObjectMetaOptions{ChunkSize: chunkBytes},
		},
		Bucket: objects, NUID: digest, Size: uint64(len(model)), Chunks: uint32(have),
		Digest: jetstream.GetObjectDigestValue(sum),
	})
	if err != nil {
		return err
	}
	number, err := b.storeAfter(ctx, m, 0)
	if errors.Is(err, errOther) {
		return moment(ctx) // somebody else was first, and the caller claims it
	}
	if err != nil {
		return err
	}
	// Somebody else may have stored the model and dropped it between the last chunk and this.
	if _, now, err := b.uploaded(ctx, digest); err != nil || now == last {
		return err
	}
	return insist(ctx, func(ctx context.Context) error {
		stream, err := b.js.Stream(ctx, objectStream)
		if err != nil {
			return err
		}
		return remove(ctx, stream, number)
	})
}

// uploaded is how many chunks of a model are there, and the number of the last one in its stream.
func (b *Box) uploaded(ctx context.Context, digest string) (have int, last uint64, err error) {
	err = b.insistLong(ctx, func(ctx context.Context) error {
		have, last = 0, 0
		stream, err := b.js.Stream(ctx, objectStream)
		if err != nil {
			return err
		}
		m, err := stream.GetLastMsgForSubject(ctx, chunks(digest))
		switch {
		case errors.Is(err, jetstream.ErrMsgNotFound):
			return nil
		case err != nil:
			return err
		}
		last = m.Sequence
		have, err = strconv.Atoi(m.Header.Get(chunkKey))
		return err
	})
	return have, last, err
}

// errOther says that the last message of a subject is not the one that was thought to be.
var errOther = errors.New("somebody else has stored it meanwhile")

// moment waits before another look at what somebody else has stored. The server that is asked may not have it yet, if
// it is part of a cluster.
func moment(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(firstWait/2 + rand.N(firstWait/2)):
		return nil
	}
}

// storeAfter stores a message if the last one of its subject has a number, 0 for none, and waits while there is no
// room. Its number is that of the message.
func (b *Box) storeAfter(ctx context.Context, m *nats.Msg, last uint64) (number uint64, err error) {
	err = b.insistLong(ctx, func(ctx context.Context) error {
		ack, err := b.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0),
			jetstream.WithExpectLastSequencePerSubject(last))
		b.observe(err)
		if changed(err) {
			return errOther // or this message was stored before, and the answer did not arrive
		}
		if err == nil {
			number = ack.Sequence
		}
		return err
	})
	return number, err
}

// DropModels removes the models of an owner other than those to keep.
func (b *Box) DropModels(ctx context.Context, owner string, keep ...string) error {
	err := insist(ctx, func(ctx context.Context) error {
		store, err := b.js.ObjectStore(ctx, objects)
		if err != nil {
			return err
		}
		all, err := store.List(ctx, jetstream.ListObjectsShowDeleted())
		if errors.Is(err, jetstream.ErrNoObjectsFound) {
			return nil
		}
		for _, info := range all {
			if info.Deleted || info.Metadata[ownerKey] == owner && !slices.Contains(keep, info.Name) {
				if err := b.drop(ctx, owner, info.Name); err != nil {
					return err
				}
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("the hub's models: %w", err)
	}
	return nil
}

// drop removes a model if it still has an owner. Another one may claim it at the same time, or store it anew: so the
// model is first marked as deleted, in place of exactly what was known about it, and then its chunks go that are older
// than the mark.
func (b *Box) drop(ctx context.Context, owner, digest string) error {
	info, number, err := b.known(ctx, digest)
	if err != nil || info == nil || !info.Deleted && info.Metadata[ownerKey] != owner {
		return err
	}
	if !info.Deleted {
		info.Deleted = true
		m, err := metaMessage(info)
		if err != nil {
			return err
		}
		ack, err := b.js.PublishMsg(ctx, m, jetstream.WithRetryAttempts(0),
			jetstream.WithExpectLastSequencePerSubject(number))
		switch {
		case changed(err):
			return errSoon // another look says who was first
		case noRoom(err): // for a mark: others, too, can hardly store anything now
			return b.dropFull(ctx, info, number)
		case err != nil:
			return err
		default:
			number = ack.Sequence
		}
	}
	return b.clear(ctx, info, number)
}

// dropFull removes a model at a hub that has no room for a mark, unless somebody has claimed it.
func (b *Box) dropFull(ctx context.Context, info *jetstream.ObjectInfo, number uint64) error {
	stream, err := b.js.Stream(ctx, objectStream)
	if err != nil {
		return err
	}
	if err := stream.DeleteMsg(ctx, number); err != nil {
		if now, _, lookErr := b.known(ctx, info.Name); lookErr != nil || now != nil {
			return errors.Join(err, lookErr)
		}
	}
	return b.clear(ctx, info, number)
}

// clear removes the chunks of a model that are older than a message about it, and the message. The library would leave
// a note that there was a model. There would be more and more of them.
func (b *Box) clear(ctx context.Context, info *jetstream.ObjectInfo, number uint64) error {
	stream, err := b.js.Stream(ctx, objectStream)
	if err != nil {
		return err
	}
	err = stream.Purge(ctx, jetstream.WithPurgeSubject(chunks(info.NUID)), jetstream.WithPurgeSequence(number))
	if err != nil {
		return err
	}
	return remove(ctx, stream, number)
}

// Model fetches a model, and checks its bytes.
func (b *Box) Model(ctx context.Context, digest string) (model []byte, err error) {
	model, err = b.download(ctx, digest)
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound), errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, fmt.Errorf("model %.12s is not at the hub", digest)
	case err != nil:
		return nil, fmt.Errorf("model %.12s: %w", digest, err)
	case Digest(model) != digest:
		return nil, fmt.Errorf("model %.12s: the hub has sent another one, %.12s", digest, Digest(model))
	}
	return model, nil
}

// download reads a model chunk by chunk. The reading of the library would do, but that it has one time for the whole
// model, and needs the right to make consumers. These send what they read to any subject: a worker could then store
// it in the name of another one.
func (b *Box) download(ctx context.Context, digest string) (model []byte, err error) {
	var info *jetstream.ObjectInfo
	var stream jetstream.Stream
	err = insist(ctx, func(ctx context.Context) error {
		store, err := b.js.ObjectStore(ctx, objects)
		if err != nil {
			return err
		}
		if info, err = store.GetInfo(ctx, digest); err != nil {
			return err
		}
		stream, err = b.js.Stream(ctx, objectStream)
		return err
	})
	if err != nil {
		return nil, err
	}
	for after, n := uint64(0), uint32(0); n < info.Chunks; n++ {
		err := b.insistLong(ctx, func(ctx context.Context) error {
			chunk, err := stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(chunks(info.NUID)))
			if err == nil {
				model, after = append(model, chunk.Data...), chunk.Sequence
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return model, nil
}

// Models are the digests of all models that are stored.
func (b *Box) Models(ctx context.Context) (digests []string, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		digests = nil
		store, err := b.js.ObjectStore(ctx, objects)
		if err != nil {
			return err
		}
		all, err := store.List(ctx)
		if errors.Is(err, jetstream.ErrNoObjectsFound) {
			return nil
		}
		for _, info := range all {
			digests = append(digests, info.Name)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("the hub's models: %w", err)
	}
	return digests, nil
}
