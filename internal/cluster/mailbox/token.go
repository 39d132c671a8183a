package mailbox

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// Token is what a machine needs to reach a hub: its address, the fingerprint of its certificate, and a
// key. It is a secret.
type Token struct {
	Host        string // and port
	Fingerprint string // SHA-256 of the certificate
	Key         string // seed of an NKey
	Owner       bool   // may issue tickets and read results; else a worker
	Name        string // of a worker with a key of its own; empty for the key that many share
}

// tokenScheme begins each token.
const tokenScheme = "tengen://"

// String is the token on one line.
func (t Token) String() string {
	role := "worker"
	if t.Owner {
		role = "owner"
	}
	text := fmt.Sprintf("%s%s@%s/?key=%s&certificate=%s", tokenScheme, role, t.Host, t.Key, t.Fingerprint)
	if t.Name != "" {
		text += "&name=" + t.Name
	}
	return text
}

var errToken = errors.New("not a token of a hub; tengen hub token DIR makes one")

// ParseToken reads a token.
func ParseToken(text string) (Token, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme+"://" != tokenScheme || u.User == nil || u.Port() == "" {
		return Token{}, errToken
	}
	q := u.Query()
	role := u.User.Username()
	t := Token{
		Host: u.Host, Fingerprint: q.Get("certificate"), Key: q.Get("key"), Owner: role == "owner", Name: q.Get("name"),
	}
	if _, err := parseKey(t.Key); err != nil || len(t.Fingerprint) != 64 || !t.Owner && role != "worker" {
		return Token{}, errToken
	}
	if t.Name != "" && (t.Owner || !ticket.Word(t.Name)) {
		return Token{}, errToken
	}
	return t, nil
}

// Place is the hub's name and port.
func (t Token) Place() string { return t.Host }

// NewWorkerToken makes a token for a worker with a name, and a key of its own. See NewToken.
func NewWorkerToken(dir, host, worker string) (Token, error) {
	t, err := NewToken(dir, host, false)
	if err != nil {
		return t, err
	}
	t.Name = worker
	t.Key, err = enroll(dir, worker)
	return t, err
}

// NewToken makes a token for the hub whose folder is dir, reached at host, a name or number with a port: the owner's,
// or the one that workers share.
func NewToken(dir, host string, owner bool) (Token, error) {
	if err := CheckHost(host); err != nil {
		return Token{}, err
	}
	path := filepath.Join(dir, identityFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return Token{}, noKeys(err)
	}
	id, err := readIdentity(data)
	if err != nil {
		return Token{}, badKeys(path, err)
	}
	t := Token{Host: host, Fingerprint: id.fingerprint(), Key: id.worker.seed, Owner: owner}
	if owner {
		t.Key = id.owner.seed
	}
	if again, err := ParseToken(t.String()); err != nil || again != t {
		return Token{}, errHost(host)
	}
	return t, nil
}

// CheckHost says what is wrong with the name and port under which a hub is to be found.
func CheckHost(host string) error {
	name, port, err := net.SplitHostPort(host)
	if err != nil || name == "" {
		return errHost(host)
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return fmt.Errorf("--host %s: the port must be a number from 1 to 65535, as in office-1:4222", host)
	}
	return nil
}

func errHost(host string) error {
	return fmt.Errorf("--host %s: want HOST:PORT, as office-1:4222", host)
}

// Connect reaches the hub of a token.
func (t Token) Connect() (*Box, error) {
	k, err := parseKey(t.Key)
	if err != nil {
		return nil, errToken
	}
	me := t.author()
	name := "the hub at " + t.Host
	options := []nats.Option{
		k.option(), nats.CustomInboxPrefix(me.inbox()), nats.Secure(t.tls()), nats.TLSHandshakeFirst(),
	}
	enter := func() (*Box, error) {
		b, err := connect(name, "tls://"+t.Host, options, unreached)
		if err != nil {
			return nil, err
		}
		b.author = me
		if err := b.admit(me.inbox()); err != nil {
			b.Close()
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return b, nil
	}
	b, err := enter()
	for try := range lookTries {
		// A server that is learning another key refuses for a moment keys that it knows.
		unseen := errors.Is(err, nats.ErrAuthorization) && (t.Name != "" || try < knownTries)
		if !unseen && !cutOff(err) {
			break
		}
		time.Sleep(lookStep) // the server may not have seen a new key so far, or is learning one just now
		b, err = enter()
	}
	return b, err
}

// cutOff says that a server has ended a connection that was about to begin.
func cutOff(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) ||
		errors.Is(err, nats.ErrConnectionClosed)
}

// lookTries is how often a server may take lookStep to see a new key. A key without a name is no new one to a server
// that runs, so fewer tries show that it is wrong.
const (
	lookTries  = 8
	knownTries = 4
)

// author is who has the token.
func (t Token) author() Author {
	switch {
	case t.Owner:
		return Author{Role: Owner}
	case t.Name != "":
		return Author{Named, t.Name}
	}
	return Author{Role: Shared}
}

// tls trusts the certificate of the fingerprint and no other.
func (t Token) tls() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS13, InsecureSkipVerify: true,
		VerifyConnection: func(c tls.ConnectionState) error {
			if len(c.PeerCertificates) == 0 || fingerprint(c.PeerCertificates[0].Raw) != t.Fingerprint {
				return errCertificate
			}
			return nil
		},
	}
}
