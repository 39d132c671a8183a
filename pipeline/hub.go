package pipeline

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/tengen-go/tengen/internal/cluster/host"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	clusterwork "github.com/tengen-go/tengen/internal/cluster/work"
)

// Hub is how the games of a chain find their players. The zero value plays them in this process alone.
type Hub struct {
	// Listen is the address at which workers of other machines find the chain, as 0.0.0.0:4222; empty for
	// none.
	Listen string
	// Alone leaves all games to other machines.
	Alone bool
	// Threads are those of the worker of this process; 0 for Options.Threads.
	Threads int
	// MaxBytes is how much of games and models is kept on the disk on the way; 0 for three quarters of what
	// is free.
	MaxBytes int64
	// Metrics is the address at which Prometheus finds the metrics of the hub; empty for none.
	Metrics string
	// Ready is called when other machines find the chain, with the number of the port; nil for nobody.
	Ready func(port int)
}

// HubDir is where a chain keeps the keys of its hub, and games and models on their way.
const HubDir = "hub"

// hub is the hub of the chain, begun when a stage first wants it.
func (w *work) hub(ctx context.Context) (*host.Host, error) {
	if w.host != nil {
		return w.host, nil
	}
	h := &w.opt.Hub
	config := host.Config{
		Dir: filepath.Join(w.opt.Dir, HubDir), Listen: h.Listen, Metrics: h.Metrics, MaxBytes: h.MaxBytes,
		Kinds:   clusterwork.Plain(),
		Threads: h.Threads, Device: w.opt.Device, Report: w.opt.Watch.Notice,
	}
	switch {
	case h.Alone:
		config.Threads = 0
	case config.Threads == 0:
		config.Threads = w.opt.Threads
	}
	var err error
	w.host, err = host.Open(ctx, config)
	return w.host, err
}

// machines play the games of a stage.
func (w *work) machines(ctx context.Context, stage string) (*hub.Machines, error) {
	h, err := w.hub(ctx)
	if err != nil {
		return nil, err
	}
	return h.Machines(w.path(stage)), nil
}

// openHub begins the hub if other machines shall find it.
func (w *work) openHub(ctx context.Context) error {
	if w.opt.Hub.Listen == "" {
		if w.opt.Hub.Alone {
			return &ConfigError{errors.New("all games shall go to other machines, but there is no port for them")}
		}
		return nil
	}
	h, err := w.hub(ctx)
	if err == nil && w.opt.Hub.Ready != nil {
		w.opt.Hub.Ready(h.Port())
	}
	return err
}

// closeHub ends it. When the chain is done no games are wanted any more.
func (w *work) closeHub(done bool) error {
	switch {
	case w.host == nil:
		return nil
	case done:
		return w.host.Discard()
	}
	return w.host.Close()
}
