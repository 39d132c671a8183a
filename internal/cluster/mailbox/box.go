package mailbox

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// Box is a connection to a server. It comes back when the server does. Several goroutines may use it.
type Box struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	outside bool   // the server is not Tengen's
	author  Author // whose key it has; its name if that is checked
	ended   chan struct{}

	connected atomic.Bool            // conn is set
	final     atomic.Pointer[error]  // why it has ended; nil: its key is shut out
	trouble   atomic.Pointer[string] // why the last mail could not be stored
	first     time.Duration          // that a request for much data waits for its answer
	queues    sync.Map               // queue by kind
	buckets   sync.Map               // jetstream.KeyValue by name

	attending sync.Map // *nats.Subscription by run

	back chan struct{} // has something when the connection has come back

	mu      sync.Mutex
	refused string                             // what the server has refused last
	storing map[string]context.CancelCauseFunc // what is being stored, by subject
}

// Address is where a ticket or a result lies.
type Address struct {
	Kind string // of work
	Run  string
	Name string // of the ticket
}

// protocol is a part of the names of subjects and streams, so that programs of two protocols do not meet there.
var protocol = strconv.Itoa(ticket.Protocol)

// The streams.
var (
	tickets = "TICKETS_" + protocol
	games   = "GAMES_" + protocol
	faults  = "FAULTS_" + protocol
)

// objects is the store of models, and objectStream its stream. They are the same in each protocol.
const (
	objects      = "models"
	objectStream = "OBJ_" + objects
)

// subject is where mail lies: a word for its sort, the protocol, the kind, the run, and more.
func (a Address) subject(sort string) string {
	return fmt.Sprintf("%s.%s.%s.%s.%s", sort, protocol, a.Kind, a.Run, a.Name)
}

func (a Address) ticket() string { return a.subject("tickets") }

// games and fault are where an author stores what comes of a ticket. Author{"*", "*"} is anybody.
func (a Address) games(by Author) string { return a.subject("games") + "." + by.Key() }
func (a Address) fault(by Author) string { return a.subject("faults") + "." + by.Key() }

// anybody is all authors.
var anybody = Author{"*", "*"}

// maxTickets bounds those in the queue, of several jobs: who issues waits then.
const maxTickets = 16384

// maxFaults bounds the faults that are kept.
const maxFaults = 10000

// connect reaches the server that people call name; unreached says what helps if it does not.
func connect(name, url string, options []nats.Option, unreached func(error) error) (*Box, error) {
	b := &Box{ended: make(chan struct{}), back: make(chan struct{}, 1), first: patience}
	options = append([]nats.Option{
		nats.Name("tengen"), nats.Timeout(greetTime), nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond), nats.ReconnectJitter(200*time.Millisecond, time.Second),
		nats.IgnoreDiscoveredServers(),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(pingsOut),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { b.refuse(err) }),
		nats.ReconnectHandler(func(*nats.Conn) {
			select {
			case b.back <- struct{}{}:
			default: // somebody will hear of it who has not heard of the last time
			}
		}),
		nats.ClosedHandler(func(*nats.Conn) { close(b.ended) }),
	}, append(options, b.leaveStrangers)...)
	conn, err := nats.Connect(url, options...)
	for began := time.Now(); unsettled(err) && time.Since(began) < greetTime; {
		time.Sleep(lookStep/2 + rand.N(lookStep)) // not all workers at once
		conn, err = nats.Connect(url, options...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, unreached(err))
	}
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	b.conn, b.js = conn, js
	b.connected.Store(true)
	return b, nil
}

// leaveStrangers is an option. It ends a box for good that meets another certificate when it reconnects: the library
// would try for ever, and say nothing.
func (b *Box) leaveStrangers(o *nats.Options) error {
	if o.TLSConfig == nil || o.TLSConfig.VerifyConnection == nil {
		return nil
	}
	o.TLSConfig = o.TLSConfig.Clone()
	verify := o.TLSConfig.VerifyConnection
	o.TLSConfig.VerifyConnection = func(c tls.ConnectionState) error {
		err := verify(c)
		if errors.Is(err, errCertificate) && b.connected.Load() {
			final := unreached(err)
			b.final.CompareAndSwap(nil, &final)
			go b.conn.Close() // the library holds its lock here
		}
		return err
	}
	return nil
}

// unsettled says whether a server was reached, and ended the connection before it was made: it may be busy, or learn
// new keys just now.
func unsettled(err error) bool {
	var late net.Error
	return !errors.Is(err, errCertificate) &&
		(errors.Is(err, io.EOF) || errors.Is(err, syscall.EPIPE) || errors.Is(err, syscall.ECONNRESET) ||
			errors.Is(err, nats.ErrTimeout) || errors.As(err, &late) && late.Timeout() ||
			// A slow answer of the server comes behind its own question, which the library does not expect there.
			err != nil && strings.Contains(err.Error(), "expected 'PONG', got 'PING'"))
}

// errCertificate says that a machine is not the hub of the token.
var errCertificate = errors.New("its certificate is not that of the token: another machine, or a hub with new keys")

// remedyToken is how a token is made that fits.
const remedyToken = "make a new token with tengen hub token DIR --host HOST:PORT"

// unreached says why a server was not reached, and what helps.
func unreached(err error) error {
	switch {
	case errors.Is(err, errCertificate):
		return fmt.Errorf("%w; %s", err, remedyToken)
	case errors.Is(err, nats.ErrAuthorization):
		return fmt.Errorf("it does not know the key of the token, or has shut it out (%w); %s", err, remedyToken)
	case errors.Is(err, nats.ErrNoServers):
		err = errors.New("connection refused")
	}
	return fmt.Errorf("not reachable: %w; is the hub running at that address (tengen hub serve)?", err)
}

// errRole says that a token has the name of an owner's and a worker's key.
var errRole = errors.New("its key is a worker's; make an owner's token with " +
	"tengen hub token DIR --host HOST:PORT --owner")

// errRefused says that a key lacks a right.
var errRefused = errors.New("the server does not let this key store it; give the key the right, or use another key")

// store says that something is being stored, until done. If the server refuses it, nothing answers, so end is called.
func (b *Box) store(subject string, end context.CancelCauseFunc) (done func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.storing == nil {
		b.storing = map[string]context.CancelCauseFunc{}
	}
	b.storing[subject] = end
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.storing, subject)
	}
}

// refuse notes what the server refuses in passing: calls do not return it.
func (b *Box) refuse(err error) {
	if errors.Is(err, nats.ErrPermissionViolation) {
		b.mu.Lock()
		b.refused = err.Error()
		for subject, end := range b.storing {
			if strings.Contains(b.refused, strconv.Quote(subject)) {
				end(fmt.Errorf("%w (%w)", errRefused, err))
			}
		}
		b.mu.Unlock()
	}
}

// Refused is what the server has refused in passing since the last call; empty for nothing.
func (b *Box) Refused() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	text := b.refused
	b.refused = ""
	return text
}

// Ended is closed when the connection has ended for good: by Close, or because the server knows its key no more.
func (b *Box) Ended() <-chan struct{} { return b.ended }

// Final is an error of the box, or why the connection has ended for good, as ErrShutOut: then nothing works any more.
func (b *Box) Final(err error) error {
	if !b.conn.IsClosed() {
		return err
	}
	<-b.ended // which follows at once
	if err := b.final.Load(); err != nil {
		return *err
	}
	return ErrShutOut
}

// ErrShutOut says that the server does not know a key any more.
var ErrShutOut = errors.New("the hub has shut out the key of this token; on the hub's machine, " +
	"tengen hub token DIR --host HOST:PORT --worker NAME -o FILE makes another one")

// admit asks the server whether the key may read answers at an inbox; the error is errRole if not. The server says no
// in passing, and not in answer to a request: a request would wait for ever.
func (b *Box) admit(inbox string) error {
	sub, err := b.conn.SubscribeSync(inbox + ".admitted")
	if err != nil {
		return err
	}
	if err := b.conn.FlushTimeout(greetTime); err != nil {
		return fmt.Errorf("no answer: %w; is the hub running at that address (tengen hub serve)?", err)
	}
	if err := b.conn.LastError(); errors.Is(err, nats.ErrPermissionViolation) {
		return errRole
	}
	return sub.Unsubscribe()
}

// Away says that there is no connection now. It comes back by itself.
func (b *Box) Away() bool { return !b.conn.IsConnected() }

// Back says that the connection has come back; to one listener.
func (b *Box) Back() <-chan struct{} { return b.back }

// Trouble is why mail cannot be stored now; empty if it can. It is stored when there is room.
func (b *Box) Trouble() string {
	if t := b.trouble.Load(); t != nil {
		return *t
	}
	return ""
}

// Close ends the connection.
func (b *Box) Close() { b.conn.Close() }

// A connection without a sign of life is given up after so many unanswered questions, and made anew. Without them a
// machine notices a connection that is dead, as after a router was started anew, minutes later.
const (
	pingEvery = 15 * time.Second
	pingsOut  = 2
)

// patience is how long one request waits for its answer, before it is made again.
const patience = 10 * time.Second

// longPatience is how long a request for much data may wait in the end, on a line that is slow.
const longPatience = 3 * time.Minute

// The waits between tries: doubled from the first to the last. Room comes back sooner than a server that is away.
const (
	firstWait = 50 * time.Millisecond
	lastWait  = 10 * time.Second
	roomWait  = 2 * time.Second
)

// insist makes a request until it has an answer that another try would not change, or until ctx ends.
func insist(ctx context.Context, request func(context.Context) error) error {
	return insistFor(ctx, patience, patience, request)
}

// insistLong is for requests that move much data: each try has twice the time of the one before.
func (b *Box) insistLong(ctx context.Context, request func(context.Context) error) error {
	return insistFor(ctx, b.first, longPatience, request)
}

// insistFor has each try wait for its answer, the first one for limit, and none for longer than longest.
func insistFor(ctx context.Context, limit, longest time.Duration, request func(context.Context) error) error {
	for wait := firstWait; ; wait = min(2*wait, lastWait) {
		once, stop := context.WithTimeout(ctx, limit)
		err := request(once)
		stop()
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err == nil || !passing(err) {
			return err
		}
		if noRoom(err) {
			wait = min(wait, roomWait)
		}
		if errors.Is(err, context.DeadlineExceeded) {
			limit = min(2*limit, longest)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(wait/2 + rand.N(wait/2)): // not all workers at once
		}
	}
}

// The errors of the server that go by: no room for now, and no answer.
const (
	errorTooMany    = 10077 // maximum messages, or messages of a subject, or bytes, reached
	errorAccount    = 10002 // the limit of an account on a server outside
	errorResources  = 10023
	errorNoMemory   = 10028
	errorNoStorage  = 10047
	errorNotReady   = 10008
	perSubjectWords = "maximum messages per subject exceeded"
)

// errSoon marks errors that go by, whatever they are.
var errSoon = errors.New("not ready")

// passing says whether another try may succeed.
func passing(err error) bool {
	if errors.Is(err, errSoon) {
		return true
	}
	var ofWatch *nats.APIError // a watch has the errors of the library's older half
	if errors.As(err, &ofWatch) {
		return ofWatch.Code >= 500
	}
	var api *jetstream.APIError
	if errors.As(err, &api) {
		switch api.ErrorCode {
		case errorTooMany:
			return api.Description != perSubjectWords
		case errorAccount, errorResources, errorNoMemory, errorNoStorage, errorNotReady:
			return true
		case jetstream.JSErrCodeStreamNameInUse:
			return true // another hub made the stream at the same moment: the next try finds it
		}
		return api.Code >= 500 // among them: no JetStream, while the server begins anew
	}
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrTimeout) ||
		errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, nats.ErrDisconnected) || errors.Is(err, nats.ErrReconnectBufExceeded) ||
		errors.Is(err, nats.ErrConnectionReconnecting)
}

// What keeps mail from being stored.
var (
	troubleFull   = "the hub has no room for more games or models"
	troubleSilent = "the hub does not store games; its disk may be full, or the line to it too slow"
)

// observe keeps for people what came of storing something.
func (b *Box) observe(err error) {
	switch {
	case noRoom(err):
		b.trouble.Store(&troubleFull)
	case err != nil && passing(err) && !b.Away():
		b.trouble.Store(&troubleSilent)
	default:
		b.trouble.Store(nil)
	}
}

// ErrFull says that there is no room for a ticket now.
var ErrFull = errors.New("the hub has no room now")

// put stores a message that has one place; false if somebody stored one there before. While there is no room it
// waits, or returns ErrFull.
func (b *Box) put(ctx context.Context, subject string, data []byte, wait bool) (stored bool, err error) {
	if most := b.conn.MaxPayload(); int64(len(data)) > most {
		return false, b.tooLarge(len(data), most)
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	defer b.store(subject, end)()
	err = insist(ctx, func(ctx context.Context) error {
		_, err := b.js.Publish(ctx, subject, data, jetstream.WithRetryAttempts(0))
		b.observe(err)
		if noRoom(err) && !wait {
			return ErrFull
		}
		return err
	})
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == errorTooMany && api.Description == perSubjectWords {
		return false, nil
	}
	return err == nil, err
}

// errTooLarge says that a message cannot be stored.
var errTooLarge = errors.New("larger than a message may be")

// tooLarge says how large, and what helps.
func (b *Box) tooLarge(have int, most int64) error {
	remedy := ""
	if b.outside && most < maxPayload {
		remedy = "; set max_payload: 8MB at the NATS server"
	}
	return fmt.Errorf("%w: %d bytes, where the server takes %d%s", errTooLarge, have, most, remedy)
}

// noRoom says whether an error is about room for messages.
func noRoom(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && passing(err) && slices.Contains([]jetstream.ErrorCode{
		errorTooMany, errorAccount, errorResources, errorNoMemory, errorNoStorage,
	}, api.ErrorCode)
}
