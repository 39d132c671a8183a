package mailbox

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"time"
)

// greetingTime is how long a NATS server is silent at most, usually, before it is asked whether it is another one.
const greetingTime = 3 * time.Second

// errTengen says that a server outside is a hub of this program, which knows tokens and no URL.
var errTengen = errors.New("it is a hub of tengen, and a URL does not open it")

// tokenFor is where the token of a hub comes from.
func tokenFor(owner bool) string {
	role := ""
	if owner {
		role = " --owner"
	}
	return "give a token's file in place of the URL; on the hub's machine, tengen hub token DIR --host HOST:PORT" +
		role + " -o FILE makes it from the hub's folder"
}

// outsideDialer reaches NATS servers, which speak first. A hub of this program waits for the client's TLS instead, and
// both sides would wait for long.
type outsideDialer struct{}

// Dial reaches a server.
func (outsideDialer) Dial(network, address string) (net.Conn, error) {
	conn, err := net.DialTimeout(network, address, greetTime)
	if err != nil {
		return nil, err
	}
	var first [1]byte
	_ = conn.SetReadDeadline(time.Now().Add(greetingTime)) // reading has the error
	n, err := conn.Read(first[:])
	_ = conn.SetReadDeadline(time.Time{})
	if errors.Is(err, os.ErrDeadlineExceeded) && ours(network, address) {
		_ = conn.Close()
		return nil, fmt.Errorf("%s: %w", address, errTengen)
	}
	return &begun{Conn: conn, first: first[:n]}, nil // another error comes again
}

// ours says whether the server at an address shows the certificate of a hub of this program.
func ours(network, address string) (is bool) {
	config := &tls.Config{
		MinVersion: tls.VersionTLS13, InsecureSkipVerify: true, // it is only looked at
		VerifyConnection: func(c tls.ConnectionState) error {
			is = len(c.PeerCertificates) > 0 && c.PeerCertificates[0].Subject.CommonName == certificateName
			return nil
		},
	}
	conn, err := tls.DialWithDialer(&net.Dialer{Timeout: greetingTime}, network, address, config)
	if err == nil {
		_ = conn.Close()
	}
	return is
}

// begun is a connection of which something was read already.
type begun struct {
	net.Conn
	first []byte
}

func (b *begun) Read(p []byte) (int, error) {
	if len(b.first) == 0 {
		return b.Conn.Read(p)
	}
	n := copy(p, b.first)
	b.first = b.first[n:]
	return n, nil
}
