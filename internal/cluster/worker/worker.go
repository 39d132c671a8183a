package worker

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
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
	// Busy hears when games begin, and when there are none to play; nil for nobody. It begins without games.
	Busy func(busy bool)

	patience time.Duration // with games that do not move; 0 for leastPatience
	every    time.Duration // that it says that it is there; 0 for announceEvery
}

// MaxDeliveries is how many workers may get a ticket before one says that it cannot be done.
const MaxDeliveries = 10

// About is what a worker says of itself.
type About struct {
	Version  string  `json:"version"`
	Protocol int     `json:"protocol"`
	Threads  int     `json:"threads"`
	Games    int     `json:"games"`          // since it began
	PerHour  float64 `json:"games_per_hour"` // of the time with games
	// Arithmetic is how it computes: see work.Arithmetic.
	Arithmetic string `json:"arithmetic"`
	// Kinds are the names of the work that it takes.
	Kinds []string `json:"kinds"`
	// Holding is how many tickets it has in hand, by run.
	Holding map[string]int `json:"holding,omitempty"`
	// Programs are the commands that its games may run.
	Programs []string `json:"programs,omitempty"`
}

// Farewell is how long a worker that shall end may take to store what is done.
const Farewell = 10 * time.Second

// ErrFinished says that the hub has all games, and ends.
var ErrFinished = errors.New("the hub has all its games")

// Run plays until ctx ends, and returns its error, or until the hub shuts the worker out. The error is ErrFinished when
// the hub wants no more games of anybody.
func Run(ctx context.Context, box *mailbox.Box, config Config) error {
	if config.Report == nil {
		config.Report = func(string) {}
	}
	if config.Done == nil {
		config.Done = func(int) {}
	}
	if config.Busy == nil {
		config.Busy = func(bool) {}
	}
	w := &worker{
		box: box, me: box.Author(config.Name), config: config, tray: newTray(),
		room: make(chan struct{}, maxDelivering), holding: map[string]int{}, failed: map[string]int{},
		news: make(chan struct{}, 1),
		seat: seat{
			box: box, me: box.Author(config.Name), every: cmp.Or(config.every, announceEvery), report: config.Report,
		},
		pulse: pulse{least: cmp.Or(config.patience, leastPatience), longest: map[string]time.Duration{}},
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	lasting, give := context.WithCancelCause(context.WithoutCancel(ctx))
	defer give(nil)
	defer context.AfterFunc(ctx, func() { time.AfterFunc(Farewell, func() { give(errFarewell) }) })()
	w.lasting = lasting
	defer w.leave(ctx)
	if err := w.look(ctx); err != nil {
		return box.Final(err)
	}
	var others sync.WaitGroup
	stop, err := box.Orders(w.me, func(data []byte) bool {
		if how, ok := ticket.DecodeParting(data); ok {
			w.part(how, end)
			return true
		}
		return w.order(ctx, data, others.Go)
	})
	if err != nil {
		return box.Final(err)
	}
	defer stop()
	others.Go(func() {
		select {
		case <-box.Ended():
			end(box.Final(nil))
		case <-ctx.Done():
		}
	})
	for _, kind := range config.Kinds {
		others.Go(func() { w.fetch(ctx, kind.Name) })
	}
	others.Go(func() { w.watch(ctx, end) })
	defer others.Wait()
	defer w.delivering.Wait()
	for {
		first, err := w.tray.first(ctx)
		if err != nil {
			return err
		}
		w.busy(true)
		w.session(ctx, first)
		w.busy(false)
	}
}

// worker is one that works.
type worker struct {
	box    *mailbox.Box
	me     mailbox.Author
	config Config
	tray   *tray
	pulse  pulse
	seat   seat
	// foreign says that the hub speaks another protocol. Then people should see for a while that the worker came.
	foreign bool

	delivering sync.WaitGroup  // of bundles to the hub
	room       chan struct{}   // for those
	lasting    context.Context // of them: it ends some time after the work has

	mu      sync.Mutex
	games   int
	work    stopwatch      // of the time with games
	holding map[string]int // tickets in hand, by run
	noted   map[string]int // these as the worker has said last
	news    chan struct{}  // it has a ticket of a run of which it has said nothing
	ordered int            // tickets of orders that wait
	failed  map[string]int // tickets of a kind that it could not play, one after the other
}

// hand is a ticket in hand.
type hand struct {
	task    *mailbox.Task
	ticket  ticket.Ticket
	since   time.Time          // when it was taken
	letGo   context.CancelFunc // ends the holding
	games   [][]byte
	begun   int
	missing int
	taken   chan struct{} // closed when it leaves the tray
	beat    beat          // of the worker's pulse
}

// fetch has the next ticket of a kind ready.
func (w *worker) fetch(ctx context.Context, kind string) {
	for ctx.Err() == nil {
		w.rest(ctx, kind)
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
		h := w.hand(ctx, task, t)
		if !w.tray.put(ctx, h) {
			h.giveBack()
		}
	}
}

// The rests after tickets that a worker could not play: doubled from the first to the last. It may lack what others
// have, and shall not take all tickets from them.
const (
	firstRest = time.Second / 4
	lastRest  = time.Minute
)

// rest waits after tickets of a kind that failed.
func (w *worker) rest(ctx context.Context, kind string) {
	w.mu.Lock()
	n := w.failed[kind]
	w.mu.Unlock()
	if n == 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(min(firstRest<<min(n-1, 10), lastRest)):
	}
}

// hand takes a ticket in hand.
func (w *worker) hand(ctx context.Context, task *mailbox.Task, t ticket.Ticket) *hand {
	h := &hand{
		task: task, ticket: t, since: time.Now(), games: make([][]byte, t.Count), missing: t.Count,
		taken: make(chan struct{}),
	}
	holding, letGo := context.WithCancel(context.WithoutCancel(ctx))
	w.hold(t.Run, 1)
	h.letGo = sync.OnceFunc(func() {
		letGo()
		w.hold(t.Run, -1)
	})
	w.pulse.took(h)
	go task.Hold(holding, w.goesOn(h))
	return h
}

// goesOn asks whether the games of a ticket go on. The first time that they do not, people hear of it.
func (w *worker) goesOn(h *hand) func() bool {
	said := false
	return func() bool {
		still, stands := w.pulse.stands(h)
		if stands && !said {
			said = true
			w.config.Report(fmt.Sprintf("ticket %s: its games have not moved for %v, so another worker may get it; if "+
				"this lasts, start this worker again", h.task.Name, still.Round(time.Minute)))
		}
		return !stands
	}
}

// part hears that the hub ends.
func (w *worker) part(how ticket.Parting, end context.CancelCauseFunc) {
	if how == ticket.Finished {
		end(ErrFinished)
		return
	}
	w.config.Report("the hub was stopped; this worker waits for it, and goes on when it is back")
}

// hold counts tickets in hand.
func (w *worker) hold(run string, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.holding[run] += n; w.holding[run] == 0 {
		delete(w.holding, run)
	}
	if w.holding[run] > 0 && w.noted[run] == 0 {
		select {
		case w.news <- struct{}{}:
		default:
		}
	}
}

// maxOrdered bounds the tickets of orders that wait.
const maxOrdered = 4

// order takes a ticket that is for this worker alone: a sample of another worker's games. It does not wait.
func (w *worker) order(ctx context.Context, data []byte, begin func(func())) bool {
	t, err := ticket.Decode(data)
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil || ctx.Err() != nil || w.ordered >= maxOrdered {
		return false
	}
	w.ordered++
	begin(func() {
		task := w.box.Task(mailbox.Address{Kind: t.Kind, Run: t.Run, Name: t.Name()}, data)
		h := w.hand(ctx, task, t)
		if !w.tray.put(ctx, h) {
			h.giveBack() // the hub asks another worker when this one is gone
		}
		w.mu.Lock()
		w.ordered--
		w.mu.Unlock()
	})
	return true
}

// giveBack lets another worker have the ticket.
func (h *hand) giveBack() {
	h.letGo()
	_ = h.task.Return() // else it comes back when this worker has been silent long enough
}

// fail says that a ticket cannot be done.
func (w *worker) fail(ctx context.Context, task *mailbox.Task, why error) {
	w.config.Report(fmt.Sprintf("ticket %s: %v", task.Name, why))
	w.mu.Lock()
	w.failed[task.Kind]++
	w.mu.Unlock()
	if err := task.Fail(ctx, w.me, why.Error()); err != nil && ctx.Err() == nil {
		w.config.Report(fmt.Sprintf("ticket %s: %v", task.Name, err))
	}
}

// soonTime is how soon a worker says what cannot wait until it speaks the next time: that it has tickets of another
// run, so that their owner hears of it if the worker is killed; and what the hub could not take.
const soonTime = 2 * time.Second

// watch says again and again that the worker is there, and ends its work when the hub wants no more of it.
func (w *worker) watch(ctx context.Context, end context.CancelCauseFunc) {
	tick := time.NewTicker(w.seat.every)
	defer tick.Stop()
	var soon <-chan time.Time
	for n := 0; ; {
		if soon == nil && w.seat.revision == 0 {
			soon = time.After(soonTime)
		}
		look := w.announce
		select {
		case <-ctx.Done():
			return
		case <-w.box.Back(): // perhaps to a server that has begun anew, and does not know who is there
			look, w.seat.revision = w.look, 0
		case <-w.news:
			if soon == nil {
				soon = time.After(soonTime)
			}
			continue
		case <-soon:
			if w.box.Away() {
				soon = nil
				continue
			}
		case <-tick.C:
			if n++; n%askOnceIn == 0 {
				look = w.look
			}
		}
		soon = nil
		if err := look(ctx); err != nil {
			end(err)
			return
		}
	}
}

// lookTime is how long the hub may take to answer before its answer is not waited for.
const lookTime = 5 * time.Second

// askOnceIn is how often a worker that says that it is there also asks whether the hub still wants its games: once in
// so many times. Every question of a thousand workers costs the hub time.
const askOnceIn = 3

// announce says that the worker is there, and what it does. The error says that another worker has its name.
func (w *worker) announce(ctx context.Context) error {
	ctx, stop := context.WithTimeout(ctx, lookTime)
	defer stop()
	data, err := json.Marshal(w.about(time.Now()))
	if err != nil {
		return err
	}
	return w.seat.say(ctx, data)
}

// about is what the worker says of itself at a time.
func (w *worker) about(now time.Time) About {
	w.mu.Lock()
	defer w.mu.Unlock()
	about := About{
		Version: version.String(), Protocol: ticket.Protocol, Threads: w.config.Threads, Games: w.games,
		Programs: w.config.Programs, Arithmetic: work.Arithmetic(w.config.Device), Kinds: w.config.Kinds.Names(),
		Holding: maps.Clone(w.holding),
	}
	if worked := w.work.elapsed(now); worked > 0 {
		about.PerHour = float64(w.games) / worked.Hours()
	}
	w.noted = about.Holding
	return about
}

// look says that the worker is there, and why the hub wants no games of it; nil if it does.
func (w *worker) look(ctx context.Context) error {
	if err := w.announce(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithTimeout(ctx, lookTime)
	defer stop()
	if hello, err := w.box.Hello(ctx); err == nil && hello.Protocol != ticket.Protocol {
		w.foreign = true
		return fmt.Errorf("the hub is tengen %s and speaks protocol %d; this worker is tengen %s and speaks "+
			"protocol %d; install the same version everywhere",
			hello.Version, hello.Protocol, version.String(), ticket.Protocol)
	}
	conduct, err := trust.OpenBook(w.box).Of(ctx, w.me)
	if err == nil && conduct.Barred != "" {
		return fmt.Errorf("the hub takes no more games of worker %s: %s", w.me, conduct.Barred)
	}
	return nil // a hub that is away says nothing
}
