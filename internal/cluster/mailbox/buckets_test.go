package mailbox

import (
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"
)

// A hub keeps in memory who is there. It hears it anew when that is lost, and takes over the folder of an older hub,
// which kept it on the disk.
func TestWhoIsThereIsInMemory(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), filepath.Join(t.TempDir(), "hub")
	s := must[*Server](t)(Serve(ctx, ServerConfig{Dir: dir}))
	b := must[*Box](t)(s.Connect(ctx))
	me := b.Author("w")
	storage := func() jetstream.StorageType {
		return must[jetstream.Stream](t)(b.js.Stream(ctx, "KV_"+presence)).CachedInfo().Config.Storage
	}
	there := func() int { return len(must[map[Author][]byte](t)(b.Workers(ctx))) }
	must[uint64](t)(b.Announce(ctx, me, []byte("{}"), 0))
	if storage() != jetstream.MemoryStorage || there() != 1 {
		t.Fatalf("storage %v, %d workers", storage(), there())
	}
	if err := b.js.DeleteKeyValue(ctx, presence); err != nil {
		t.Fatal(err)
	}
	if n := there(); n != 0 {
		t.Errorf("%d workers are there after the hub forgot them", n)
	}
	must[uint64](t)(b.Announce(ctx, me, []byte("{}"), 0))
	if n := there(); n != 1 {
		t.Errorf("%d workers are there after one spoke again", n)
	}
	old := presenceBucket
	old.Storage = jetstream.FileStorage
	if err := b.js.DeleteKeyValue(ctx, presence); err != nil {
		t.Fatal(err)
	}
	must[jetstream.KeyValue](t)(b.js.CreateKeyValue(ctx, old))
	b.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = must[*Server](t)(Serve(ctx, ServerConfig{Dir: dir}))
	defer s.Close()
	b = must[*Box](t)(s.Connect(ctx))
	defer b.Close()
	if storage() != jetstream.MemoryStorage {
		t.Error("the bucket of an older hub stays on the disk")
	}
}

// Released results go together once none below them must stay. Those that must stay do, and so does what has not come.
func TestReleasedResultsGoTogether(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := must[*Server](t)(Serve(ctx, ServerConfig{Dir: filepath.Join(t.TempDir(), "hub")}))
	defer s.Close()
	b := must[*Box](t)(s.Connect(ctx))
	defer b.Close()
	r := must[*Results](t)(b.Results(ctx, "k", "r"))
	var came []Result
	for _, name := range []string{"0", "1", "2", "3", "4"} {
		must[bool](t)(b.Deliver(ctx, Address{"k", "r", name}, b.Author("w"), []byte("games")))
		came = append(came, <-r.C())
	}
	must[bool](t)(b.Deliver(ctx, Address{"k", "other", "0"}, b.Author("w"), []byte("games")))
	left := func(want ...string) {
		t.Helper()
		names := must[map[string]bool](t)(b.Stored(ctx, "k", "r"))
		for _, name := range want {
			if !names[name] {
				t.Errorf("result %s is gone", name)
			}
		}
		if len(names) != len(want) {
			t.Errorf("%v are there, not %v", names, want)
		}
	}
	release := func(results ...Result) {
		t.Helper()
		if err := r.Release(ctx, results...); err != nil {
			t.Fatal(err)
		}
	}
	release(came[1], came[3])
	left("0", "1", "2", "3", "4") // 0 must stay, and the others wait for it
	release(came[0])
	left("2", "3", "4")
	if err := r.Remove(ctx, came[4]); err != nil {
		t.Fatal(err)
	}
	left("2", "3")
	if err := r.Settle(ctx); err != nil {
		t.Fatal(err)
	}
	left("2")
	must[bool](t)(b.Deliver(ctx, Address{"k", "r", "5"}, b.Author("w"), []byte("games")))
	release(came[2])
	left("5")
	release(<-r.C())
	r.Close()
	left()
	if names := must[map[string]bool](t)(b.Stored(ctx, "k", "other")); len(names) != 1 {
		t.Errorf("of another run there are %v", names)
	}
}

// Too many released results go at once, although one below them must stay: they take room.
func TestReleasedResultsTakeLittleRoom(t *testing.T) {
	t.Parallel()
	w := wanted{}
	for i := range uint64(mostReleased + 2) {
		w.came(Result{seq: i + 1})
	}
	for i := range uint64(mostReleased) {
		w.drop(Result{seq: i + 2}, true)
	}
	number, some := w.below()
	if number != 1 || some {
		t.Errorf("all below %d can go, some are there: %v", number, some)
	}
	if n := len(w.gone(number)); n != 0 {
		t.Errorf("%d are too many", n)
	}
	w.drop(Result{seq: mostReleased + 2}, true)
	if n := len(w.gone(1)); n != mostReleased+1 {
		t.Errorf("%d are too many", n)
	}
	w.came(Result{seq: 1000})
	w.drop(Result{seq: 1000, Data: make([]byte, mostReleasedBytes+1)}, true)
	if n := len(w.gone(1)); n != 1 {
		t.Errorf("%d are too large", n)
	}
}
