package mailbox

import (
	"errors"
	"fmt"
	"strconv"
	"testing"
	"time"
)

// A worker that leaves is gone at once, and comes again. Of two with one name, each sees that the other has spoken,
// and one that leaves does not take the other away.
func TestPresence(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	_, owner, named := hubWith(t, t.TempDir())
	box := must[*Box](t)(named("one"))
	defer box.Close()
	me := box.Author("")
	there := func(want string) {
		t.Helper()
		all, strange, err := owner.Present(ctx)
		if err != nil || len(strange) > 0 || string(all[me].Data) != want || (len(all) > 0) != (want != "") {
			t.Errorf("%v, %v, %v, want %q", all, strange, err, want)
		}
		if all[me].Age < 0 || all[me].Age > time.Minute {
			t.Errorf("%v old", all[me].Age)
		}
	}
	first := must[uint64](t)(box.Announce(ctx, me, []byte("a"), 0))
	second := must[uint64](t)(box.Announce(ctx, me, []byte("b"), first))
	there("b")
	other := must[uint64](t)(box.Announce(ctx, me, []byte("c"), 0))
	if _, err := box.Announce(ctx, me, []byte("d"), second); !errors.Is(err, ErrNamesake) {
		t.Error(err)
	}
	if err := box.Leave(ctx, me, second); err == nil {
		t.Error("it took another one away")
	}
	there("c")
	check(t, box.Leave(ctx, me, other))
	there("")
	again := must[uint64](t)(box.Announce(ctx, me, []byte("e"), 0))
	there("e")
	last := must[uint64](t)(box.Announce(ctx, me, []byte("f"), again))
	// A hub that begins anew has forgotten the workers. That it has is no sign of another one.
	check(t, owner.js.DeleteStream(ctx, "KV_"+presence))
	check(t, owner.declareBucket(ctx, presenceBucket))
	there("")
	must[uint64](t)(box.Announce(ctx, me, []byte("g"), last))
	there("g")
}

// While the server takes new keys it has no answer for a moment, and whoever asks then asks again.
func TestPresenceWhileKeysChange(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("keys change while messages pass, which is a race within the server: see Server.admitOnly")
	}
	s, owner, _ := hubWith(t, t.TempDir())
	defer changeKeys(t, s, 10*time.Millisecond)()
	for range 200 {
		if _, _, err := owner.Present(t.Context()); err != nil {
			t.Error(err)
			break
		}
	}
}

// A server that is learning keys refuses, for a moment, keys that it knows.
func TestAnOwnerIsLetInWhileKeysChange(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("keys change while messages pass, which is a race within the server: see Server.admitOnly")
	}
	dir := t.TempDir()
	s := serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	token := must[Token](t)(NewToken(dir, fmt.Sprintf("127.0.0.1:%d", s.Port()), true))
	defer changeKeys(t, s, 50*time.Millisecond)()
	for range 200 {
		box, err := token.Connect()
		if err != nil {
			t.Error(err)
			break
		}
		box.Close()
	}
}

// changeKeys has a server take new keys every so often, until stop.
func changeKeys(t *testing.T, s *Server, every time.Duration) (stop func()) {
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for i := 0; ; i++ {
			select {
			case <-ended:
				return
			case <-time.After(every):
				if err := s.ShutOut(strconv.Itoa(i)); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	return func() {
		close(ended)
		<-done
	}
}
