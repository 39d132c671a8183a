package mailbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

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
}

// Server is a server in this process.
type Server struct {
	nats     *server.Server
	dir      *folder.Folder
	identity *identity // of a server with a port
	port     int
}

// startTime is how long a server may need for what lies in its folder.
const startTime = time.Minute

// maxPayload bounds a message: a bundle of a ticket.
const maxPayload = 8 << 20

// Serve begins a server.
func Serve(config ServerConfig) (*Server, error) {
	dir, err := folder.Open(config.Dir)
	if err != nil {
		return nil, fmt.Errorf("the hub's mail: %w", err)
	}
	s := &Server{dir: dir}
	if err := s.start(config); err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	return s, nil
}

func (s *Server) start(config ServerConfig) error {
	options := &server.Options{
		ServerName: "tengen", JetStream: true, StoreDir: s.dir.Path("mail"), SyncAlways: true,
		JetStreamMaxStore: config.MaxBytes, MaxPayload: maxPayload, DontListen: true, NoSigs: true, NoLog: true,
	}
	if config.Listen != "" {
		host, port, err := net.SplitHostPort(config.Listen)
		if err != nil {
			return fmt.Errorf("--listen %s: want HOST:PORT, as 0.0.0.0:4222", config.Listen)
		}
		if options.Port, err = strconv.Atoi(port); err != nil || options.Port < 0 || options.Port > 65535 {
			return fmt.Errorf("--listen %s: the port must be a number from 0 to 65535", config.Listen)
		}
		if options.Port == 0 {
			options.Port = server.RANDOM_PORT
		}
		if s.identity, err = openIdentity(s.dir); err != nil {
			return err
		}
		options.Host, options.DontListen = host, false
		options.TLSConfig, options.TLSTimeout, options.TLSHandshakeFirst = s.identity.tls(), 5, true
		options.Nkeys = s.identity.users()
	}
	ns, err := server.NewServer(options)
	if err != nil {
		return fmt.Errorf("the hub's mail: %w", err)
	}
	ns.Start()
	if !ns.ReadyForConnections(startTime) || !ns.JetStreamEnabled() {
		ns.Shutdown()
		return fmt.Errorf("the hub's mail: the server does not start; is %s free, and the folder of the mail writable?",
			config.Listen)
	}
	s.nats = ns
	if addr, ok := ns.Addr().(*net.TCPAddr); ok {
		s.port = addr.Port
	}
	return nil
}

// Port is the number of its port; 0 for none.
func (s *Server) Port() int { return s.port }

// Connect is a connection of the owner inside this process. It makes the streams that are missing.
func (s *Server) Connect(ctx context.Context) (*Box, error) {
	options := []nats.Option{nats.InProcessServer(s.nats)}
	if s.identity != nil {
		options = append(options, s.identity.owner.option(), nats.CustomInboxPrefix(ownerInbox))
	}
	b, err := connect(nats.DefaultURL, options)
	if err != nil {
		return nil, err
	}
	if err := b.declare(ctx); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

// Close ends the server. What lies in its folder stays.
func (s *Server) Close() error {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
	return s.dir.Close()
}
