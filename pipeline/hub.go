package pipeline

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/host"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	clusterwork "github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/match"
)

// Hub is how the games of a chain find their players. The zero value plays them in this process alone.
type Hub struct {
	// Listen is the address at which workers of other machines find the chain, as 0.0.0.0:4222; empty for
	// none.
	Listen string
	// Reach connects to a server that keeps the mail in place of this process; nil for none. Name is what no other
	// chain at that server is called.
	Reach func(context.Context) (*mailbox.Box, error)
	Name  string
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

// shared says that workers of other machines can come.
func (h *Hub) shared() bool { return h.Listen != "" || h.Reach != nil }

// HubDir is where a chain keeps the keys of its hub, and games and models on their way.
const HubDir = "hub"

// hub is the hub of the chain, begun when a stage first wants it.
func (w *work) hub(ctx context.Context) (*host.Host, error) {
	if w.host != nil {
		return w.host, nil
	}
	h := &w.opt.Hub
	config := host.Config{
		Dir: filepath.Join(w.opt.Dir, HubDir), Reach: h.Reach, Name: h.Name, Listen: h.Listen, Metrics: h.Metrics,
		MaxBytes: h.MaxBytes,
		Kinds:    slices.Concat(clusterwork.Plain(), games.Kinds(w.programs())),
		Threads:  h.Threads, Device: w.opt.Device, Report: w.opt.Watch.Notice,
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

// programs are the commands of players from outside the chain, which the worker of this process may run.
func (w *work) programs() games.Programs {
	var texts []string
	for _, name := range sortedKeys(w.cfg.Tournament().Others) {
		texts = append(texts, w.cfg.Tournament().Others[name])
	}
	return games.CommandsOf(texts...)
}

// order has the games of matches played, those in a folder of a stage.
func (w *work) order(ctx context.Context, dir string) (*games.Order, error) {
	h, err := w.hub(ctx)
	if err != nil {
		return nil, err
	}
	return &games.Order{
		Box: h.Box(), Name: h.Named(dir), Lasting: true, PlayerSeed: w.cfg.Seed, Threads: 1, Trusted: h.Trusted(),
		Report: w.opt.Watch.Notice,
	}, nil
}

// elsewhere plays an order. The players' strings are those of the chain, with stages for folders.
func (w *work) elsewhere(o *games.Order) match.Elsewhere {
	return func(
		ctx context.Context, config match.Config, sides [2]match.Side, done map[int]bool,
		finished func(*match.Game) error,
	) error {
		for k := range sides {
			sides[k].Text = w.located(sides[k].Text)
		}
		return o.Play(ctx, config, sides, done, finished)
	}
}

// machines play the games of a stage.
func (w *work) machines(ctx context.Context, stage string) (*hub.Machines, error) {
	h, err := w.hub(ctx)
	if err != nil {
		return nil, err
	}
	return h.Machines(w.path(stage)), nil
}

// abandon removes from the hub what a stage that is done has left there: it may have been interrupted, and then done
// without this hub. Otherwise workers would play its games for nothing.
func (w *work) abandon(ctx context.Context, stage string) {
	if w.host == nil {
		return
	}
	if err := hub.Abandon(ctx, w.host.Box(), w.host.Named(w.path(stage))); err != nil && ctx.Err() == nil {
		w.opt.Watch.Notice(fmt.Sprintf("games of %s that nobody needs stay at the hub: %v; tengen hub status lists "+
			"them, and tengen hub drop removes them", stage, err))
	}
}

// openHub begins the hub if other machines shall find it.
func (w *work) openHub(ctx context.Context) error {
	if !w.opt.Hub.shared() {
		if w.opt.Hub.Alone {
			return &ConfigError{errors.New("all games shall go to other machines, but there is no port for them")}
		}
		return nil
	}
	h, err := w.hub(ctx)
	if err == nil && w.opt.Hub.Ready != nil && h.Port() != 0 {
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
