package mailbox

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
)

// Token is what a machine needs to reach a hub: its address, the fingerprint of its certificate, and a
// key. It is a secret.
type Token struct {
	Host        string // and port
	Fingerprint string // SHA-256 of the certificate
	Key         string // seed of an NKey
	Owner       bool   // may issue tickets and read results; else a worker
}

// String is the token on one line.
func (t Token) String() string {
	role := "worker"
	if t.Owner {
		role = "owner"
	}
	return fmt.Sprintf("tengen://%s@%s/?key=%s&certificate=%s", role, t.Host, t.Key, t.Fingerprint)
}

var errToken = errors.New("not a token of a hub; tengen hub token DIR makes one")

// ParseToken reads a token.
func ParseToken(text string) (Token, error) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.Scheme != "tengen" || u.User == nil || u.Port() == "" {
		return Token{}, errToken
	}
	q := u.Query()
	t := Token{Host: u.Host, Fingerprint: q.Get("certificate"), Key: q.Get("key"), Owner: u.User.Username() == "owner"}
	if _, err := parseKey(t.Key); err != nil || len(t.Fingerprint) != 64 || !t.Owner && u.User.Username() != "worker" {
		return Token{}, errToken
	}
	return t, nil
}

// Place is the hub's name and port.
func (t Token) Place() string { return t.Host }

// NewToken makes a token for the hub whose folder is dir, reached at host, a name or number with a port.
func NewToken(dir, host string, owner bool) (Token, error) {
	name, port, err := net.SplitHostPort(host)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 || name == "" {
		return Token{}, errHost(host)
	}
	path := filepath.Join(dir, identityFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return Token{}, fmt.Errorf("the hub's keys: %w; start the hub there first: "+
			"tengen hub serve DIR --listen HOST:PORT", err)
	}
	id, err := readIdentity(data)
	if err != nil {
		return Token{}, fmt.Errorf("the hub's keys: %s: %w", path, err)
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

func errHost(host string) error {
	return fmt.Errorf("--host %s: want HOST:PORT, as office-1:4222", host)
}

// Connect reaches the hub of a token.
func (t Token) Connect() (*Box, error) {
	k, err := parseKey(t.Key)
	if err != nil {
		return nil, errToken
	}
	inbox := workerInbox
	if t.Owner {
		inbox = ownerInbox
	}
	name := "the hub at " + t.Host
	b, err := connect(name, "tls://"+t.Host, []nats.Option{
		k.option(), nats.CustomInboxPrefix(inbox), nats.Secure(t.tls()), nats.TLSHandshakeFirst(),
	}, unreached)
	if err != nil {
		return nil, err
	}
	if err := b.admit(inbox); err != nil {
		b.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return b, nil
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
