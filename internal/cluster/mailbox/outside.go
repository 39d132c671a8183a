package mailbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// Outside is a NATS server that is not in this program, or a cluster of them.
type Outside struct {
	// Servers are URLs with commas between them, as nats://nats-1:4222,nats://nats-2:4222.
	Servers string
	// Credentials is a file of JWT and key; Key one with the seed of an NKey; CA one with the certificates to
	// trust. Each may be empty.
	Credentials, Key, CA string
	// Inbox begins the subjects of answers, where rights require it; empty for _INBOX, or for a worker's own if it has
	// a name.
	Inbox string
	// Worker is the name that the server's rights give to the credentials; empty for workers with the same rights.
	Worker string
	// Replicas is on how many servers of a cluster streams lie that are made.
	Replicas int
	// Monitor is the URL of the server's monitoring port, as http://nats-1:8222; empty for none.
	Monitor string
}

// Access is how a hub is reached: a [Token], or an [Outside].
type Access interface {
	// Place is where it is, as people know it.
	Place() string
}

// ReadAccess takes the URL of a NATS server, or reads a file with a token or such a URL.
func ReadAccess(where string) (Access, error) {
	if isOutside(where) {
		return ParseOutside(where)
	}
	if strings.HasPrefix(where, tokenScheme) {
		return nil, errors.New("hub: this is a token, and not a token's file; write the token to a file that only " +
			"you can read, and give the name of the file")
	}
	if strings.Contains(where, "://") {
		return nil, fmt.Errorf("hub %s: neither a token's file nor the URL of a NATS server, as nats://HOST:PORT; "+
			"tengen hub token DIR --host HOST:PORT -o FILE makes a token", withoutSecret(where))
	}
	data, err := os.ReadFile(where)
	if err != nil {
		return nil, fmt.Errorf("token of the hub: %w; tengen hub token DIR --host HOST:PORT -o FILE makes one on the "+
			"hub's machine", err)
	}
	text := strings.TrimSpace(string(data))
	var a Access
	if isOutside(text) {
		a, err = ParseOutside(text)
	} else {
		a, err = ParseToken(text)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where, err)
	}
	return a, nil
}

// The schemes of NATS servers.
var outsideSchemes = []string{"nats://", "tls://"}

func isOutside(text string) bool {
	for _, s := range outsideSchemes {
		if strings.HasPrefix(text, s) {
			return true
		}
	}
	return false
}

// ParseOutside reads a URL, as nats://nats-1:4222?creds=office.creds&monitor=http://nats-1:8222.
func ParseOutside(text string) (Outside, error) {
	servers, query, _ := strings.Cut(text, "?")
	bad := func(why string) error {
		return fmt.Errorf("NATS server %s: %s; want nats://HOST:PORT, and after a ? any of creds=FILE, nkey=FILE, "+
			"ca=FILE, worker=NAME, inbox=NAME, replicas=N and monitor=URL, with & between them",
			withoutSecret(servers), why)
	}
	for s := range strings.SplitSeq(servers, ",") {
		if u, err := url.Parse(s); err != nil || !isOutside(s) || u.Host == "" || strings.Trim(u.Path, "/") != "" {
			return Outside{}, bad("no URL of one")
		}
	}
	o := Outside{Servers: servers, Replicas: 1}
	values, err := url.ParseQuery(query)
	if err != nil {
		return Outside{}, bad(err.Error())
	}
	texts := map[string]*string{
		"creds": &o.Credentials, "nkey": &o.Key, "ca": &o.CA, "worker": &o.Worker, "inbox": &o.Inbox,
		"monitor": &o.Monitor,
	}
	for name, all := range values {
		switch target := texts[name]; {
		case len(all) > 1:
			return Outside{}, bad(name + " stands there twice")
		case name == "replicas":
			if o.Replicas, err = strconv.Atoi(all[0]); err != nil || o.Replicas < 1 || o.Replicas > 5 {
				return Outside{}, bad("replicas=" + all[0] + " is not 1 to 5")
			}
		case target == nil:
			return Outside{}, bad("no option " + name)
		default:
			*target = all[0]
		}
	}
	if o.Worker != "" && !ticket.Word(o.Worker) {
		return Outside{}, bad("worker=" + o.Worker + ": want up to 64 letters, digits, - and _")
	}
	return o, nil
}

// Place is the servers, without users, passwords and tokens.
func (o Outside) Place() string { return withoutSecret(o.Servers) }

// withoutSecret is servers without users, passwords and options. It takes what is no URL, too: a comma may be part of a
// password.
func withoutSecret(servers string) string {
	var all []string
	for part := range strings.SplitSeq(servers, ",") {
		if n := len(all); n > 0 && !strings.Contains(part, "://") {
			all[n-1] += "," + part
			continue
		}
		all = append(all, part)
	}
	for i, s := range all {
		scheme, rest, ok := strings.Cut(s, "://")
		if !ok {
			continue
		}
		place, _, _ := strings.Cut(rest[strings.LastIndexByte(rest, '@')+1:], "?")
		all[i] = scheme + "://" + place
	}
	return strings.Join(all, ",")
}

// oldest is the first version with all that Tengen needs: sync_interval: always, compressed streams, and tickets that
// still come after some of a run were removed. With 2.9.10 they sometimes do not: a test with rollbacks of
// reinforcement learning waits there for ever.
var oldest = [2]int{2, 10}

// Connect reaches the server. With rights of an owner, the streams that are missing are made, and warn
// hears what could lose games.
func (o Outside) Connect(ctx context.Context, owner bool, warn func(text string)) (*Box, error) {
	name := "the NATS server " + o.Place()
	if owner && o.Worker != "" {
		return nil, fmt.Errorf("%s: worker=%s is for tengen worker; give the URL of an owner", name, o.Worker)
	}
	options, err := o.options()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b, err := connect(name, o.Servers, options, func(err error) error {
		if errors.Is(err, errTengen) {
			return fmt.Errorf("%w; %s", errTengen, tokenFor(owner))
		}
		return unreachedOutside(err)
	})
	if err != nil {
		return nil, err
	}
	b.outside, b.author = true, o.author(owner)
	if err := o.admit(ctx, b, owner); err != nil {
		b.Close()
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if owner {
		if text := o.unsynced(ctx); text != "" {
			warn(fmt.Sprintf("%s %s", name, text))
		}
		if have := b.fewest(ctx); have > 0 && have < o.Replicas {
			warn(fmt.Sprintf("%s keeps games on %d of its servers, not on %d: its streams were there already; change "+
				"them with nats stream edit --replicas, or remove them while no run is under way",
				name, have, o.Replicas))
		}
	}
	return b, nil
}

// author is who has the credentials.
func (o Outside) author(owner bool) Author {
	switch {
	case owner:
		return Author{Role: Owner}
	case o.Worker != "":
		return Author{Named, o.Worker}
	}
	return Author{Role: Shared}
}

func (o Outside) options() ([]nats.Option, error) {
	options := []nats.Option{nats.SetCustomDialer(outsideDialer{})}
	for _, path := range []string{o.Credentials, o.Key, o.CA} {
		if path != "" {
			if _, err := os.Stat(path); err != nil {
				return nil, err // else it is said at the first connection, as a failure of it
			}
		}
	}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.Key != "" {
		key, err := nats.NkeyOptionFromSeed(o.Key)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", o.Key, err)
		}
		options = append(options, key)
	}
	if o.CA != "" {
		options = append(options, nats.RootCAs(o.CA))
	}
	return append(options, nats.CustomInboxPrefix(o.inbox())), nil
}

// inbox is where answers arrive.
func (o Outside) inbox() string {
	switch {
	case o.Inbox != "":
		return o.Inbox
	case o.Worker != "":
		return o.author(false).inbox()
	}
	return "_INBOX"
}

// unheard says that the credentials have no right to hear answers, and what helps.
func (o Outside) unheard(owner bool) error {
	if owner {
		return fmt.Errorf("its rights do not let these credentials hear answers at %s; give the URL of an owner, "+
			"which has all rights", o.inbox())
	}
	name := "NAME"
	first, _, _ := strings.Cut(o.Servers, ",")
	if u, err := url.Parse(first); err == nil && ticket.Word(u.User.Username()) {
		name = u.User.Username()
	}
	if o.Worker == name || o.Inbox != "" {
		return fmt.Errorf("its rights do not let these credentials hear answers at %s; allow them to subscribe to "+
			"%[1]s.> there", o.inbox())
	}
	return fmt.Errorf("its rights do not let these credentials hear answers at %s; give the worker's name as the "+
		"rights have it, with ?worker=%s at the end of the URL", o.inbox(), name)
}

func unreachedOutside(err error) error {
	switch {
	case errors.Is(err, nats.ErrAuthorization), errors.Is(err, nats.ErrAuthExpired):
		return fmt.Errorf("it does not accept the credentials (%w); name a file with ?creds= or ?nkey=", err)
	case errors.Is(err, nats.ErrNoServers):
		err = errors.New("connection refused")
	}
	return fmt.Errorf("not reachable: %w; is it running at that address?", err)
}

// leastPayload is how large a message must be able to be: a part of a model, and what stands around it.
const leastPayload = chunkBytes + 4<<10

// admit checks the server, and makes its streams for an owner.
func (o Outside) admit(ctx context.Context, b *Box, owner bool) error {
	var version [2]int
	text := b.conn.ConnectedServerVersion()
	if _, err := fmt.Sscanf(text, "%d.%d", &version[0], &version[1]); err != nil {
		return fmt.Errorf("version %q: %w", text, err)
	}
	if slices.Compare(version[:], oldest[:]) < 0 {
		return fmt.Errorf("version %s is too old; install nats-server %d.%d or newer "+
			"(github.com/nats-io/nats-server/releases)", text, oldest[0], oldest[1])
	}
	if most := b.conn.MaxPayload(); most < leastPayload {
		return fmt.Errorf("it takes messages of %d bytes at most, which is too little for models; "+
			"set max_payload: 8MB there", most)
	}
	switch err := b.admit(o.inbox()); {
	case errors.Is(err, errRole):
		return o.unheard(owner)
	case err != nil:
		return err
	}
	if !owner {
		return nil
	}
	account, err := b.account(ctx)
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, nats.ErrNoResponders):
		return errors.New("it has no JetStream; start it with nats-server --jetstream")
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return errors.New("the account of these credentials has no JetStream; enable it for the account")
	case err != nil:
		return err
	}
	// Without a bound for tickets they would take the room of the games that make room.
	return b.declare(ctx, o.Replicas, max(0, account.Limits.MaxStore)/int64(o.Replicas), jetstream.FileStorage)
}

// electTime is how long the servers of a cluster that has just begun may take to elect who leads. Before that they do
// not answer, or say that they are not ready.
const (
	electTime = 30 * time.Second
	electStep = 2 * time.Second
)

// fewest is on how many servers the streams are that are on the fewest; 0 if that cannot be seen.
func (b *Box) fewest(ctx context.Context) (least int) {
	for _, c := range streams() {
		stream, err := b.js.Stream(ctx, c.Name)
		if err != nil {
			return 0
		}
		if n := stream.CachedInfo().Config.Replicas; least == 0 || n < least {
			least = n
		}
	}
	return least
}

// account asks for the limits of the account.
func (b *Box) account(ctx context.Context) (*jetstream.AccountInfo, error) {
	ctx, stop := context.WithTimeout(ctx, electTime)
	defer stop()
	for {
		once, done := context.WithTimeout(ctx, electStep)
		account, err := b.js.AccountInfo(once)
		done()
		var api *jetstream.APIError
		if unready := errors.As(err, &api) && api.ErrorCode == errorNotReady; ctx.Err() != nil ||
			!unready && !errors.Is(err, context.DeadlineExceeded) {
			return account, err
		}
		select {
		case <-time.After(lookStep):
		case <-ctx.Done():
		}
	}
}

// monitorTime is how long the monitoring port may take.
const monitorTime = 5 * time.Second

// unsynced says why games that count as stored could be lost; empty if the server syncs each message.
func (o Outside) unsynced(ctx context.Context) string {
	const remedy = ": a power failure could lose games that count as stored; " +
		`set "jetstream { sync_interval: always }" there`
	if o.Monitor == "" {
		return "does not say whether it syncs each message to the disk" + remedy +
			", and have it checked with ?monitor=http://HOST:8222"
	}
	var state struct {
		Config struct {
			SyncAlways bool `json:"sync_always"`
		} `json:"config"`
	}
	ctx, stop := context.WithTimeout(ctx, monitorTime)
	defer stop()
	err := getJSON(ctx, strings.TrimSuffix(o.Monitor, "/")+"/jsz", &state)
	switch {
	case err != nil:
		return fmt.Sprintf("does not say at its monitoring port whether it syncs each message (%v)%s", err, remedy)
	case !state.Config.SyncAlways:
		return "does not sync each message to the disk" + remedy
	}
	return ""
}

func getJSON(ctx context.Context, from string, v any) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, from, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", from, answer.Status)
	}
	return json.NewDecoder(io.LimitReader(answer.Body, 1<<20)).Decode(v)
}
