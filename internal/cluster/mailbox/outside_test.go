package mailbox

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"github.com/tengen-go/tengen/internal/cluster/natstest"
)

// outsideBox connects an owner to a server outside, with options of the URL, and fails on a warning.
func outsideBox(t *testing.T, s *natstest.Server, options string) *Box {
	t.Helper()
	o := must[Outside](t)(ParseOutside(s.URL + "?monitor=" + s.Monitor + options))
	b := must[*Box](t)(o.Connect(t.Context(), true, func(text string) { t.Error(text) }))
	t.Cleanup(b.Close)
	return b
}

// What people get wrong in a URL is said, and no password is.
func TestParseOutside(t *testing.T) {
	t.Parallel()
	o := must[Outside](t)(ParseOutside("nats://me:secret@a:1,tls://b:2?creds=c&ca=d&inbox=i&replicas=3&monitor=http://a:8"))
	want := Outside{
		Servers: "nats://me:secret@a:1,tls://b:2", Credentials: "c", CA: "d", Inbox: "i", Replicas: 3,
		Monitor: "http://a:8",
	}
	if o != want || o.Place() != "nats://a:1,tls://b:2" {
		t.Errorf("%+v, %s", o, o.Place())
	}
	for text, want := range map[string]string{
		"nats://":                     "no URL",
		"nats://me:secret@a:1/stream": "no URL",
		"nats://a:1,http://b:2":       "no URL",
		"nats://me:secr%et@a:1":       "no URL",
		"nats://me:secret@x@a:1/y":    "no URL",
		"nats://secret@a:1?x=y":       "no option x",
		"nats://a:1?cred=x":           "no option cred",
		"nats://a:1?creds=x&creds=y":  "creds stands there twice",
		"nats://a:1?replicas=7":       "replicas=7 is not 1 to 5",
		"nats://a:1?worker=a.b":       "worker=a.b: want up to 64 letters",
		"nats://me:secret@a:1?%zz":    "invalid URL escape",
	} {
		if _, err := ParseOutside(text); err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "want nats://HOST:PORT") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", text, err)
		}
	}
	file := filepath.Join(t.TempDir(), "hub")
	check(t, os.WriteFile(file, []byte(" nats://a:1\n"), 0o600))
	if a := must[Access](t)(ReadAccess(file)); a.Place() != "nats://a:1" {
		t.Errorf("%+v", a)
	}
	check(t, os.WriteFile(file, []byte("nats:a:1\n"), 0o600))
	for _, where := range []string{file, file + "x", "http://foo:1"} {
		if _, err := ReadAccess(where); err == nil || !strings.Contains(err.Error(), where) ||
			!strings.Contains(err.Error(), "tengen hub token DIR") {
			t.Error(err)
		}
	}
}

// No part of a secret is in an error, whatever stands in place of a file with a token.
func TestSecretsAreNotPrinted(t *testing.T) {
	t.Parallel()
	for where, want := range map[string]string{
		"tengen://worker@a:1/?key=SUASECRET&certificate=ab": "write the token to a file",
		"http://a:1/?key=SECRET,SECRET":                     "hub http://a:1/: neither",
		"http://me:SECRET?,SECRET@a:1":                      "hub http://a:1: neither",
		"nats://me:SE,SECRET@a:1/x":                         "nats://a:1/x: no URL",
	} {
		_, err := ReadAccess(where)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SE") {
			t.Errorf("%s: %v", where, err)
		}
	}
}

// A server that cannot keep games is refused with its reason and a remedy.
func TestOutsideServersThatAreRefused(t *testing.T) {
	t.Parallel()
	plain, two := natstest.Start(t, ""), natstest.Start(t, natstest.JetStream+`
		accounts { A: { users: [{user: a, password: a}], jetstream: enabled }, B: { users: [{user: b, password: b}] } }`)
	nobody := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	check(t, nobody.Close())
	for _, c := range []struct{ url, want string }{
		{plain.URL, "it has no JetStream; start it with nats-server --jetstream"},
		{as("b:b", two.URL), "the account of these credentials has no JetStream"},
		{as("a:b", two.URL), "it does not accept the credentials"},
		{two.URL, "it does not accept the credentials"},
		{"nats://" + nobody.Addr().String(), "connection refused; is it running at that address?"},
		{old(t, "2.9.10"), "version 2.9.10 is too old; install nats-server 2.10 or newer"},
		{plain.URL + "?creds=nowhere", "nowhere: no such file"},
		{plain.URL + "?ca=nowhere", "nowhere: no such file"},
		{plain.URL + "?nkey=outside_test.go", "outside_test.go"},
	} {
		o := must[Outside](t)(ParseOutside(c.url))
		b, err := o.Connect(t.Context(), true, func(string) {})
		if err == nil {
			b.Close()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.url, err)
		}
	}
	must[*Box](t)(must[Outside](t)(ParseOutside(as("a:a", two.URL))).Connect(t.Context(), true, func(string) {})).Close()
}

// as is the URL with a user and a password.
func as(user, url string) string { return strings.Replace(url, "//", "//"+user+"@", 1) }

// old is the address of a server that says it has a version, and no more than a client needs to connect.
func old(t *testing.T, version string) string {
	l := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				fmt.Fprintf(c, "INFO {\"server_id\":\"x\",\"version\":%q,\"max_payload\":1048576}\r\n", version)
				for in := bufio.NewScanner(c); in.Scan(); {
					if in.Text() == "PING" {
						fmt.Fprint(c, "PONG\r\n")
					}
				}
			}()
		}
	}()
	return "nats://" + l.Addr().String()
}

// A server that may lose what it has acknowledged is used with a warning.
func TestOutsideServersThatDoNotSync(t *testing.T) {
	t.Parallel()
	lazy, good := natstest.Start(t, "jetstream {}"), natstest.Start(t, natstest.JetStream)
	for _, c := range []struct{ url, want string }{
		{lazy.URL, "does not say whether it syncs each message"},
		{good.URL, "does not say whether it syncs each message"},
		{lazy.URL + "?monitor=" + lazy.Monitor, "does not sync each message"},
		{good.URL + "?monitor=" + good.Monitor, ""},
		{good.URL + "?monitor=" + good.Monitor + "/no", "404"},
	} {
		said := ""
		b := must[*Box](t)(must[Outside](t)(ParseOutside(c.url)).Connect(t.Context(), true, func(text string) { said += text }))
		b.Close()
		if (said == "") != (c.want == "") || !strings.Contains(said, c.want) {
			t.Errorf("%s: %q", c.url, said)
		}
	}
}

// Streams that are there stay as they are if no game can be lost by that, and are refused if one can.
func TestOutsideStreamsOfOthers(t *testing.T) {
	t.Parallel()
	s := natstest.Start(t, natstest.JetStream)
	b := outsideBox(t, s, "")
	stream := must[jetstream.Stream](t)(b.js.Stream(t.Context(), games))
	config := stream.CachedInfo().Config
	config.MaxBytes, config.Description = 1<<20, "ours"
	must[jetstream.Stream](t)(b.js.UpdateStream(t.Context(), config))
	outsideBox(t, s, "")
	if got := must[jetstream.Stream](t)(b.js.Stream(t.Context(), games)).CachedInfo().Config; got.MaxBytes != 1<<20 ||
		got.Description != "ours" {
		t.Errorf("%+v", got)
	}
	config.Discard, config.DiscardNewPerSubject = jetstream.DiscardOld, false
	must[jetstream.Stream](t)(b.js.UpdateStream(t.Context(), config))
	_, err := must[Outside](t)(ParseOutside(s.URL)).Connect(t.Context(), true, func(string) {})
	if err == nil || !strings.Contains(err.Error(), "discard is DiscardOld, not DiscardNew, "+
		"discard_new_per_subject is false, not true; change them, or remove the stream") {
		t.Error(err)
	}
}

// Hubs that begin at the same moment make a stream once, though each wants another bound.
func TestOutsideTwoHubsAtOnce(t *testing.T) {
	t.Parallel()
	s := natstest.Start(t, natstest.JetStream)
	boxes := []*Box{outsideBox(t, s, ""), outsideBox(t, s, "")}
	for i := range 50 {
		name := fmt.Sprintf("both-%d", i)
		var all sync.WaitGroup
		for n, b := range boxes {
			want := jetstream.StreamConfig{
				Name: name, Subjects: []string{name}, MaxMsgsPerSubject: -1, MaxBytes: int64(n+1) << 20,
			}
			all.Go(func() {
				err := insist(t.Context(), func(ctx context.Context) error { return b.declareStream(ctx, want) })
				if err != nil {
					t.Errorf("%s, hub %d: %v", name, n, err)
				}
			})
		}
		all.Wait()
	}
}

// A server of operators, accounts and users lets those in who have a file of credentials.
func TestOutsideCredentials(t *testing.T) {
	t.Parallel()
	pair := func(create func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		p := must[nkeys.KeyPair](t)(create())
		return p, must[string](t)(p.PublicKey())
	}
	operator, operatorName := pair(nkeys.CreateOperator)
	account, accountName := pair(nkeys.CreateAccount)
	system, systemName := pair(nkeys.CreateAccount)
	user, userName := pair(nkeys.CreateUser)
	_ = system
	claims := jwt.NewAccountClaims(accountName)
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	top := jwt.NewOperatorClaims(operatorName)
	top.SystemAccount = systemName
	s := natstest.Start(t, fmt.Sprintf("%s\noperator: %s\nsystem_account: %s\nresolver: MEMORY\nresolver_preload: {%s: %s, %s: %s}",
		natstest.JetStream, must[string](t)(top.Encode(operator)), systemName,
		accountName, must[string](t)(claims.Encode(operator)),
		systemName, must[string](t)(jwt.NewAccountClaims(systemName).Encode(operator))))
	seed := must[[]byte](t)(user.Seed())
	file := filepath.Join(t.TempDir(), "user.creds")
	check(t, os.WriteFile(file, must[[]byte](t)(
		jwt.FormatUserConfig(must[string](t)(jwt.NewUserClaims(userName).Encode(account)), seed)), 0o600))
	b := outsideBox(t, s, "&creds="+file)
	check(t, b.Open(t.Context(), "k", time.Minute))
	if !must[bool](t)(b.Issue(t.Context(), Address{"k", "r", "a"}, nil)) {
		t.Error("no ticket")
	}
}

// The rights that the example of a configuration gives to a worker are those that a hub gives.
func TestTheExampleOfRights(t *testing.T) {
	for _, name := range []string{"OWNER_PASSWORD", "OFFICE_1_PASSWORD"} {
		t.Setenv(name, "secret")
	}
	options := must[*server.Options](t)(server.ProcessConfigFile("../../../examples/cluster/nats.conf"))
	if len(options.Users) != 2 || options.MaxPayload != maxPayload || !options.SyncAlways {
		t.Fatalf("%d users, %d bytes a message", len(options.Users), options.MaxPayload)
	}
	owner, worker := options.Users[0], options.Users[1]
	if owner.Username != "owner" || owner.Permissions != nil || worker.Username != "office-1" {
		t.Errorf("%+v, %+v", owner, worker)
	}
	want := rights(Author{Named, "office-1"})
	for _, p := range []*server.Permissions{want, worker.Permissions} {
		slices.Sort(p.Publish.Allow)
		slices.Sort(p.Subscribe.Allow)
	}
	if diff := cmp.Diff(want, worker.Permissions); diff != "" {
		t.Error(diff)
	}
}

// A worker that cannot hear the server's answers ends at once, and its error says how the URL names it.
func TestRightsOfAnotherName(t *testing.T) {
	t.Parallel()
	config := must[[]byte](t)(os.ReadFile("../../../examples/cluster/nats.conf"))
	config = regexp.MustCompile(`(?m)^ *(listen|http|store_dir):.*$`).ReplaceAll(config, nil)
	s := natstest.Start(t, string(config), "OWNER_PASSWORD=o", "OFFICE_1_PASSWORD=w")
	for _, c := range []struct {
		more  string
		owner bool
		want  string
	}{
		{"", false, "at _INBOX; give the worker's name as the rights have it, with ?worker=office-1 at the end"},
		{"?worker=office-2", false, "at _INBOX_named_office-2; give the worker's name as the rights have it, with " +
			"?worker=office-1 at the end"},
		{"?worker=office-1&inbox=x", false, "at x; allow them to subscribe to x.> there"},
		{"", true, "at _INBOX; give the URL of an owner"},
		{"?worker=office-1", false, ""},
	} {
		b, err := must[Outside](t)(ParseOutside(as("office-1:w", s.URL)+c.more)).
			Connect(t.Context(), c.owner, func(string) {})
		if err == nil {
			b.Close()
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, owner %v: %v", c.more, c.owner, err)
		}
	}
}

// What is larger than a message may be is refused where it is made, with the remedy. A server that takes no part of a
// model is refused.
func TestMessagesThatAreTooLarge(t *testing.T) {
	t.Parallel()
	small := natstest.Start(t, natstest.JetStream+"max_payload: 100KB")
	_, err := must[Outside](t)(ParseOutside(small.URL)).Connect(t.Context(), true, func(string) {})
	if err == nil || !strings.Contains(err.Error(), "messages of 102400 bytes at most") ||
		!strings.Contains(err.Error(), "set max_payload: 8MB") {
		t.Error(err)
	}
	b := outsideBox(t, natstest.Start(t, natstest.JetStream), "")
	check(t, b.Open(t.Context(), "k", time.Minute))
	large := make([]byte, 1<<20+1)
	for what, store := range map[string]func() error{
		"ticket": func() error { _, err := b.Issue(t.Context(), Address{"k", "r", "a"}, large); return err },
		"games": func() error {
			_, err := b.Deliver(t.Context(), Address{"k", "r", "a"}, b.Author("w"), large)
			return err
		},
	} {
		err := store()
		if !errors.Is(err, errTooLarge) || !strings.Contains(err.Error(), "1048577 bytes, where the server takes 1048576") ||
			!strings.Contains(err.Error(), "max_payload") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := b.Issue(t.Context(), Address{"k", "r", "a"}, large[1:]); err != nil {
		t.Error(err)
	}
}

// The URL of a hub of this program, which needs a token, is refused soon, and the error says where tokens come from. A
// server that only is slow to begin is reached.
func TestAURLInPlaceOfAToken(t *testing.T) {
	t.Parallel()
	s := serve(t, ServerConfig{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	at := fmt.Sprintf("nats://127.0.0.1:%d", s.Port())
	for owner, want := range map[bool]string{true: "HOST:PORT --owner -o FILE", false: "HOST:PORT -o FILE"} {
		ended := make(chan error, 1)
		go func() {
			_, err := must[Outside](t)(ParseOutside(at)).Connect(t.Context(), owner, func(string) {})
			ended <- err
		}()
		select {
		case err := <-ended:
			if !errors.Is(err, errTengen) || !strings.Contains(err.Error(), want) {
				t.Error(err)
			}
		case <-time.After(greetTime):
			t.Fatal("no answer within the time of a greeting")
		}
	}
	to := natstest.Start(t, natstest.JetStream)
	slow := must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0"))
	t.Cleanup(func() { _ = slow.Close() })
	go func() {
		for {
			c, err := slow.Accept()
			if err != nil {
				return
			}
			time.Sleep(greetingTime + time.Second/2)
			go func() {
				defer c.Close()
				there, err := net.Dial("tcp", strings.TrimPrefix(to.URL, "nats://"))
				if err != nil {
					return
				}
				defer there.Close()
				go func() { _, _ = io.Copy(there, c) }()
				_, _ = io.Copy(c, there)
			}()
		}
	}()
	o := must[Outside](t)(ParseOutside("nats://" + slow.Addr().String()))
	must[*Box](t)(o.Connect(t.Context(), true, func(string) {})).Close()
}
