package host

import (
	"context"
	"errors"
	"sync"

	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/nets"
)

// Config is how a host works.
type Config struct {
	// Dir is the folder of the hub's mail.
	Dir string
	// Listen is the address of the hub's port, as 0.0.0.0:4222; empty for none.
	Listen string
	// Metrics is the address at which Prometheus finds the hub's metrics, as 127.0.0.1:9090; empty for none.
	Metrics string
	// MaxBytes is how much mail it keeps; 0 for three quarters of what is free.
	MaxBytes int64
	// Threads are those of its own worker; 0 for no worker, which makes sense only with a port.
	Threads int
	// Device is where its networks are computed; nil for the CPU. With a port it is the CPU in any case: games
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
	server *mailbox.Server
	box    *mailbox.Box
	stop   context.CancelFunc
	ended  chan struct{} // the worker has

	guarded sync.WaitGroup
	silent  func() error // ends the metrics
}

// own is what the worker of a host is called.
const own = "this-machine"

// errNobody says that nobody would play.
var errNobody = errors.New("a hub without a port and without a worker of its own: nobody would play; " +
	"give it threads or a port")

// Open begins the hub and its worker. The end of ctx ends the beginning, not the host.
func Open(ctx context.Context, config Config) (*Host, error) {
	if config.Threads < 1 && config.Listen == "" {
		return nil, errNobody
	}
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{
		Dir: config.Dir, Listen: config.Listen, MaxBytes: config.MaxBytes, Passing: config.Listen == "",
		Report: config.Report,
	})
	if err != nil {
		return nil, err
	}
	box, err := server.Connect(ctx)
	if err != nil {
		return nil, errors.Join(err, server.Close())
	}
	h := &Host{config: config, server: server, box: box, stop: func() {}, ended: make(chan struct{})}
	h.silent = func() error { return nil }
	if config.Metrics != "" {
		if _, h.silent, err = hub.ServeMetrics(box, config.Metrics); err != nil {
			box.Close()
			return nil, errors.Join(err, server.Close())
		}
	}
	for _, kind := range config.Kinds {
		// A worker looks for a kind that is not open less and less often, so its first games would begin later.
		if err := box.Open(ctx, kind.Name, hub.DefaultSilence); err != nil {
			_ = h.silent()
			box.Close()
			return nil, errors.Join(err, server.Close())
		}
	}
	working, stop := context.WithCancel(context.WithoutCancel(ctx))
	h.stop = stop
	if config.Listen != "" {
		h.guarded.Go(func() { hub.Guard(working, server, box) })
	}
	if config.Threads < 1 {
		close(h.ended)
		return h, nil
	}
	if config.Listen != "" {
		config.Device = nil
	}
	go func() {
		defer close(h.ended)
		// It ends with working, and says why a ticket failed to the hub, which reports it.
		_ = worker.Run(working, box, worker.Config{
			Name: own, Kinds: config.Kinds, Threads: config.Threads, Device: config.Device,
		})
	}()
	return h, nil
}

// Port is the number of the hub's port; 0 for none.
func (h *Host) Port() int { return h.server.Port() }

// Box is a connection to the hub.
func (h *Host) Box() *mailbox.Box { return h.box }

// Machines are the workers of the hub, for orders in a name; see [hub.Orderer].
func (h *Host) Machines(name string) *hub.Machines {
	by := hub.Orderer{Name: name, Report: h.config.Report, Trusted: h.Trusted()}
	if h.config.Listen == "" {
		by.Each = hub.DefaultEach
	}
	return hub.NewMachines(h.box, by)
}

// Trusted is the worker whose games need no check: that of this process while there is no other one. Empty for none.
func (h *Host) Trusted() string {
	if h.config.Listen == "" {
		return own
	}
	return ""
}

// Close ends the worker, which gives back what it has in hand, and the hub. What lies there stays for the next
// host of the folder, unless there was no port.
func (h *Host) Close() error {
	return errors.Join(h.end(), h.server.Close())
}

// Discard does the same when all games have been made: what still lies at the hub, of orders that were given up,
// is removed.
func (h *Host) Discard() error {
	return errors.Join(h.end(), h.server.Discard())
}

func (h *Host) end() error {
	h.stop()
	<-h.ended
	h.guarded.Wait()
	defer h.box.Close()
	return h.silent()
}
