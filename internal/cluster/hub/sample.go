package hub

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/trust"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/version"
)

// sample is games of a bundle that others play again.
type sample struct {
	ticket     ticket.Ticket // for those who play
	index      int           // of the bundle's ticket on the grid
	of         mailbox.Author
	arithmetic string
	version    string
	accounts   []trust.Account         // of those who have played, the bundle's worker first
	offered    map[mailbox.Author]bool // who may have been asked
	out        map[mailbox.Author]bool // who is asked no more
	answered   map[mailbox.Author]bool // of those: who has said something, late or not
	asked      mailbox.Author          // who plays
	since      time.Time               // when it was asked; zero while nobody is
	judged     bool                    // this process plays
	over       bool
}

// answer is what came of asking for a sample.
type answer struct {
	sample  *sample
	round   int            // accounts when it was asked
	taken   mailbox.Author // who plays it; nobody if empty
	judge   bool           // this process was asked
	account *trust.Account // of this process, which has played
	err     error          // why it has not
}

// A sample may take sampleTime times the silence of a worker, or so many times the longest bundle of the run. At its
// worker it waits for the tickets in hand, and for other samples. Workers say how long a bundle took, and mostTook
// bounds what is believed.
const (
	sampleTime = 10
	mostTook   = 3 * time.Hour
)

// draw has others play games of a bundle again, if the draw says so.
func (c *collector) draw(ctx context.Context, i int) error {
	a := c.early[i]
	by := a.result.Author
	if c.draws == nil || c.trusts(by) || c.suspended[by] > 0 {
		return nil
	}
	if newcomer := c.conduct[by].Good == 0 && !c.disputed[by]; !c.draws.Next(newcomer) {
		return nil
	}
	all, err := c.workers(ctx)
	if err != nil {
		return err
	}
	t := a.bundle.Ticket
	first, count := c.draws.Part(t.Count)
	c.checks++
	s := &sample{
		ticket: ticket.Ticket{
			Run: t.Run, Kind: t.Kind, First: t.First + first, Count: count, Attempt: t.Attempt, Check: c.checks,
			Spec: c.job.Spec,
		},
		index: i, of: by, arithmetic: a.bundle.Arithmetic,
		version: cmp.Or(a.bundle.Version, all[by].Version), // older bundles have none
		offered: map[mailbox.Author]bool{}, out: map[mailbox.Author]bool{by: true},
		answered: map[mailbox.Author]bool{},
	}
	peers, err := c.peers(ctx, s)
	if err != nil {
		return err
	}
	if len(peers) == 0 {
		if len(all) > 1 && s.version != "" && !c.alone[by] {
			c.alone[by] = true
			c.job.Report(fmt.Sprintf("no other worker computes as worker %s does (%s), so nobody can confirm its games",
				by, s.arithmetic))
		}
		return nil
	}
	account, err := c.account(by, s.ticket.First, a.bundle.Games[first:first+count])
	if err != nil {
		return err
	}
	s.accounts = []trust.Account{account}
	c.draws.Taken()
	c.samples[s.ticket.Name()] = s
	c.suspended[by]++
	return c.ask(ctx, s, peers)
}

// account is what a worker says of games.
func (c *collector) account(by mailbox.Author, first int, games [][]byte) (trust.Account, error) {
	a := trust.Account{By: by}
	for k, game := range games {
		text, err := c.job.Work.Essence(first+k, game)
		if err != nil {
			return a, err
		}
		a.Games = append(a.Games, text)
	}
	return a, nil
}

// ask has one of some workers play a sample.
func (c *collector) ask(ctx context.Context, s *sample, peers []mailbox.Author) error {
	data, err := s.ticket.Encode()
	if err != nil {
		return err
	}
	s.since = time.Time{}
	for _, p := range peers {
		s.offered[p] = true
	}
	reply := answer{sample: s, round: len(s.accounts)}
	c.asking.Go(func() {
		for _, p := range peers {
			if c.box.Order(ctx, p, data) == nil {
				reply.taken = p
				break
			}
		}
		c.reply(ctx, reply)
	})
	return nil
}

func (c *collector) reply(ctx context.Context, a answer) {
	select {
	case c.answers <- a:
	case <-ctx.Done():
	}
}

// askOthers has somebody else play a sample.
func (c *collector) askOthers(ctx context.Context, s *sample) error {
	peers, err := c.peers(ctx, s)
	if err != nil {
		return err
	}
	if len(peers) > 0 {
		return c.ask(ctx, s, peers)
	}
	return c.heard(ctx, answer{sample: s, round: len(s.accounts)})
}

// heard goes on when somebody has been asked for a sample.
func (c *collector) heard(ctx context.Context, a answer) error {
	s := a.sample
	switch {
	case s.over || !a.judge && (s.judged || a.round != len(s.accounts)):
		return nil
	case a.account != nil:
		s.judged = false
		s.accounts = append(s.accounts, *a.account)
		return c.decide(ctx, s)
	case s.answered[a.taken]: // before this was heard, and others are asked
		return nil
	case a.taken != mailbox.Author{}:
		s.asked, s.since = a.taken, time.Now()
		return nil
	case len(s.accounts) == 1: // nobody can confirm it
		c.release(s)
		return c.advance(ctx)
	case a.err == nil && s.arithmetic == work.Arithmetic(nil) && s.version == version.String():
		s.since, s.judged = time.Time{}, true
		reply := answer{sample: s, judge: true}
		c.asking.Go(func() {
			reply.account, reply.err = c.play(ctx, s.ticket)
			c.reply(ctx, reply)
		})
		return nil
	}
	return c.giveUp(ctx, s, a.err)
}

// play plays the games of a sample in this process.
func (c *collector) play(ctx context.Context, t ticket.Ticket) (*trust.Account, error) {
	games := make([][]byte, t.Count)
	begun, missing := 0, t.Count
	next := func() (int, bool) {
		if begun == t.Count {
			return 0, false
		}
		begun++
		return t.First + begun - 1, true
	}
	tools := work.Tools{Model: c.box.Model, Threads: runtime.GOMAXPROCS(0)}
	err := c.job.Work.Play(ctx, tools, next, func(game int, data []byte) error {
		games[game-t.First] = data
		missing--
		return nil
	})
	if err == nil && missing > 0 {
		err = fmt.Errorf("%d games were not played", missing)
	}
	if err != nil {
		return nil, err
	}
	a, err := c.account(mailbox.Author{}, t.First, games)
	if err != nil {
		return nil, err
	}
	a.Known = true
	return &a, nil
}

// answered takes what a worker has played of a sample.
func (c *collector) answered(ctx context.Context, s *sample, r mailbox.Result) error {
	if !s.offered[r.Author] {
		return c.extra(ctx, r.Author)
	}
	if s.answered[r.Author] {
		return nil
	}
	late := s.out[r.Author] // somebody else was asked in its place, and is at it
	s.out[r.Author], s.answered[r.Author] = true, true
	account, err := c.confirms(ctx, s, r)
	switch {
	case err != nil:
		return err
	case account != nil:
		s.accounts = append(s.accounts, *account)
		return c.decide(ctx, s)
	case late:
		return nil
	}
	return c.askOthers(ctx, s)
}

// confirms is what a worker says of a sample; nil if that is of no use.
func (c *collector) confirms(ctx context.Context, s *sample, r mailbox.Result) (*trust.Account, error) {
	if r.Fault || c.barred(r.Author) {
		return nil, nil
	}
	b, err := c.inspect(r)
	if err != nil {
		return nil, c.strike(ctx, r.Author, err)
	}
	if b.Arithmetic != s.arithmetic || b.Version != "" && b.Version != s.version { // it has begun anew meanwhile
		return nil, nil
	}
	account, err := c.account(r.Author, s.ticket.First, b.Games)
	return &account, err
}

// decide says who of those who have played is right, or has somebody else play.
func (c *collector) decide(ctx context.Context, s *sample) error {
	odd, decided := trust.Verdict(s.accounts...)
	switch {
	case !decided && (s.judged || !s.since.IsZero() && !s.answered[s.asked]):
		return nil // somebody is still at it
	case !decided && len(s.accounts) == 2:
		return c.askOthers(ctx, s)
	case !decided && !s.accounts[len(s.accounts)-1].Known:
		// A third worker was no help, so this process plays.
		return c.heard(ctx, answer{sample: s, round: len(s.accounts)})
	case !decided:
		return c.giveUp(ctx, s, nil)
	}
	c.release(s)
	good := trust.Compared(s.accounts[0], s.accounts[1:]...)
	for _, by := range odd {
		good = good && by != s.of
		if err := c.change(ctx, by, func(conduct *trust.Conduct) { conduct.Differ(s.differs(by)) }); err != nil {
			return err
		}
	}
	if good {
		delete(c.kept, s.of)
		if err := c.change(ctx, s.of, func(conduct *trust.Conduct) { conduct.Good++ }); err != nil {
			return err
		}
	}
	return c.advance(ctx)
}

// differs says who contradicts a worker.
func (s *sample) differs(odd mailbox.Author) string {
	var others []string
	for _, a := range s.accounts {
		switch {
		case a.Known:
			others = append(others, "the hub")
		case a.By != odd:
			others = append(others, "worker "+a.By.String())
		}
	}
	return fmt.Sprintf("its games %s are not those that %s played from the same seeds", s.games(),
		strings.Join(others, " and "))
}

// games are the numbers of the games.
func (s *sample) games() string {
	return fmt.Sprintf("%d to %d", s.ticket.First, s.ticket.First+s.ticket.Count-1)
}

// giveUp ends a sample that nobody can decide. The bundle is played again, and the run goes on.
func (c *collector) giveUp(ctx context.Context, s *sample, why error) error {
	var names []string
	said := true
	for _, a := range s.accounts {
		names = append(names, a.By.String())
		said = said && c.disputed[a.By]
		c.disputed[a.By] = true
	}
	if !said {
		text := fmt.Sprintf("workers %s have played games %s differently from the same seeds, and nobody is there who "+
			"could say which of them is wrong; start another worker that computes as they do (%s)",
			strings.Join(names, " and "), s.games(), s.arithmetic)
		if why != nil {
			text += fmt.Sprintf("; the hub could not play them itself: %v", why)
		}
		c.job.Report(text)
	}
	c.release(s)
	if a, ok := c.early[s.index]; ok && a.result.Author == s.of {
		delete(c.early, s.index)
		if !a.removed {
			if err := c.results.Remove(ctx, a.result); err != nil {
				return err
			}
		}
		if err := c.reissue(ctx, s.index); err != nil {
			return err
		}
	}
	return c.advance(ctx)
}

// release ends a sample.
func (c *collector) release(s *sample) {
	if s.over {
		return
	}
	s.over = true
	delete(c.samples, s.ticket.Name())
	if c.suspended[s.of]--; c.suspended[s.of] == 0 {
		delete(c.suspended, s.of)
	}
}

// look sees whether those who play samples are still there, and what other commands have found out.
func (c *collector) look(ctx context.Context) error {
	if err := c.readBook(ctx); err != nil || len(c.samples) == 0 {
		return err
	}
	all, err := c.workers(ctx)
	if err != nil {
		return err
	}
	for _, s := range c.samples {
		_, there := all[s.asked]
		limit := sampleTime * max(c.job.Silence, c.longest)
		if s.since.IsZero() || there && !c.barred(s.asked) && time.Since(s.since) < limit {
			continue
		}
		s.out[s.asked] = true
		if err := c.askOthers(ctx, s); err != nil {
			return err
		}
	}
	return nil
}
