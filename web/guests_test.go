package web

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// visit asks for a page as another machine does.
func visit(t *testing.T, h *httptest.Server, path string, cookies []*http.Cookie) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, h.URL+path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "192.168.1.7:8361"
	for _, c := range cookies {
		r.AddCookie(c)
	}
	client := *h.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response
}

// Guests come by a link that works once, and by nothing else.
func TestGuests(t *testing.T) {
	var tokens []string
	invite := func(token string) error { tokens = append(tokens, token); return nil }
	h, _ := serve(t, t.TempDir(), func(c *Config) { c.Remote = &Guests{Invite: invite} })
	for _, path := range []string{"/", "/api/v1/about", "/?token=", "/?token=" + strings.Repeat("0", 64)} {
		if r := visit(t, h, path, nil); r.StatusCode != http.StatusForbidden {
			t.Errorf("%s without a token: %d", path, r.StatusCode)
		}
	}
	first := tokens[0]
	in := visit(t, h, "/?token="+first, nil)
	if in.StatusCode != http.StatusSeeOther || len(in.Cookies()) != 1 || !in.Cookies()[0].HttpOnly || len(tokens) != 2 {
		t.Fatalf("with the token: %d, %v, %d tokens", in.StatusCode, in.Cookies(), len(tokens))
	}
	if r := visit(t, h, "/api/v1/about", in.Cookies()); r.StatusCode != http.StatusOK {
		t.Errorf("the guest: %d", r.StatusCode)
	}
	if r := visit(t, h, "/?token="+first, nil); r.StatusCode != http.StatusForbidden {
		t.Errorf("the link a second time: %d", r.StatusCode)
	}
}

// Whoever came once may come to the next server too, for a month. The file is no key.
func TestGuestsAfterARestart(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state", "guests.json")
	var months atomic.Int64 // that have passed
	now := func() time.Time { return time.Date(2026, 1+time.Month(months.Load()), 2, 3, 4, 5, 0, time.UTC) }
	var token string
	seed := byte(0)
	start := func() *httptest.Server {
		h, _ := serve(t, t.TempDir(), func(c *Config) {
			seed++
			c.Now, c.Random = now, chance{rand.NewChaCha8([32]byte{seed})}
			c.Remote = &Guests{File: file, Invite: func(new string) error { token = new; return nil }}
		})
		return h
	}
	first := start()
	cookies := visit(t, first, "/?token="+token, nil).Cookies()
	if len(cookies) != 1 {
		t.Fatalf("%d cookies", len(cookies))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), cookies[0].Value) {
		t.Error("the file has the cookie itself")
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("the file is for all: %v, %v", info.Mode(), err)
	}
	status := func(h *httptest.Server, value string) int {
		return visit(t, h, "/api/v1/about", []*http.Cookie{{Name: cookieName, Value: value}}).StatusCode
	}
	next := start()
	for value, want := range map[string]int{
		cookies[0].Value: http.StatusOK, hash(cookies[0].Value): http.StatusForbidden, "": http.StatusForbidden,
	} {
		if got := status(next, value); got != want {
			t.Errorf("cookie %q after a restart: %d, want %d", value, got, want)
		}
	}
	months.Store(1)
	if got := status(next, cookies[0].Value); got != http.StatusForbidden {
		t.Errorf("after a month: %d", got)
	}
	visit(t, next, "/?token="+token, nil) // which drops the old ones
	after, err := os.ReadFile(file)
	if err != nil || strings.Contains(string(after), hash(cookies[0].Value)) || !strings.Contains(string(after), "hash") {
		t.Errorf("after a month the file has %s, %v", after, err)
	}
	if err := os.WriteFile(file, []byte("["), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := (&Guests{File: file}).open(nil, now()); err == nil || !strings.Contains(err.Error(), "remove it") {
		t.Errorf("of a broken file: %v", err)
	}
}
