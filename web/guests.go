package web

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// Guests are those who may come from other machines: whoever opened a link with a token, which
// works once.
type Guests struct {
	// Invite is called with each new token, and with the one before when somebody has used it.
	Invite func(token string) error
	// File keeps who came, for the next server; "" for nowhere. Without it guests need a new link after a restart.
	File string

	name  func(bytes int) (string, error) // makes secrets
	mu    sync.Mutex
	token string
	known []guest // who came
}

// guest is somebody who came. The cookie itself is only in the guest's browser.
type guest struct {
	Hash  string    `json:"hash"` // of the cookie
	Until time.Time `json:"until"`
}

const (
	cookieName = "tengen"
	mostGuests = 100
)

// open finds those who came to an earlier server and makes the first token.
func (g *Guests) open(name func(bytes int) (string, error), now time.Time) (err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.name = name
	if g.known, err = g.read(now); err != nil {
		return err
	}
	return g.renew()
}

func (g *Guests) renew() (err error) {
	if g.token, err = g.name(32); err == nil {
		err = g.Invite(g.token)
	}
	return err
}

// read is who is in the file and may still come.
func (g *Guests) read(now time.Time) (known []guest, err error) {
	if g.File == "" {
		return current(g.known, now), nil
	}
	raw, err := os.ReadFile(g.File)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &known)
	}
	if err != nil {
		return nil, fmt.Errorf("guests of --allow-remote: %s: %w: remove it, and they need a new link", g.File, err)
	}
	return current(known, now), nil
}

// current are those who may still come.
func current(known []guest, now time.Time) []guest {
	return slices.DeleteFunc(slices.Clone(known), func(one guest) bool { return !now.Before(one.Until) })
}

// write keeps those who came.
func (g *Guests) write(known []guest) error {
	if g.File == "" {
		return nil
	}
	raw, err := json.Marshal(known)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(g.File), 0o755)
	}
	if err == nil {
		err = atomicfile.WriteSecret(g.File, raw)
	}
	return err
}

// admit says whether a request may go on. Without an error it has answered one that may not.
func (g *Guests) admit(w http.ResponseWriter, r *http.Request, now time.Time) (bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if c, err := r.Cookie(cookieName); err == nil {
		came := hash(c.Value)
		if slices.ContainsFunc(g.known, func(one guest) bool { return same(one.Hash, came) && now.Before(one.Until) }) {
			return true, nil
		}
	}
	no := &wire.Refusal{
		Status: http.StatusForbidden, Text: "open the link that the server printed; each link works once",
	}
	token := r.URL.Query().Get("token")
	if r.Method != http.MethodGet || token == "" || !same(g.token, token) {
		return false, no
	}
	known, err := g.read(now) // with those of other servers
	if err != nil {
		return false, err
	}
	if len(known) >= mostGuests {
		return false, no
	}
	secret, err := g.name(32)
	until := now.AddDate(0, 1, 0)
	if err == nil {
		known = append(known, guest{hash(secret), until})
		err = g.write(known)
	}
	if err == nil {
		err = g.renew()
	}
	if err != nil {
		return false, err
	}
	g.known = known
	http.SetCookie(w, &http.Cookie{
		Name: cookieName, Value: secret, Path: "/", Expires: until, HttpOnly: true,
		SameSite: http.SameSiteLaxMode, // Strict would lose it on the way from the link; other pages are kept out above
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
	return false, nil
}

// hash stands for a cookie in the file. A cookie has 32 random bytes, and so nobody finds it by trying.
func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
