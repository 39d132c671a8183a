package hub

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
)

// guardEvery is how often a guard looks, and guardGrace how long a barred worker has to read why before its key opens
// nothing any more.
const (
	guardEvery = 5 * time.Second
	guardGrace = time.Minute
)

// Guard looks after the workers of a hub.
type Guard struct {
	// Box is a connection of the owner.
	Box *mailbox.Box
	// Server shuts workers out; nil if the mail lies at a server elsewhere.
	Server *mailbox.Server
	// Own is the worker of this process, of which nobody needs to hear; empty for none.
	Own string
	// Collects says that the games are collected in this process, which reports what it refuses.
	Collects bool
	// Report hears when a worker comes, goes, is refused or loses its rights; nil for nobody.
	Report func(text string)

	every, grace time.Duration // 0 for guardEvery and guardGrace
}

// Run looks until ctx ends. Named workers that get no more tickets are shut out. Those with a shared key cannot be shut
// out alone: their bundles are refused.
func (g Guard) Run(ctx context.Context) {
	if g.every == 0 {
		g.every, g.grace = guardEvery, guardGrace
	}
	if g.Report == nil {
		g.Report = func(string) {}
	}
	seen := visitors{guard: &g, shut: map[string]time.Time{}}
	tick := time.NewTicker(g.every)
	defer tick.Stop()
	for {
		seen.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// visitors is what a guard has seen.
type visitors struct {
	guard   *Guard
	here    map[mailbox.Author]bool
	conduct map[mailbox.Author]trust.Conduct // nil before the first look
	shut    map[string]time.Time             // when it was seen that a key shall be shut out
}

// look looks once. If the hub does not answer, the next look may have an answer.
func (v *visitors) look(ctx context.Context) {
	present, _, err := v.guard.Box.Present(ctx)
	if err != nil {
		return
	}
	v.greet(present)
	all, err := trust.OpenBook(v.guard.Box).All(ctx)
	if err != nil {
		return
	}
	if v.conduct != nil && !v.guard.Collects {
		v.judge(all)
	}
	v.conduct = all
	if v.guard.Server != nil {
		v.shutOut(all)
	}
}

// greet says who came and who went.
func (v *visitors) greet(present map[mailbox.Author]mailbox.Note) {
	var said []string
	now := map[mailbox.Author]bool{}
	for by, note := range present {
		if by.Role == mailbox.Owner && by.Name == v.guard.Own {
			continue
		}
		now[by] = true
		if !v.here[by] {
			said = append(said, greeting(by, note.Data))
		}
	}
	for by := range v.here {
		if !now[by] {
			said = append(said, fmt.Sprintf("worker %s is gone", by))
		}
	}
	v.here = now
	slices.Sort(said)
	for _, text := range said {
		v.guard.Report(text)
	}
}

// greeting is what people hear of a worker that came.
func greeting(by mailbox.Author, data []byte) string {
	about, err := parseAbout(data)
	switch {
	case err != nil:
		return fmt.Sprintf("worker %s came, and what it says of itself cannot be read; install the same version "+
			"there", by)
	case about.Protocol != ticket.Protocol:
		return fmt.Sprintf("worker %s was refused: its protocol is %d (tengen %s), the hub's %d; install the same "+
			"version everywhere", by, about.Protocol, about.Version, ticket.Protocol)
	}
	return fmt.Sprintf("worker %s came: tengen %s, threads: %d", by, about.Version, about.Threads)
}

// judge names the workers with refused bundles since the last look, and those that get no more tickets.
func (v *visitors) judge(all map[mailbox.Author]trust.Conduct) {
	for _, by := range slices.SortedFunc(maps.Keys(all), func(a, b mailbox.Author) int {
		return strings.Compare(a.Key(), b.Key())
	}) {
		now, before := all[by], v.conduct[by]
		if now.Strikes() > before.Strikes() {
			v.guard.Report(fmt.Sprintf("a bundle was refused: %s", now.Last))
		}
		if now.Barred != "" && before.Barred == "" {
			v.guard.Report(fmt.Sprintf("worker %s gets no more tickets: %s", by, now.Barred))
		}
	}
}

// shutOut shuts out the workers with a name that get no more tickets.
func (v *visitors) shutOut(all map[mailbox.Author]trust.Conduct) {
	of := v.guard.Server.Workers()
	for by, conduct := range all {
		key := of[by.Name]
		if by.Role != mailbox.Named || conduct.Barred == "" || key == "" {
			continue
		}
		if v.shut[key].IsZero() {
			v.shut[key] = time.Now()
		}
		if time.Since(v.shut[key]) >= v.guard.grace {
			_ = v.guard.Server.ShutOut(key) // the next look tries again
		}
	}
}

// partTime is how long a hub that ends waits for its workers.
const partTime = 3 * time.Second

// Part says to the workers of a hub that it ends. If all games are made it waits until they are gone.
func Part(ctx context.Context, box *mailbox.Box, how ticket.Parting) {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), partTime)
	defer stop()
	data, err := how.Encode()
	if err != nil {
		return
	}
	workers, err := box.Workers(ctx)
	if err != nil {
		return // they see that the hub is away
	}
	var all sync.WaitGroup
	for by := range workers {
		all.Go(func() { _ = box.Order(ctx, by, data) }) // it may be gone, or of an older version
	}
	all.Wait()
	for how == ticket.Finished && len(workers) > 0 && ctx.Err() == nil {
		time.Sleep(partTime / 100)
		if workers, err = box.Workers(ctx); err != nil {
			return
		}
	}
}
