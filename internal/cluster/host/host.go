package host

import (
	"context"
	"errors"
	"sync"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/nets"
)

// Config is how a host works.
type Config struct {
	// Reach connects to a server elsewhere that keeps the mail; nil for one that Open begins. Then Dir, Listen and
	// MaxBytes are not used.
	Reach func(context.Context) (*mailbox.Box, error)
	// Name is what no other host at that server is called, and this one whenever it goes on.
	Name string
	// Dir is the folder of the hub's mail.
	Dir string
	// Listen is the address of the hub's port, as 0.0.0.0:4222; empty for none.
	Listen string
	// Metrics is the address at which Prometheus finds the hub's metrics, as 127.0.0.1:9090; empty for none.
	Metrics string
	// MaxBytes is how much mail it keeps; 0 for three quarters of what is free.
	MaxBytes int64
	// Threads is how many its own worker has. With 0 there is no own worker, and others must come.
	Threads int
	// Device is where its networks are computed; nil for the CPU. If others can come it is the CPU in any case: games
	// shall not depend on who plays them.
	Device nets.Device
	// Kinds are the work of the worker.
	Kinds work.Kinds
	// Report hears of what people should know; nil for nobody.
	Report func(text string)
}

// Host is an open host.
type Host struct {
	config Config
	server *mailbox.Server // nil if the mail lies elsewhere
	box    *mailbox.Box
	stop   context.CancelFunc
	ended  chan struct{} // the worker has

	guarded sync.WaitGroup
	silent  func() error // ends the metrics
}

// own is what the worker of a host is called. At a server with several hosts more follows.
const own = "this-machine"

// shared says that workers of other machines can come.
func (c *Config) shared() bool { return c.Listen != "" || c.Reach != nil }

// worker is the name of the host's worker.
func (c *Config) worker() string {
	if c.Reach == nil {
		return own
	}
	return own + "-" + mailbox.Digest([]byte(c.Name))[:8]
}

// errNobody says that nobody would play.
var errNobody = errors.New("a hub without a port and without a worker of its own: nobody would play; " +
	"give it threads or a port")

// Open begins the hub and its worker. The end of ctx ends the beginning, not the host.
func Open(ctx context.Context, config Config) (*Host, error) {
	if config.Threads < 1 && !config.shared() {
		return nil, errNobody
	}
	server, box, err := config.connect(ctx)
	if err != nil {
		return nil, err
	}
	h := &Host{config: config, server: server, box: box, stop: func() {}, ended: make(chan struct{})}
	h.silent = func() error { return nil }
	if config.Metrics != "" {
		if _, h.silent, err = hub.ServeMetrics(box, server, config.Metrics); err != nil {
			return nil, errors.Join(err, h.leave())
		}
	}
	for _, kind := range config.Kinds {
		// A worker looks for a kind that is not open less and less often, so its first games would begin later.
		if err := box.Open(ctx, kind.Name, hub.DefaultSilence); err != nil {
			_ = h.silent()
			return nil, errors.Join(err, h.leave())
		}
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	h.stop = stop
	if config.shared() {
		guard := hub.Guard{Box: box, Server: server, Own: config.worker(), Collects: true, Report: config.Report}
		h.guarded.Go(func() { guard.Run(working) })
	}
	if config.Threads < 1 {
		close(h.ended)
		return h, nil
	}
	if config.shared() {
		config.Device = nil
	}
	go func() {
		defer close(h.ended)
		// It ends with working, and says why a ticket failed to the hub, which reports it.
		_ = worker.Run(working, box, worker.Config{
			Name: config.worker(), Kinds: config.Kinds, Threads: config.Threads, Device: config.Device,
		})
	}()
	return h, nil
}

// connect begins the server, or reaches the one elsewhere.
func (c *Config) connect(ctx context.Context) (*mailbox.Server, *mailbox.Box, error) {
	if c.Reach != nil {
		box, err := c.Reach(ctx)
		return nil, box, err
	}
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{
		Dir: c.Dir, Listen: c.Listen, MaxBytes: c.MaxBytes, Passing: c.Listen == "", Report: c.Report,
	})
	if err != nil {
		return nil, nil, err
	}
	box, err := server.Connect(ctx)
	if err != nil {
		return nil, nil, errors.Join(err, server.Close())
	}
	return server, box, nil
}

// leave ends the connection and the server.
func (h *Host) leave() error {
	h.box.Close()
	if h.server == nil {
		return nil
	}
	return h.server.Close()
}

// Port is the number of the hub's port; 0 for none.
func (h *Host) Port() int {
	if h.server == nil {
		return 0
	}
	return h.server.Port()
}

// Box is a connection to the hub.
func (h *Host) Box() *mailbox.Box { return h.box }

// Machines are the workers of the hub, for orders in a name; see [hub.Orderer].
func (h *Host) Machines(name string) *hub.Machines {
	by := hub.Orderer{Name: h.Named(name), Report: h.config.Report, Trusted: h.Trusted()}
	if !h.config.shared() {
		by.Each = hub.DefaultEach
	}
	return hub.NewMachines(h.box, by)
}

// Named is a name for orders, such that no other host at the same server has it.
func (h *Host) Named(name string) string {
	if h.config.Reach == nil {
		return name
	}
	return h.config.Name + "\n" + name
}

// Trusted is the worker whose games need no check: that of this process while there is no other one. Empty for none.
func (h *Host) Trusted() string {
	if !h.config.shared() {
		return own
	}
	return ""
}

// Close ends the worker, which gives back what it has in hand, and the hub. What lies there stays for the next
// host of the folder, unless there was no port.
func (h *Host) Close() error {
	err := h.end()
	h.part(ticket.Stopped)
	return errors.Join(err, h.leave())
}

// part says to workers that the hub ends. A server elsewhere goes on, and may have other work.
func (h *Host) part(how ticket.Parting) {
	if h.server != nil && h.config.Listen != "" {
		hub.Part(context.Background(), h.box, how)
	}
}

// Discard does the same when all games have been made: what still lies at the hub, of orders that were given up,
// is removed. At a server elsewhere the orders have removed what is theirs.
func (h *Host) Discard() error {
	err := h.end()
	if h.server == nil {
		return errors.Join(err, h.leave())
	}
	h.part(ticket.Finished)
	h.box.Close()
	return errors.Join(err, h.server.Discard())
}

func (h *Host) end() error {
	h.stop()
	<-h.ended
	h.guarded.Wait()
	return h.silent()
}
