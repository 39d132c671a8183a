package mailbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tengen-go/tengen/internal/folder"
)

// ServerConfig is how a server keeps its mail.
type ServerConfig struct {
	// Dir is the folder of the mail. One server at a time uses it.
	Dir string
	// Listen is the address of its port, as 0.0.0.0:4222; empty for no port at all.
	Listen string
	// MaxBytes is how much mail it keeps; 0 for three quarters of the free disk.
	MaxBytes int64
	// Passing keeps the mail in memory: it ends with the server. Mail that another server has kept in Dir
	// stays there.
	Passing bool
	// Report hears when mail cannot be stored, and when it can again; nil for nobody.
	Report func(text string)
}

// LeastBytes has room for a network, and some games next to it.
const LeastBytes = 100_000_000

// Server is a server in this process.
type Server struct {
	dir      *folder.Folder
	identity *identity // of a server with a port
	options  *server.Options
	port     int
	passing  bool
	ended    chan struct{} // closed by Close
	once     sync.Once     // closes ended
	watched  chan struct{} // closed when nobody watches the disk any more

	probing sync.Mutex             // how long a sync takes
	ill     atomic.Pointer[string] // why it cannot store, for people; empty if it can

	mu   sync.Mutex
	nats *server.Server
	door door
}

// Where the mail lies in the folder, and what a server needs that keeps it in memory.
const (
	mailDir    = "mail"
	passingDir = "passing"
)

// mail is where this server has its mail.
func (s *Server) mail() string {
	if s.passing {
		return s.dir.Path(passingDir)
	}
	return s.dir.Path(mailDir)
}

// startTime is how long a server may need for what lies in its folder.
const startTime = time.Minute

// greetTime is how long a machine may need to say who it is, as when a thousand come at once.
const greetTime = 30 * time.Second

// readyStep is how often it is asked whether it is ready, at least.
const readyStep = 200 * time.Millisecond

// maxPayload bounds a message: a bundle of a ticket.
const maxPayload = 8 << 20

// Serve begins a server. The end of ctx ends the beginning, not the server.
func Serve(ctx context.Context, config ServerConfig) (*Server, error) {
	dir, err := folder.Open(config.Dir)
	if err != nil {
		return nil, fmt.Errorf("the hub's folder: %w", err)
	}
	s := &Server{
		dir: dir, passing: config.Passing, ended: make(chan struct{}), watched: make(chan struct{}),
		door: door{dir: config.Dir, shut: map[string]bool{}},
	}
	s.ill.Store(new(string))
	if config.Report == nil {
		config.Report = func(string) {}
	}
	if err := s.start(ctx, config); err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	if _, room := s.used(); !s.passing && room < LeastBytes {
		config.Report(fmt.Sprintf("the hub has room for %.1f MB of games, tickets and models in %s, too little for "+
			"networks and games; it should have %d MB; make room there and start the hub again, or choose another "+
			"folder",
			float64(room)/1e6, s.options.StoreDir, LeastBytes/1_000_000))
	}
	go s.watch(config.Report)
	return s, nil
}

func (s *Server) start(ctx context.Context, config ServerConfig) error {
	options := &server.Options{
		ServerName: "tengen", JetStream: true, StoreDir: s.mail(), SyncAlways: !config.Passing,
		JetStreamMaxStore: config.MaxBytes, MaxPayload: maxPayload, DontListen: true, NoSigs: true, NoLog: true,
	}
	if config.Listen != "" {
		host, port, err := ParseListen(config.Listen)
		if err != nil {
			return err
		}
		if err := free(config.Listen); err != nil {
			return err
		}
		options.Host, options.Port, options.DontListen = host, port, false
		if options.Port == 0 {
			options.Port = server.RANDOM_PORT
		}
	}
	if !config.Passing {
		if err := s.roomToBegin(); err != nil {
			return err
		}
	}
	if config.Listen != "" {
		var err error
		if s.identity, err = openIdentity(s.dir); err != nil {
			return err
		}
		options.TLSConfig, options.TLSTimeout, options.TLSHandshakeFirst = s.identity.tls(), greetTime.Seconds(), true
		options.AuthTimeout = 2 * greetTime.Seconds()
		if _, err := s.door.look(); err != nil {
			return err
		}
		if err := moveMail(options.StoreDir); err != nil {
			return err
		}
	}
	s.options = options
	admitted, err := s.admitted()
	if err != nil {
		return err
	}
	ns, err := launch(ctx, admitted)
	if err != nil {
		return fmt.Errorf("the hub's folder %s: %w", config.Dir, err)
	}
	if addr, ok := ns.Addr().(*net.TCPAddr); ok {
		s.port = addr.Port
		options.Port = addr.Port
	}
	s.nats = ns
	if s.port > 0 {
		go s.watchDoor(config.Report)
	}
	return nil
}

// ParseListen reads an address to listen at.
func ParseListen(listen string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(listen)
	if err != nil {
		return "", 0, fmt.Errorf("--listen %s: want HOST:PORT, as 0.0.0.0:4222", listen)
	}
	if port, err = strconv.Atoi(text); err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("--listen %s: the port must be a number from 0 to 65535", listen)
	}
	return host, port, nil
}

// free says what is wrong with an address to listen at. The server itself would try for a minute.
func free(listen string) error {
	l, err := net.Listen("tcp", listen)
	if err == nil {
		return l.Close()
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("--listen %s: address in use; choose another port", listen)
	}
	return fmt.Errorf("--listen %s: %w; choose an address of this machine and a free port", listen, err)
}

// ready waits until a server has read its folder and listens.
func ready(ctx context.Context, ns *server.Server) error {
	for began := time.Now(); !ns.ReadyForConnections(readyStep); {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if time.Since(began) > startTime {
			return fmt.Errorf("the server does not start within %v", startTime)
		}
	}
	if !ns.JetStreamEnabled() {
		return errors.New("the server cannot keep games there; is the folder writable?")
	}
	return nil
}

// Port is the number of its port; 0 for none.
func (s *Server) Port() int { return s.port }

// Connect is a connection of the owner inside this process. It makes the streams that are missing.
func (s *Server) Connect(ctx context.Context) (*Box, error) {
	options := []nats.Option{nats.InProcessServer(s)}
	if s.identity != nil {
		options = append(options, s.identity.owner.option(), nats.CustomInboxPrefix(Author{Role: Owner}.inbox()))
	}
	b, err := connect("the hub in this process", nats.DefaultURL, options, unreached)
	if err != nil {
		return nil, err
	}
	_, room := s.used()
	storage := jetstream.FileStorage
	if s.passing {
		room, storage = 0, jetstream.MemoryStorage
	}
	if err := b.declare(ctx, 1, room, storage); err != nil {
		b.Close()
		return nil, err
	}
	if err := s.answerHealth(b); err != nil {
		b.Close()
		return nil, fmt.Errorf("the hub in this process: %w", err)
	}
	return b, nil
}

// Close ends the server. What lies in its folder stays, unless it was in passing.
func (s *Server) Close() error {
	if s.passing {
		return s.Discard()
	}
	s.end()
	return s.dir.Close()
}

// Discard ends the server and removes all its mail. Its keys stay.
func (s *Server) Discard() error {
	s.end()
	if err := os.RemoveAll(s.mail()); err != nil {
		return errors.Join(fmt.Errorf("games kept at the hub: %w", err), s.dir.Close())
	}
	return s.dir.Close()
}

func (s *Server) end() {
	s.once.Do(func() { close(s.ended) })
	<-s.watched
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}
