package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/nets"
)

// Config is how a worker works.
type Config struct {
	// Name is what the hub calls it: letters, digits, - and _.
	Name string
	// Kinds are the work that it takes.
	Kinds work.Kinds
	// Threads is how many threads play.
	Threads int
	// Device is where networks are computed; nil for the CPU.
	Device nets.Device
	// Programs are the commands of other programs that its owner allows in games, for people.
	Programs []string
	// Cache keeps models; nil for none.
	Cache *Cache
	// Report hears of what people should know; nil for nobody.
	Report func(text string)
	// Show lets others see the games under way of kinds of work that have something to see, about once a second.
	Show bool
	// Done is called after each ticket, with its number of games; nil for nobody.
	Done func(games int)
}

// MaxDeliveries is how many workers may get a ticket before one says that it cannot be done.
const MaxDeliveries = 10

// About is what a worker says of itself.
type About struct {
	Version  string  `json:"version"`
	Protocol int     `json:"protocol"`
	Threads  int     `json:"threads"`
	Games    int     `json:"games"` // since it began
	PerHour  float64 `json:"games_per_hour"`
	// Programs are the commands that its games may run.
	Programs []string `json:"programs,omitempty"`
}

// announceEvery is how often a worker says that it is there.
const announceEvery = 20 * time.Second

// Farewell is how long a worker that shall end may take to store what is done.
const Farewell = 10 * time.Second

// Run plays until ctx ends, and returns its error, or until the hub shuts the worker out.
func Run(ctx context.Context, box *mailbox.Box, config Config) error {
	if config.Report == nil {
		config.Report = func(string) {}
	}
	if config.Done == nil {
		config.Done = func(int) {}
	}
	w := &worker{
		box: box, me: box.Author(config.Name), config: config, tray: newTray(), began: time.Now(),
		room: make(chan struct{}, maxDelivering),
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	var others sync.WaitGroup
	others.Go(func() {
		select {
		case <-box.Ended():
			end(mailbox.ErrShutOut)
		case <-ctx.Done():
		}
	})
	for _, kind := range config.Kinds {
		others.Go(func() { w.fetch(ctx, kind.Name) })
	}
	others.Go(func() { w.announce(ctx) })
	defer others.Wait()
	defer w.delivering.Wait()
	for {
		first, err := w.tray.first(ctx)
		if err != nil {
			return err
		}
		w.session(ctx, first)
	}
}

// worker is one that works.
type worker struct {
	box    *mailbox.Box
	me     mailbox.Author
	config Config
	tray   *tray
	began  time.Time

	delivering sync.WaitGroup // of bundles to the hub
	room       chan struct{}  // for those

	mu    sync.Mutex
	games int
}

// hand is a ticket in hand.
type hand struct {
	task    *mailbox.Task
	ticket  ticket.Ticket
	letGo   context.CancelFunc // ends the holding
	games   [][]byte
	begun   int
	missing int
	taken   chan struct{} // closed when it leaves the tray
}

// fetch has the next ticket of a kind ready.
func (w *worker) fetch(ctx context.Context, kind string) {
	for ctx.Err() == nil {
		task, err := w.box.Take(ctx, kind)
		if err != nil {
			if ctx.Err() == nil {
				w.config.Report(fmt.Sprintf("no ticket: %v", err))
			}
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
			continue
		}
		t, err := ticket.Decode(task.Data)
		if err == nil && task.Deliveries > MaxDeliveries {
			err = fmt.Errorf("%d workers took these games and did not bring them", MaxDeliveries)
		}
		if err != nil {
			w.fail(ctx, task, err)
			continue
		}
		h := &hand{
			task: task, ticket: t, games: make([][]byte, t.Count), missing: t.Count, taken: make(chan struct{}),
		}
		var holding context.Context
		holding, h.letGo = context.WithCancel(context.WithoutCancel(ctx))
		go task.Hold(holding)
		if !w.tray.put(ctx, h) {
			h.giveBack()
		}
	}
}

// giveBack lets another worker have the ticket.
func (h *hand) giveBack() {
	h.letGo()
	_ = h.task.Return() // else it comes back when this worker has been silent long enough
}

// fail says that a ticket cannot be done.
func (w *worker) fail(ctx context.Context, task *mailbox.Task, why error) {
	w.config.Report(fmt.Sprintf("ticket %s: %v", task.Name, why))
	if err := task.Fail(ctx, w.me, why.Error()); err != nil && ctx.Err() == nil {
		w.config.Report(fmt.Sprintf("ticket %s: %v", task.Name, err))
	}
}

// announce says again and again that the worker is there.
func (w *worker) announce(ctx context.Context) {
	tick := time.NewTicker(announceEvery)
	defer tick.Stop()
	for {
		w.mu.Lock()
		about := About{
			Version: version.String(), Protocol: ticket.Protocol, Threads: w.config.Threads, Games: w.games,
			PerHour: float64(w.games) / time.Since(w.began).Hours(), Programs: w.config.Programs,
		}
		w.mu.Unlock()
		if data, err := json.Marshal(about); err == nil {
			_ = w.box.Announce(ctx, w.me, data) // the next one may arrive
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
