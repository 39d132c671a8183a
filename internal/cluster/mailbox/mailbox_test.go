package mailbox

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/natstest"
)

func TestMain(m *testing.M) { os.Exit(natstest.Run(m)) }

func serve(t *testing.T, config ServerConfig) *Server {
	t.Helper()
	s, err := Serve(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func connected(t *testing.T, s *Server) *Box {
	t.Helper()
	b, err := s.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

func must[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// everywhere tests the server in this process and a server outside. As most tests here it runs next to others,
// because most of the time is waiting.
func everywhere(t *testing.T, test func(t *testing.T, b *Box)) {
	t.Parallel()
	t.Run("in this process", func(t *testing.T) {
		t.Parallel()
		test(t, connected(t, serve(t, ServerConfig{Dir: t.TempDir()})))
	})
	t.Run("outside", func(t *testing.T) {
		t.Parallel()
		test(t, outsideBox(t, natstest.Start(t, natstest.JetStream), ""))
	})
}

// A ticket is offered once, comes back when its worker is silent, and has one result.
func TestTicketsAndResults(t *testing.T) { everywhere(t, testTicketsAndResults) }

func testTicketsAndResults(t *testing.T, b *Box) {
	ctx := t.Context()
	check(t, b.Open(ctx, "k", time.Second))
	a := Address{"k", "r", "000-1-0"}
	if !must[bool](t)(b.Issue(ctx, a, []byte("ticket"))) || must[bool](t)(b.Issue(ctx, a, []byte("again"))) {
		t.Fatal("the ticket was not issued exactly once")
	}
	first := must[*Task](t)(b.Take(ctx, "k"))
	if string(first.Data) != "ticket" || first.Address != a || first.Deliveries != 1 {
		t.Fatalf("%+v", first)
	}
	if must[bool](t)(b.Issue(ctx, a, nil)) {
		t.Error("a ticket in a worker's hands was issued again")
	}
	second := must[*Task](t)(b.Take(ctx, "k")) // after a second of silence
	if second.Address != a || second.Deliveries != 2 {
		t.Fatalf("%+v", second)
	}
	check(t, second.Return())
	third := must[*Task](t)(b.Take(ctx, "k"))
	if !must[bool](t)(b.Deliver(ctx, a, b.Author("w"), []byte("games"))) || must[bool](t)(b.Deliver(ctx, a, b.Author("w"), []byte("other"))) {
		t.Error("the result was not stored exactly once")
	}
	check(t, third.Done(ctx))

	r := must[*Results](t)(b.Results(ctx, "k", "r"))
	defer r.Close()
	got := <-r.C()
	if string(got.Data) != "games" || got.Address != a || got.Fault || got.Author != (Author{Owner, "w"}) {
		t.Fatalf("%+v", got)
	}
	if !must[map[string]bool](t)(b.There(ctx, "k", "r"))[a.Name] {
		t.Error("a ticket with a result is not there")
	}
	check(t, r.Remove(ctx, got, got))
	if must[map[string]bool](t)(b.There(ctx, "k", "r"))[a.Name] {
		t.Error("a ticket without a result is there")
	}

	b.Issue(ctx, Address{"k", "r", "x"}, nil)
	bad := must[*Task](t)(b.Take(ctx, "k"))
	check(t, bad.Fail(ctx, b.Author("w"), "no model"))
	if got := <-r.C(); !got.Fault || string(got.Data) != "no model" || got.Name != "x" {
		t.Errorf("%+v", got)
	}
	if s := must[State](t)(b.State(ctx)); s.Waiting+s.Taken+s.Bundles != 0 || s.Faults != 1 {
		t.Errorf("%+v", s)
	}
	check(t, b.Forget(ctx, "k", "r"))
	if s := must[State](t)(b.State(ctx)); s.Faults != 0 {
		t.Errorf("%+v", s)
	}
}

// A worker that says it is at it keeps its ticket.
func TestHoldKeepsATicket(t *testing.T) { everywhere(t, testHoldKeepsATicket) }

func testHoldKeepsATicket(t *testing.T, b *Box) {
	check(t, b.Open(t.Context(), "k", 4*time.Second))
	must[bool](t)(b.Issue(t.Context(), Address{"k", "r", "a"}, nil))
	task := must[*Task](t)(b.Take(t.Context(), "k"))
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	go task.Hold(ctx, func() bool { return true })
	if other, err := b.Take(ctx, "k"); err == nil {
		t.Fatalf("another worker got it: %+v", other)
	}
}

// Mail is there after a restart, models included; a server that is gone comes back for its clients.
func TestMailOutlivesTheServer(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	s, err := Serve(t.Context(), ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	check(t, err)
	owner := must[*Box](t)(s.Connect(ctx))
	check(t, owner.Open(ctx, "k", time.Minute))
	for i := range 50 {
		must[bool](t)(owner.Issue(ctx, Address{"k", "r", fmt.Sprint(i)}, []byte("t")))
	}
	model := []byte(strings.Repeat("weights", 50000))
	digest := must[string](t)(owner.PutModel(ctx, "me", model))
	listen := fmt.Sprintf("127.0.0.1:%d", s.Port())
	worker := must[*Box](t)(must[Token](t)(NewToken(dir, listen, false)).Connect())
	defer worker.Close()
	owner.Close()
	check(t, s.Close())
	serve(t, ServerConfig{Dir: dir, Listen: listen})
	seen := map[string]bool{}
	for range 50 {
		task := must[*Task](t)(worker.Take(ctx, "k"))
		seen[task.Name] = true
		check(t, task.Done(ctx))
	}
	if len(seen) != 50 {
		t.Errorf("%d tickets of 50", len(seen))
	}
	if got := must[[]byte](t)(worker.Model(ctx, digest)); string(got) != string(model) {
		t.Error("another model")
	}
	if _, err := worker.Model(ctx, Digest([]byte("none"))); err == nil || !strings.Contains(err.Error(), "is not at the hub") {
		t.Error(err)
	}
}

// A worker's key opens what a worker needs and nothing else; a wrong certificate or key opens nothing.
func TestRights(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	s := serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	owner := connected(t, s)
	check(t, owner.Open(ctx, "k", time.Minute))
	host := fmt.Sprintf("127.0.0.1:%d", s.Port())
	token := must[Token](t)(NewToken(dir, host, false))
	if again, err := ParseToken(token.String() + "\n"); err != nil || again != token {
		t.Fatalf("%+v, %v", again, err)
	}
	worker := must[*Box](t)(token.Connect())
	defer worker.Close()
	must[bool](t)(owner.Issue(ctx, Address{"k", "r", "a"}, []byte("t")))
	task := must[*Task](t)(worker.Take(ctx, "k"))
	must[bool](t)(worker.Deliver(ctx, task.Address, worker.Author("w"), []byte("g")))
	check(t, task.Done(ctx))
	must[uint64](t)(worker.Announce(ctx, worker.Author("w"), []byte("{}"), 0))
	if w := must[map[Author][]byte](t)(owner.Workers(ctx)); string(w[Author{Shared, "w"}]) != "{}" {
		t.Errorf("%v", w)
	}

	short, stop := context.WithTimeout(ctx, 2*time.Second)
	defer stop()
	for name, try := range map[string]func() error{
		"issue a ticket": func() error { _, err := worker.Issue(short, Address{"k", "r", "forged"}, nil); return err },
		"purge":          func() error { return worker.Forget(short, "k", "r") },
		"store a model":  func() error { _, err := worker.PutModel(short, "w", []byte("m")); return err },
		"read results":   func() error { _, err := worker.Results(short, "k", "r"); return err },
	} {
		if err := try(); err == nil {
			t.Errorf("a worker can %s", name)
		}
	}
	if st := must[State](t)(owner.State(ctx)); st.Waiting != 0 || st.Bundles != 1 {
		t.Errorf("%+v", st)
	}

	other := t.TempDir()
	serve(t, ServerConfig{Dir: other, Listen: "127.0.0.1:0"})
	stranger := must[Token](t)(NewToken(other, host, false))
	if _, err := stranger.Connect(); err == nil || !strings.Contains(err.Error(), "not that of the token") {
		t.Errorf("a hub of another certificate: %v", err)
	}
	stranger.Fingerprint = token.Fingerprint
	if _, err := stranger.Connect(); err == nil {
		t.Error("a key of another hub")
	}
	if info, err := os.Stat(dir + "/" + identityFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	for _, text := range []string{"", "nats://x:1", "tengen://worker@h:1/?key=S&certificate=a", "tengen://boss@" + host} {
		if _, err := ParseToken(text); err == nil {
			t.Errorf("%q is a token", text)
		}
	}
}

// An error of connecting says why, and what helps.
func TestNoEntry(t *testing.T) {
	t.Parallel()
	dir, other := t.TempDir(), t.TempDir()
	s := serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	serve(t, ServerConfig{Dir: other, Listen: "127.0.0.1:0"})
	host := fmt.Sprintf("127.0.0.1:%d", s.Port())
	worker := must[Token](t)(NewToken(dir, host, false))
	posing := worker
	posing.Owner = true
	stranger := must[Token](t)(NewToken(other, host, false))
	unknown := stranger
	unknown.Fingerprint = worker.Fingerprint
	l := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	nowhere := worker
	nowhere.Host = l.Addr().String()
	check(t, l.Close())
	for _, c := range []struct {
		token Token
		want  []string
	}{
		{posing, []string{"its key is a worker's; make an owner's token with tengen hub token DIR --host HOST:PORT --owner"}},
		{stranger, []string{"certificate", "make a new token"}},
		{unknown, []string{"does not know the key of the token", "make a new token"}},
		{nowhere, []string{"not reachable: connection refused; is the hub running at that address"}},
	} {
		b, err := c.token.Connect()
		if err == nil {
			b.Close()
			t.Errorf("%v: let in", c.want)
			continue
		}
		for _, want := range append(c.want, "the hub at "+c.token.Host) {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("no %q in %q", want, err)
			}
		}
	}
	must[*Box](t)(worker.Connect()).Close()
}

// A hub on a disk with too little room says so at its start, also if nobody has given a bound.
func TestTooLittleRoomIsReported(t *testing.T) {
	t.Parallel()
	for room, want := range map[int64]bool{6e6: true, LeastBytes: false} {
		var said []string
		dir := t.TempDir()
		serve(t, ServerConfig{Dir: dir, MaxBytes: room, Report: func(text string) { said = append(said, text) }})
		got := len(said) == 1 && strings.Contains(said[0], "room for 6.0 MB") && strings.Contains(said[0], dir)
		if got != want || len(said) > 1 {
			t.Errorf("%d bytes: %q", room, said)
		}
	}
}

// A port that is taken, or no address of this machine, is an error at once.
func TestServeRefuses(t *testing.T) {
	t.Parallel()
	l := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	defer l.Close()
	listen := l.Addr().String()
	want := "--listen " + listen + ": address in use; choose another port"
	if _, err := Serve(t.Context(), ServerConfig{Dir: t.TempDir(), Listen: listen}); err == nil || err.Error() != want {
		t.Errorf("%v", err)
	}
	for _, listen := range []string{"nowhere", "127.0.0.1:99999", "192.0.2.1:4222"} {
		if _, err := Serve(t.Context(), ServerConfig{Dir: t.TempDir(), Listen: listen}); err == nil ||
			!strings.HasPrefix(err.Error(), "--listen "+listen+": ") {
			t.Errorf("%v", err)
		}
	}
}

// A token needs a hub that was there, and a name with a port.
func TestNewToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	for _, host := range []string{"", "a", ":1", "a b:1", "a:", "a:0", "a:99999", "a:x", "a:1/b"} {
		want := "--host " + host + ": want HOST:PORT, as office-1:4222"
		if strings.HasPrefix(host, "a:") {
			want = "--host " + host + ": the port must be a number from 1 to 65535, as in office-1:4222"
		}
		if _, err := NewToken(dir, host, false); err == nil || err.Error() != want {
			t.Errorf("%q: %v", host, err)
		}
	}
	for _, host := range []string{"office-1:4222", "10.0.0.1:1", "[::1]:65535"} {
		must[Token](t)(NewToken(dir, host, true))
	}
	_, err := NewToken(t.TempDir(), "a:1", false)
	if err == nil || !strings.Contains(err.Error(), "start the hub there first: tengen hub serve DIR --listen HOST:PORT") {
		t.Error(err)
	}
}
