package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// inspector is what a collector knows of its workers.
type inspector struct {
	book    trust.Book
	conduct map[mailbox.Author]trust.Conduct
	spec    string      // digest of the specification
	draws   *trust.Draw // nil if games cannot be compared

	samples   map[string]*sample        // under way, by the name of their tickets
	suspended map[mailbox.Author]int    // samples under way; meanwhile no game of the worker is kept
	kept      map[mailbox.Author][]span // games that are kept, and were not confirmed by a sample since
	disputed  map[mailbox.Author]bool   // that have contradicted another one, and nobody knows who is right
	checks    int                       // the number of the last sample
	longest   time.Duration             // that a worker had a ticket of the run
	answers   chan answer               // whether workers take samples
	asking    sync.WaitGroup
	unwritten []unwritten

	peersAt time.Time // when abouts was read
	abouts  map[mailbox.Author]worker.About
	alone   map[mailbox.Author]bool // it was said that nobody can confirm its games
}

// span is games from first on, below end.
type span struct{ first, end int }

func newInspector(box *mailbox.Box, job *Job) *inspector {
	in := &inspector{
		book: trust.OpenBook(box), conduct: map[mailbox.Author]trust.Conduct{}, samples: map[string]*sample{},
		suspended: map[mailbox.Author]int{}, kept: map[mailbox.Author][]span{}, answers: make(chan answer),
		alone: map[mailbox.Author]bool{}, disputed: map[mailbox.Author]bool{},
	}
	first := job.ticket(0, 0)
	in.spec = first.SpecDigest()
	if job.Work.Exact() {
		in.draws = trust.NewDraw(job.Rand, job.Share, job.Games-job.First, job.tickets()-job.of(job.First))
	}
	return in
}

// trusts says that a worker is in this process, and no other program can be it.
func (c *collector) trusts(by mailbox.Author) bool {
	return by.Role == mailbox.Owner && by.Name == c.job.Trusted
}

func (c *collector) barred(by mailbox.Author) bool {
	conduct := c.conduct[by]
	return conduct.Barred != ""
}

// readBook learns how workers have behaved elsewhere. The games of those that were barred meanwhile are set aside.
func (c *collector) readBook(ctx context.Context) error {
	if err := c.write(ctx); err != nil || len(c.unwritten) > 0 {
		return err
	}
	all, err := c.book.All(ctx)
	if err != nil {
		return err
	}
	for by, now := range all {
		before := c.conduct[by]
		c.conduct[by] = now
		if now.Barred != "" && before.Barred == "" {
			if err := c.setAside(ctx, by); err != nil {
				return err
			}
		}
	}
	return nil
}

// change writes down how a worker behaves. If that bars it people hear of it, and its games are set aside.
func (c *collector) change(ctx context.Context, by mailbox.Author, change func(*trust.Conduct)) error {
	was := c.barred(by)
	now, err := c.book.Change(ctx, by, change)
	if errors.Is(err, mailbox.ErrFull) { // a hub that waited for room would not take out the games that make it
		now, err = c.conduct[by].Clone(), nil
		change(&now)
		c.unwritten = append(c.unwritten, unwritten{by, change})
	}
	if err != nil {
		return err
	}
	c.conduct[by] = now
	if was || now.Barred == "" {
		return nil
	}
	c.job.Report(fmt.Sprintf("the games of worker %s count no more, and it gets no more tickets: %s", by, now.Barred))
	return c.setAside(ctx, by)
}

// unwritten is a change of a worker's conduct that found no room at the hub.
type unwritten struct {
	by     mailbox.Author
	change func(*trust.Conduct)
}

// write writes down what found no room before.
func (c *collector) write(ctx context.Context) error {
	for len(c.unwritten) > 0 {
		u := c.unwritten[0]
		if _, err := c.book.Change(ctx, u.by, u.change); errors.Is(err, mailbox.ErrFull) {
			return nil
		} else if err != nil {
			return err
		}
		c.unwritten = c.unwritten[1:]
	}
	return nil
}

// strike notes a bundle that was refused.
func (c *collector) strike(ctx context.Context, by mailbox.Author, why error) error {
	reason := trust.Illegal
	if refusal := (*trust.Refusal)(nil); errors.As(why, &refusal) {
		reason = refusal.Reason
	}
	return c.change(ctx, by, func(conduct *trust.Conduct) { conduct.Refuse(reason, legible(why.Error())) })
}

// unconfirmed notes that games are kept. They are confirmed when a sample of a later bundle is good.
func (c *collector) unconfirmed(a arrival) {
	t := a.bundle.Ticket
	if c.draws != nil && !c.trusts(a.result.Author) {
		c.kept[a.result.Author] = append(c.kept[a.result.Author], span{t.First, t.First + t.Count})
	}
}

// setAside has the games of a worker played again that no sample has confirmed. Where games that are kept cannot be
// taken back it says which ones these are.
func (c *collector) setAside(ctx context.Context, by mailbox.Author) error {
	var aside []int
	for i, a := range c.early {
		if a.result.Author == by {
			aside = append(aside, i)
		}
	}
	slices.Sort(aside)
	games := 0
	for _, i := range aside {
		a := c.early[i]
		delete(c.early, i)
		games += a.bundle.Ticket.Count
		if !a.removed {
			if err := c.results.Remove(ctx, a.result); err != nil {
				return err
			}
		}
		if err := c.reissue(ctx, i); err != nil {
			return err
		}
	}
	for _, s := range c.samples {
		if s.of == by {
			c.release(s)
		}
	}
	if games > 0 {
		c.job.Report(fmt.Sprintf("%d games of worker %s are set aside, and others play them again", games, by))
	}
	kept := c.kept[by]
	delete(c.kept, by)
	if len(kept) == 0 {
		return nil
	}
	text := fmt.Sprintf("worker %s has played games that were kept before it was found out, and that no sample has "+
		"confirmed: %s; ", by, listed(kept))
	if c.job.Back == nil {
		c.job.Report(text + "to have them played again, begin with a new file or folder")
		return nil
	}
	if err := c.back(ctx, kept[0].first); err != nil {
		return err
	}
	c.job.Report(text + fmt.Sprintf("the games from number %d on are taken back, and others play them again", c.next))
	return nil
}

// back has the games that are kept from a number on played again, by other workers too: a file has no holes. That is
// work done twice, but only once for each bad worker.
func (c *collector) back(ctx context.Context, game int) error {
	if err := c.flush(ctx); err != nil {
		return err
	}
	end := c.job.of(c.next-1) + 1
	var err error
	if c.next, err = c.job.Back(game); err != nil {
		return err
	}
	c.issued = c.job.of(c.next)
	for i := c.issued; i < end; i++ {
		c.attempts[i]++ // bundles of the name before may be on their way
	}
	for by, spans := range c.kept {
		c.kept[by] = slices.DeleteFunc(spans, func(s span) bool { return s.first >= c.next })
	}
	return nil
}

// listed is spans in words, with how many games they have.
func listed(spans []span) string {
	slices.SortFunc(spans, func(a, b span) int { return a.first - b.first })
	var joined []span
	n := 0
	for _, s := range spans {
		n += s.end - s.first
		if k := len(joined); k > 0 && joined[k-1].end == s.first {
			joined[k-1].end = s.end
			continue
		}
		joined = append(joined, s)
	}
	var words []string
	for _, s := range joined {
		words = append(words, fmt.Sprintf("%d to %d", s.first, s.end-1))
	}
	return fmt.Sprintf("%d games, numbers %s", n, strings.Join(words, ", "))
}

// peersTime is how long what workers say of themselves is taken for new.
const peersTime = time.Second

// workers are those at the hub, with what they say of themselves.
func (c *collector) workers(ctx context.Context) (map[mailbox.Author]worker.About, error) {
	if c.abouts != nil && time.Since(c.peersAt) < peersTime {
		return c.abouts, nil
	}
	all, err := c.box.Workers(ctx)
	if err != nil {
		return nil, err
	}
	c.abouts, c.peersAt = map[mailbox.Author]worker.About{}, time.Now()
	for by, data := range all {
		if about, err := parseAbout(data); err == nil { // else it is a worker of another protocol
			c.abouts[by] = about
		}
	}
	return c.abouts, nil
}

// peers are the workers that can confirm a game of another one, in random order, those of this process first. They
// have the same version and arithmetic, take the kind of work, and have not played the game.
func (c *collector) peers(ctx context.Context, s *sample) ([]mailbox.Author, error) {
	all, err := c.workers(ctx)
	if err != nil {
		return nil, err
	}
	var peers []mailbox.Author
	for by, about := range all {
		if !s.out[by] && !c.barred(by) && about.Protocol == ticket.Protocol &&
			about.Arithmetic == s.arithmetic && about.Version == s.version &&
			slices.Contains(about.Kinds, c.job.Work.Kind()) {
			peers = append(peers, by)
		}
	}
	slices.SortFunc(peers, func(a, b mailbox.Author) int { return strings.Compare(a.Key(), b.Key()) })
	c.job.Rand.Shuffle(len(peers), func(i, j int) { peers[i], peers[j] = peers[j], peers[i] })
	slices.SortStableFunc(peers, func(a, b mailbox.Author) int { return here(a) - here(b) })
	return peers, nil
}

// here is 0 for workers of the owner, and 1 for others.
func here(a mailbox.Author) int {
	if a.Role == mailbox.Owner {
		return 0
	}
	return 1
}
