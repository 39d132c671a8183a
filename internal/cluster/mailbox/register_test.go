package mailbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// hubWith is a hub with a port, its owner and a way to make connections of named workers.
func hubWith(t *testing.T, dir string) (s *Server, owner *Box, named func(name string) (*Box, error)) {
	t.Helper()
	s = serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	return s, connected(t, s), func(name string) (*Box, error) {
		token, err := NewWorkerToken(dir, fmt.Sprintf("127.0.0.1:%d", s.Port()), name)
		if err != nil {
			return nil, err
		}
		if again, err := ParseToken(token.String()); err != nil || again != token {
			t.Errorf("%+v became %+v, %v", token, again, err)
		}
		return token.Connect()
	}
}

// A key that cannot be read is read when it is mended. A folder that cannot be read shuts nobody out.
func TestTheDoorAfterAnError(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	folder := filepath.Join(dir, registerDir)
	d := door{dir: dir}
	look := func(what string, wantChanged, wantErr bool, want int) {
		t.Helper()
		if changed, err := d.look(); changed != wantChanged || (err != nil) != wantErr || len(d.workers) != want {
			t.Errorf("%s: %d workers, changed %v, %v", what, len(d.workers), changed, err)
		}
	}
	write := func(name, text string) {
		t.Helper()
		check(t, os.WriteFile(registerPath(dir, name), []byte(text), 0o600))
	}
	public := func() string {
		k, err := newKey()
		check(t, err)
		return k.public()
	}
	check(t, os.Mkdir(folder, 0o700))
	write("one", public())
	look("a key", true, false, 1)
	write("two", "no key")
	before := time.Now().Add(-time.Hour) // what has just changed is read again anyway
	check(t, os.Chtimes(folder, before, before))
	for range 2 {
		look("no key", false, true, 1)
	}
	write("two", public())
	look("a mended key", true, false, 2)
	look("nothing new", false, false, 2)
	check(t, os.RemoveAll(folder))
	check(t, os.WriteFile(folder, nil, 0o600))
	look("no folder", false, true, 2)
}

// A named worker stores games in its own name and in no other one, whatever it says; what it tries is seen.
func TestNamesAreChecked(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	_, owner, named := hubWith(t, t.TempDir())
	check(t, owner.Open(ctx, "k", time.Minute))
	one, two := must[*Box](t)(named("one")), must[*Box](t)(named("two"))
	defer one.Close()
	defer two.Close()
	if got := one.Author("two"); got != (Author{Named, "one"}) {
		t.Errorf("%v", got)
	}
	a := Address{"k", "r", "000-1-0"}
	must[bool](t)(one.Deliver(ctx, a, one.Author(""), []byte("one's")))
	must[bool](t)(two.Deliver(ctx, a, two.Author(""), []byte("two's")))
	must[uint64](t)(one.Announce(ctx, one.Author(""), []byte("1"), 0))
	check(t, owner.SetNote(ctx, ConductNote+".named.one", []byte("good")))
	if got := must[[]byte](t)(one.Note(ctx, ConductNote+".named.one")); string(got) != "good" {
		t.Errorf("%q", got)
	}
	if h := must[Hello](t)(one.Hello(ctx)); h.Protocol < 2 || h.Version == "" {
		t.Errorf("%+v", h)
	}
	for what, try := range map[string]func(context.Context) error{
		"Publish to \"games.": func(ctx context.Context) error {
			_, err := one.Deliver(ctx, a, Author{Named, "two"}, nil)
			return err
		},
		"KV.workers": func(ctx context.Context) error {
			_, err := one.Announce(ctx, Author{Shared, "x"}, nil, 0)
			return err
		},
		"KV.hub":            func(ctx context.Context) error { return one.SetNote(ctx, ConductNote+".named.one", nil) },
		"conduct.named.two": func(ctx context.Context) error { _, err := one.Note(ctx, ConductNote+".named.two"); return err },
		"orders.":           func(ctx context.Context) error { return one.Order(ctx, two.Author(""), nil) },
		"Subscription to": func(context.Context) error {
			_, err := one.Orders(two.Author(""), nil)
			return errors.Join(err, one.conn.Flush(), errors.New("-"))
		},
	} {
		short, stop := context.WithTimeout(ctx, time.Second/2)
		if err := try(short); err == nil {
			t.Errorf("%s: done", what)
		}
		stop()
		said := ""
		for range 100 {
			if said = one.Refused(); said != "" {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if !strings.Contains(said, what) {
			t.Errorf("%s: %q", what, said)
		}
	}
	if _, err := one.Deliver(ctx, a, Author{Named, "two"}, nil); !errors.Is(err, errRefused) { // though ctx does not end
		t.Error(err)
	}
	r := must[*Results](t)(owner.Results(ctx, "k", "r"))
	defer r.Close()
	for _, want := range []Author{{Named, "one"}, {Named, "two"}} {
		if got := <-r.C(); got.Author != want || string(got.Data) != want.Name+"'s" || got.Address != a {
			t.Errorf("%+v", got)
		}
	}
	for key := range must[map[Author][]byte](t)(owner.Workers(ctx)) {
		if key != (Author{Named, "one"}) {
			t.Errorf("%v", key)
		}
	}
}

// A worker that is shut out loses its connection at once, and finds no way in; others do not notice. Its name can
// get a new key.
func TestShutOut(t *testing.T) {
	t.Parallel()
	ctx, dir := t.Context(), t.TempDir()
	s, owner, named := hubWith(t, dir)
	check(t, owner.Open(ctx, "k", time.Minute))
	one, two, three := must[*Box](t)(named("one")), must[*Box](t)(named("two")), must[*Box](t)(named("three"))
	defer two.Close()
	if _, err := named("one"); err == nil || !strings.Contains(err.Error(), "--revoke one") {
		t.Errorf("a second key for a name: %v", err)
	}
	check(t, Revoke(dir, "one"))
	check(t, s.ShutOut(s.Workers()["three"]))
	for _, out := range []*Box{one, three} {
		select {
		case <-out.Ended():
		case <-time.After(20 * time.Second):
			t.Fatal("a worker that was shut out is still there")
		}
	}
	if two.Away() {
		t.Error("another worker lost its connection")
	}
	must[bool](t)(owner.Issue(ctx, Address{"k", "r", "a"}, []byte("t")))
	check(t, must[*Task](t)(two.Take(ctx, "k")).Done(ctx))
	if err := Revoke(dir, "one"); err == nil || !strings.Contains(err.Error(), "those that have one: three, two") {
		t.Error(err)
	}
	again := must[*Box](t)(named("one")) // though the server has not seen the new key so far
	defer again.Close()
	must[bool](t)(again.Deliver(ctx, Address{"k", "r", "a"}, again.Author(""), nil))
	for _, bad := range []string{"", "a b", "a.b", "../x", strings.Repeat("x", 65)} {
		if _, err := named(bad); err == nil {
			t.Errorf("a worker of the name %q", bad)
		}
	}
}

// A hub that has begun anew has another certificate, and all tokens are of the one before: whoever waits for it ends and
// hears what helps.
func TestAHubWithNewKeysEndsWhoHasAToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	host := fmt.Sprintf("127.0.0.1:%d", s.Port())
	box := must[*Box](t)(must[Token](t)(NewToken(dir, host, false)).Connect())
	defer box.Close()
	check(t, s.Close())
	check(t, os.Remove(filepath.Join(dir, identityFile)))
	serve(t, ServerConfig{Dir: dir, Listen: host})
	select {
	case <-box.Ended():
	case <-time.After(20 * time.Second):
		t.Fatal("it still waits for a hub that is not there any more")
	}
	if err := box.Final(nil); !errors.Is(err, errCertificate) || !strings.Contains(err.Error(), remedyToken) {
		t.Error(err)
	}
}

// Keys outlive the server.
func TestNamedWorkersOutliveTheServer(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0"})
	host := fmt.Sprintf("127.0.0.1:%d", s.Port())
	token := must[Token](t)(NewWorkerToken(dir, host, "one"))
	out := must[Token](t)(NewWorkerToken(dir, host, "two"))
	check(t, s.Close())
	check(t, Revoke(dir, "two"))
	serve(t, ServerConfig{Dir: dir, Listen: host})
	must[*Box](t)(token.Connect()).Close()
	if _, err := out.Connect(); err == nil || !strings.Contains(err.Error(), "shut it out") {
		t.Error(err)
	}
}

// Nobody's change of a note gets lost.
func TestNotes(t *testing.T) { everywhere(t, testNotes) }

func testNotes(t *testing.T, b *Box) {
	ctx := t.Context()
	ended := make(chan error)
	for range 4 {
		go func() {
			var err error
			for range 10 {
				err = errors.Join(err, b.ChangeNote(ctx, "n.x", func(old []byte) ([]byte, error) { return append(old, '.'), nil }))
			}
			ended <- err
		}()
	}
	for range 4 {
		check(t, <-ended)
	}
	check(t, b.SetNote(ctx, "n.y.z", []byte("y")))
	all := must[map[string]Note](t)(b.Notes(ctx, "n"))
	if len(all) != 2 || string(all["x"].Data) != strings.Repeat(".", 40) || string(all["y.z"].Data) != "y" {
		t.Errorf("%v", all)
	}
	check(t, b.RemoveNote(ctx, "n.x"))
	if got := must[[]byte](t)(b.Note(ctx, "n.x")); got != nil {
		t.Errorf("%q", got)
	}
	check(t, b.SetNote(ctx, "n.x", []byte("new")))
	if all := must[map[string]Note](t)(b.Notes(ctx, "n")); string(all["x"].Data) != "new" {
		t.Errorf("%v", all)
	}
}

// An order reaches one worker, which may refuse it; without the worker the sender hears of it.
func TestOrders(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	_, owner, named := hubWith(t, t.TempDir())
	one := must[*Box](t)(named("one"))
	defer one.Close()
	me := one.Author("")
	if err := owner.Order(ctx, me, nil); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
	heard := make(chan string, 2)
	stop := must[func()](t)(one.Orders(me, func(data []byte) bool {
		heard <- string(data)
		return string(data) == "yes"
	}))
	defer stop()
	check(t, one.conn.Flush())
	check(t, owner.Order(ctx, me, []byte("yes")))
	short, end := context.WithTimeout(ctx, time.Second/2)
	defer end()
	if err := owner.Order(short, me, []byte("no")); !errors.Is(err, ErrNobody) {
		t.Error(err)
	}
	if a, b := <-heard, <-heard; a != "yes" || b != "no" {
		t.Errorf("%q, %q", a, b)
	}
}

// The server answers where a request says, with rights of its own. It does so among what the worker may reach, and no
// answer deletes anything, or is stored in another one's name. The shared key can do no more.
func TestAnswersGoNowhereElse(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s, owner, named := hubWith(t, t.TempDir())
	check(t, owner.Open(ctx, "k", time.Minute))
	one, two := must[*Box](t)(named("one")), must[*Box](t)(named("two"))
	defer one.Close()
	defer two.Close()
	shared := must[*Box](t)(must[Token](t)(NewToken(s.door.dir, fmt.Sprintf("127.0.0.1:%d", s.Port()), false)).Connect())
	defer shared.Close()
	a := Address{"k", "r", "000-1-0"}
	must[bool](t)(one.Deliver(ctx, a, one.Author(""), []byte("one's")))
	hello := must[Hello](t)(one.Hello(ctx))
	for _, bad := range []*Box{one, shared} {
		must[bool](t)(owner.Issue(ctx, Address{"k", "r", "a"}, []byte("ticket")))
		ask := func(subject string, data string, answerTo string) {
			check(t, bad.conn.PublishRequest(subject, answerTo, []byte(data)))
		}
		next, ack := "$JS.API.CONSUMER.MSG.NEXT."+tickets+".k", "$JS.ACK."+tickets+".k.1.1.1.0.0"
		for _, to := range []string{
			"$JS.API.STREAM.DELETE." + games, "$JS.API.STREAM.PURGE." + games, a.games(two.Author("")),
			"$KV." + notes + "." + about, "$KV." + presence + ".named.two", orders(two.Author("")), a.ticket(),
			"$JS.API.CONSUMER.DELETE." + tickets + ".k",
		} {
			ask(ack, "+WPI", to)
			ask(next, `{"batch":1,"no_wait":true}`, to)
			ask("$JS.API.STREAM.INFO.KV_"+notes, "", to)
		}
		check(t, bad.conn.Flush())
		who := bad.Author("x")
		must[bool](t)(bad.Deliver(ctx, Address{"k", "r", "last"}, who, nil)) // what was sent before has been dealt with
		if got := must[Hello](t)(two.Hello(ctx)); got != hello {
			t.Errorf("%v: the hub says of itself %+v", who, got)
		}
		for key := range must[map[Author][]byte](t)(owner.Workers(ctx)) {
			t.Errorf("%v: worker %v is there", who, key)
		}
	}
	if !must[bool](t)(two.Deliver(ctx, a, two.Author(""), []byte("two's"))) {
		t.Error("somebody has stored games in the name of another worker")
	}
	r := must[*Results](t)(owner.Results(ctx, "k", "r"))
	defer r.Close()
	for _, want := range []string{"one's", "", "", "two's"} {
		if got := <-r.C(); string(got.Data) != want {
			t.Errorf("%+v, want %q", got, want)
		}
	}
}

// A key that cannot be read lets nobody in, is reported, and keeps no other worker from being shut out. Without the
// folder of keys no worker has one.
func TestKeysThatCannotBeRead(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	said := make(chan string, 10)
	s := serve(t, ServerConfig{Dir: dir, Listen: "127.0.0.1:0", Report: func(text string) { said <- text }})
	connected(t, s)
	host := fmt.Sprintf("127.0.0.1:%d", s.Port())
	var boxes []*Box
	for _, name := range []string{"one", "two", "three"} {
		boxes = append(boxes, must[*Box](t)(must[Token](t)(NewWorkerToken(dir, host, name)).Connect()))
	}
	out := func(b *Box) {
		t.Helper()
		select {
		case <-b.Ended():
		case <-time.After(20 * time.Second):
			t.Fatal("a worker that was shut out is still there")
		}
	}
	check(t, os.WriteFile(registerPath(dir, "one"), []byte("no key"), 0o600))
	check(t, os.Chtimes(filepath.Dir(registerPath(dir, "one")), time.Time{}, time.Now())) // as if it had been renamed there
	out(boxes[0])
	if text := <-said; !strings.Contains(text, "one.key holds no key") {
		t.Error(text)
	}
	for _, name := range []string{"one", "two"} {
		if name == "two" {
			check(t, os.Remove(registerPath(dir, "two")))
			out(boxes[1])
		}
		for text := range said { // what is wrong with the key is said again
			if strings.Contains(text, "worker "+name+" is shut out") {
				break
			}
		}
	}
	if boxes[2].Away() {
		t.Error("the third worker is shut out, too")
	}
	check(t, os.RemoveAll(filepath.Dir(registerPath(dir, "two"))))
	out(boxes[2])
}

// Where there are no keys of a hub, or none that can be read, the error says what to do.
func TestFoldersWithoutKeys(t *testing.T) {
	t.Parallel()
	empty, broken := t.TempDir(), t.TempDir()
	check(t, os.WriteFile(filepath.Join(broken, identityFile), []byte("{"), 0o600))
	for _, c := range []struct {
		do   func() error
		want string
	}{
		{func() error { return Revoke(empty, "x") }, "name the folder of a hub"},
		{func() error { return Revoke(filepath.Join(empty, "nowhere"), "x") }, "name the folder of a hub"},
		{func() error { return Revoke(broken, "x") }, "no worker of that name has a token"},
		{func() error { _, err := NewToken(empty, "a:1", true); return err }, "start the hub there first"},
		{func() error {
			_, err := NewToken(broken, "a:1", true)
			return err
		}, "remove it, start the hub again for new keys"},
		{func() error {
			_, err := Serve(t.Context(), ServerConfig{Dir: broken, Listen: "127.0.0.1:0"})
			return err
		}, "remove it, start the hub again for new keys"},
	} {
		if err := c.do(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
