package mailbox

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Digest is the name of a model: the SHA-256 of its bytes.
func Digest(model []byte) string {
	sum := sha256.Sum256(model)
	return hex.EncodeToString(sum[:])
}

// ownerKey says in the description of a model whose it is. A model without an owner stays.
const ownerKey = "owner"

// PutModel stores a model for the workers, if it is not there. It is there until its owner drops it. One that
// two owners have stored stays.
func (b *Box) PutModel(ctx context.Context, owner string, model []byte) (digest string, err error) {
	digest = Digest(model)
	about := jetstream.ObjectMeta{Name: digest, Metadata: map[string]string{ownerKey: owner}}
	err = insist(ctx, func(ctx context.Context) error {
		store, err := b.js.ObjectStore(ctx, objects)
		if err != nil {
			return err
		}
		if info, err := store.GetInfo(ctx, digest); err == nil {
			if was := info.Metadata[ownerKey]; was == owner || was == "" {
				return nil
			}
			return store.UpdateMeta(ctx, digest, jetstream.ObjectMeta{Name: digest})
		}
		_, err = store.Put(ctx, about, bytes.NewReader(model))
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the hub's models: %.12s: %w", digest, err)
	}
	return digest, nil
}

// DropModels removes the models of an owner other than those to keep.
func (b *Box) DropModels(ctx context.Context, owner string, keep ...string) error {
	err := insist(ctx, func(ctx context.Context) error {
		store, err := b.js.ObjectStore(ctx, objects)
		if err != nil {
			return err
		}
		stream, err := b.js.Stream(ctx, "OBJ_"+objects)
		if err != nil {
			return err
		}
		all, err := store.List(ctx)
		if errors.Is(err, jetstream.ErrNoObjectsFound) {
			return nil
		}
		for _, info := range all {
			if info.Metadata[ownerKey] != owner || slices.Contains(keep, info.Name) {
				continue
			}
			if err := store.Delete(ctx, info.Name); err != nil && !errors.Is(err, jetstream.ErrObjectNotFound) {
				return err
			}
			// Delete leaves a note that there was a model. There would be more and more of them.
			note := "$O." + objects + ".M." + base64.URLEncoding.EncodeToString([]byte(info.Name))
			if err := stream.Purge(ctx, jetstream.WithPurgeSubject(note)); err != nil {
				return err
			}
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("the hub's models: %w", err)
	}
	return nil
}

// Model fetches a model, and checks its bytes.
func (b *Box) Model(ctx context.Context, digest string) (model []byte, err error) {
	err = insist(ctx, func(ctx context.Context) error {
		model, err = b.model(ctx, digest)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound):
		return nil, fmt.Errorf("model %.12s is not at the hub", digest)
	case err != nil:
		return nil, fmt.Errorf("model %.12s: %w", digest, err)
	case Digest(model) != digest:
		return nil, fmt.Errorf("model %.12s: the hub has sent another one, %.12s", digest, Digest(model))
	}
	return model, nil
}

// model reads a model chunk by chunk. The reading of the library would do, but for the right to make consumers,
// which send what they read to any subject: a worker could then store it in the name of another one.
func (b *Box) model(ctx context.Context, digest string) ([]byte, error) {
	store, err := b.js.ObjectStore(ctx, objects)
	if err != nil {
		return nil, err
	}
	info, err := store.GetInfo(ctx, digest)
	if err != nil {
		return nil, err
	}
	stream, err := b.js.Stream(ctx, "OBJ_"+objects)
	if err != nil {
		return nil, err
	}
	chunks := fmt.Sprintf("$O.%s.C.%s", objects, info.NUID)
	model := make([]byte, 0, info.Size)
	for after, n := uint64(0), uint32(0); n < info.Chunks; n++ {
		chunk, err := stream.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(chunks))
		if err != nil {
			return nil, err
		}
		model, after = append(model, chunk.Data...), chunk.Sequence
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
