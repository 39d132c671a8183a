package mailbox

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Digest is the name of a model: the SHA-256 of its bytes.
func Digest(model []byte) string {
	sum := sha256.Sum256(model)
	return hex.EncodeToString(sum[:])
}

// PutModel stores a model for the workers, if it is not there.
func (b *Box) PutModel(ctx context.Context, model []byte) (digest string, err error) {
	digest = Digest(model)
	err = insist(ctx, func(ctx context.Context) error {
		store, err := b.js.ObjectStore(ctx, objects)
		if err != nil {
			return err
		}
		if _, err := store.GetInfo(ctx, digest); err == nil {
			return nil
		}
		_, err = store.PutBytes(ctx, digest, model)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the hub's models: %.12s: %w", digest, err)
	}
	return digest, nil
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
