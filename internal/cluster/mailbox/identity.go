package mailbox

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/folder"
)

// identityFile holds the secrets of a server.
const identityFile = "identity.json"

// identity is what a server with a port is known by, and whom it knows.
type identity struct {
	certificate   tls.Certificate
	owner, worker key
}

// identityText is an identity on the disk.
type identityText struct {
	Certificate []byte `json:"certificate"` // DER
	Key         []byte `json:"key"`         // PKCS #8
	Owner       string `json:"owner"`       // seeds of NKeys
	Worker      string `json:"worker"`
}

// key is an NKey with its secret.
type key struct {
	seed string
	pair nkeys.KeyPair
}

func newKey() (key, error) {
	pair, err := nkeys.CreateUser()
	if err != nil {
		return key{}, err
	}
	seed, err := pair.Seed()
	if err != nil {
		return key{}, err
	}
	return key{string(seed), pair}, nil
}

func parseKey(seed string) (key, error) {
	pair, err := nkeys.FromSeed([]byte(seed))
	if err != nil {
		return key{}, err
	}
	return key{seed, pair}, nil
}

// public is the public half.
func (k key) public() string {
	p, _ := k.pair.PublicKey() // of a pair with a seed it never fails
	return p
}

// option signs in with the key.
func (k key) option() nats.Option { return nats.Nkey(k.public(), k.pair.Sign) }

// openIdentity reads the identity of a folder, or makes one.
func openIdentity(dir *folder.Folder) (*identity, error) {
	path := dir.Path(identityFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if data, err = newIdentity(); err == nil {
			err = atomicfile.WriteSecret(path, data)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("the hub's keys: %w", err)
	}
	id, err := readIdentity(data)
	if err != nil {
		return nil, badKeys(path, err)
	}
	return id, nil
}

// badKeys says what helps when a file holds no identity.
func badKeys(path string, err error) error {
	return fmt.Errorf("the hub's keys: %s: %w; remove it, start the hub again for new keys, and give new tokens to "+
		"all workers", path, err)
}

// noKeys says what helps when the file cannot be read.
func noKeys(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the hub's keys: %w; name the folder of a hub, or start the hub there first: "+
			"tengen hub serve DIR --listen HOST:PORT", err)
	}
	return fmt.Errorf("the hub's keys: %w; run this as the user who runs the hub", err)
}

// validity is how long a certificate lasts. Clients know it by its fingerprint.
const validity = 100 * 365 * 24 * time.Hour

// certificateName is the name in the certificates of all hubs.
const certificateName = "tengen hub"

// newIdentity makes keys and a certificate.
func newIdentity() ([]byte, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	template := x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: certificateName},
		NotBefore: time.Unix(0, 0), NotAfter: time.Unix(0, 0).Add(validity),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	var text identityText
	public := private.Public()
	if text.Certificate, err = x509.CreateCertificate(rand.Reader, &template, &template, public, private); err != nil {
		return nil, err
	}
	if text.Key, err = x509.MarshalPKCS8PrivateKey(private); err != nil {
		return nil, err
	}
	for _, seed := range []*string{&text.Owner, &text.Worker} {
		k, err := newKey()
		if err != nil {
			return nil, err
		}
		*seed = k.seed
	}
	return json.MarshalIndent(text, "", "  ")
}

func readIdentity(data []byte) (*identity, error) {
	var text identityText
	if err := json.Unmarshal(data, &text); err != nil {
		return nil, err
	}
	private, err := x509.ParsePKCS8PrivateKey(text.Key)
	if err != nil {
		return nil, err
	}
	id := &identity{certificate: tls.Certificate{Certificate: [][]byte{text.Certificate}, PrivateKey: private}}
	if id.certificate.Leaf, err = x509.ParseCertificate(text.Certificate); err != nil {
		return nil, err
	}
	if id.owner, err = parseKey(text.Owner); err != nil {
		return nil, fmt.Errorf("the owner's key: %w", err)
	}
	if id.worker, err = parseKey(text.Worker); err != nil {
		return nil, fmt.Errorf("the workers' key: %w", err)
	}
	return id, nil
}

// fingerprint names the certificate.
func (id *identity) fingerprint() string { return fingerprint(id.certificate.Certificate[0]) }

func fingerprint(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return hex.EncodeToString(sum[:])
}

func (id *identity) tls() *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{id.certificate}, MinVersion: tls.VersionTLS13}
}

// rights are what a worker may do: take tickets, hold and return them, store games and faults in its own
// name, show games under way, read models, say that it is there, hear orders, and read what the hub thinks of it.
func rights(a Author) *server.Permissions {
	all := Address{"*", "*", "*"}
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			"$JS.API.CONSUMER.MSG.NEXT." + tickets + ".*", "$JS.API.CONSUMER.INFO." + tickets + ".*",
			"$JS.ACK." + tickets + ".>", all.games(a), all.fault(a), all.looks(a),
			"$JS.API.STREAM.INFO." + objectStream, "$JS.API.DIRECT.GET." + objectStream,
			"$JS.API.DIRECT.GET." + objectStream + ".>",
			"$KV." + presence + "." + a.Key(), "$JS.API.STREAM.INFO.KV_" + presence,
			"$JS.API.STREAM.INFO.KV_" + notes, "$JS.API.DIRECT.GET.KV_" + notes + ".$KV." + notes + "." + about,
			"$JS.API.DIRECT.GET.KV_" + notes + ".$KV." + notes + "." + ConductNote + "." + a.Key(),
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{a.inbox() + ".>", orders(a)}},
		Response:  &server.ResponsePermission{MaxMsgs: 1, Expires: time.Minute},
	}
}
