package mailbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tengen-go/tengen/internal/cluster/natstest"
)

// Who drops models drops those of nobody else, and none that somebody else has stored as well. Nothing is left
// of what is dropped.
func TestDroppedModels(t *testing.T) { everywhere(t, testDroppedModels) }

func testDroppedModels(t *testing.T, b *Box) {
	ctx := t.Context()
	put := func(owner, model string) string { return must[string](t)(b.PutModel(ctx, owner, []byte(model))) }
	a, kept, shared, other := put("me", "a"), put("me", "kept"), put("me", "shared"), put("you", "other")
	if put("me", "a") != a || put("you", "shared") != shared {
		t.Error("the same model has two digests")
	}
	check(t, b.DropModels(ctx, "me", kept))
	there := func(digest string) bool { _, err := b.Model(ctx, digest); return err == nil }
	if there(a) || !there(kept) || !there(shared) || !there(other) {
		t.Errorf("%v, want false and three times true", []bool{there(a), there(kept), there(shared), there(other)})
	}
	check(t, b.DropModels(ctx, "me"))
	check(t, b.DropModels(ctx, "you"))
	stream := must[jetstream.Stream](t)(b.js.Stream(ctx, objectStream))
	if info := must[*jetstream.StreamInfo](t)(stream.Info(ctx)); info.State.Msgs != 2 || !there(shared) {
		t.Errorf("%d messages, want those of one model", info.State.Msgs)
	}
	if put("me", "a") != a || !there(a) {
		t.Error("a dropped model does not come back")
	}
}

// noise is a model that nothing compresses.
func noise(seed uint64, n int) []byte {
	model, r := make([]byte, n), rand.New(rand.NewPCG(seed, 0))
	for i := range model {
		model[i] = byte(r.Uint32())
	}
	return model
}

// A model comes over a line that is so slow that a chunk takes longer than a request may take at first.
func TestModelsOverASlowLine(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	s := serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	connected(t, s) // makes the streams
	p := natstest.NewProxy(t, fmt.Sprintf("127.0.0.1:%d", s.Port()))
	box := func(owner bool) *Box {
		b := must[*Box](t)(must[Token](t)(NewToken(dir, p.Address(), owner)).Connect())
		t.Cleanup(b.Close)
		b.first = 50 * time.Millisecond
		return b
	}
	owner, worker := box(true), box(false)
	model := noise(1, 5*chunkBytes+1)
	p.Narrow(1 << 20) // a chunk takes an eighth of a second
	digest := must[string](t)(owner.PutModel(ctx, "me", model))
	if !bytes.Equal(must[[]byte](t)(worker.Model(ctx, digest)), model) {
		t.Error("another model")
	}
	stream := must[jetstream.Stream](t)(owner.js.Stream(ctx, objectStream))
	if n := must[*jetstream.StreamInfo](t)(stream.Info(ctx)).State.Msgs; n != 7 {
		t.Errorf("%d messages, want 6 chunks and what is known about them", n)
	}
	stored := must[jetstream.ObjectStore](t)(owner.js.ObjectStore(ctx, objects))
	if got := must[[]byte](t)(stored.GetBytes(ctx, digest)); !bytes.Equal(got, model) {
		t.Error("the library reads another model")
	}
}

// An upload that is interrupted goes on where it was. Several that store one model store it once.
func TestInterruptedUploads(t *testing.T) { everywhere(t, testInterruptedUploads) }

func testInterruptedUploads(t *testing.T, b *Box) {
	model := noise(2, 10*chunkBytes)
	ctx, stop := context.WithCancel(t.Context())
	stream := must[jetstream.Stream](t)(b.js.Stream(t.Context(), objectStream))
	messages := func() uint64 { return must[*jetstream.StreamInfo](t)(stream.Info(t.Context())).State.Msgs }
	ended := make(chan error)
	go func() {
		_, err := b.PutModel(ctx, "me", model)
		ended <- err
	}()
	for messages() < 3 {
		time.Sleep(time.Millisecond)
	}
	stop()
	if err := <-ended; err == nil {
		t.Log("the upload was over before it was interrupted")
	}
	for range 3 {
		go func() {
			_, err := b.PutModel(t.Context(), "me", model)
			ended <- err
		}()
	}
	for range 3 {
		check(t, <-ended)
	}
	if n := messages(); n != 11 {
		t.Errorf("%d messages, want 10 chunks and what is known about them", n)
	}
	if got := must[[]byte](t)(b.Model(t.Context(), Digest(model))); !bytes.Equal(got, model) {
		t.Error("another model")
	}
}

// Two that store a model at the same time, and drop it, do so at a cluster as well. Its servers say in other words that
// somebody else was first.
func TestModelsAtACluster(t *testing.T) {
	t.Parallel()
	servers := natstest.StartCluster(t, 3, natstest.JetStream)
	var boxes []*Box
	for _, s := range servers[:2] {
		s.Healthy(t)
		boxes = append(boxes, outsideBox(t, s, "&replicas=3"))
	}
	for n := range uint64(4) {
		model := noise(n, 4*chunkBytes)
		for _, do := range []func(b *Box, owner string) error{
			func(b *Box, owner string) error {
				_, err := b.PutModel(t.Context(), owner, model)
				return err
			},
			func(b *Box, owner string) error { return b.DropModels(t.Context(), owner) },
		} {
			var all sync.WaitGroup
			for i, b := range boxes {
				all.Go(func() {
					if err := do(b, fmt.Sprint("owner", i)); err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
		}
	}
}

// A hub that has no room for a model says so, and takes it when there is room.
func TestAModelForAFullHub(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	b := connected(t, serve(t, ServerConfig{Dir: t.TempDir(), MaxBytes: 1 << 20}))
	first, second := noise(3, 5*chunkBytes), noise(4, 5*chunkBytes)
	must[string](t)(b.PutModel(ctx, "me", first))
	ended := make(chan error)
	go func() {
		_, err := b.PutModel(ctx, "me", second)
		ended <- err
	}()
	for b.Trouble() == "" {
		select {
		case err := <-ended:
			t.Fatalf("stored, %v", err)
		case <-time.After(time.Millisecond):
		}
	}
	if b.Trouble() != troubleFull {
		t.Error(b.Trouble())
	}
	check(t, b.DropModels(ctx, "me"))
	check(t, <-ended)
	if b.Trouble() != "" {
		t.Error(b.Trouble())
	}
	if got := must[[]byte](t)(b.Model(ctx, Digest(second))); !bytes.Equal(got, second) {
		t.Error("another model")
	}
	short, stop := context.WithTimeout(ctx, 300*time.Millisecond)
	defer stop()
	if _, err := b.PutModel(short, "me", first); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

// A model that one owner drops while another one stores it is there for the other one.
func TestAModelDroppedWhileAnotherOwnerStoresIt(t *testing.T) {
	t.Parallel()
	ctx, b := t.Context(), connected(t, serve(t, ServerConfig{Dir: t.TempDir(), Passing: true}))
	rounds := 150
	if testing.Short() { // a round takes most of a second under the race detector
		rounds = 30
	}
	for i := range rounds {
		model := noise(uint64(100+i), 300)
		must[string](t)(b.PutModel(ctx, "me", model))
		var all sync.WaitGroup
		all.Go(func() {
			if err := b.DropModels(ctx, "me"); err != nil {
				t.Error(err)
			}
		})
		all.Go(func() {
			time.Sleep(time.Duration(i%15) * 100 * time.Microsecond)
			if _, err := b.PutModel(ctx, fmt.Sprint("you", i), model); err != nil {
				t.Error(err)
			}
		})
		all.Wait()
		if got, err := b.Model(ctx, Digest(model)); err != nil || !bytes.Equal(got, model) {
			t.Fatalf("round %d: %v, or another model", i, err)
		}
		check(t, b.DropModels(ctx, fmt.Sprint("you", i)))
	}
	check(t, b.DropModels(ctx, "me"))
	stream := must[jetstream.Stream](t)(b.js.Stream(ctx, objectStream))
	n := must[*jetstream.StreamInfo](t)(stream.Info(ctx)).State.Msgs
	if models := must[[]string](t)(b.Models(ctx)); uint64(2*len(models)) != n {
		t.Errorf("%d messages for %d models of one chunk", n, len(models))
	}
}
