package web

import (
	"context"
	"sync"
	"time"

	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/web/internal/thinking"
	"github.com/tengen-go/tengen/web/internal/wire"
)

// openGame is a game in memory, with those who look at it.
type openGame struct {
	id     string
	server *Server
	text   string // the player string

	// commands come one at a time. mu guards what is below; a thought holds it only to begin and
	// to end.
	commands  sync.Mutex
	mu        sync.Mutex
	used      time.Time // by a page or a program, last
	session   *play.Session
	opponent  player.Player
	at        int // how many changes there were
	thought   *thought
	abandoned bool      // the player would have thought on if somebody had looked
	news      wire.News // of changes
	advice    advice
	clock     turnClock
	failure   string // of the last thought
	teaching  bool
	share     float64 // of a game that a move may lose before the teacher says so
}

// open is a game in memory that nobody looks at yet.
func (s *Server) open(id, text string, session *play.Session, opponent player.Player) *openGame {
	return &openGame{
		id: id, server: s, text: text, session: session, opponent: opponent,
		share: defaultShare,
	}
}

// advice is what the page shows besides the game, until the next move.
type advice struct {
	hints    []play.Hint
	estimate *play.Estimate
	lesson   *lesson
}

// thought is a player, or the teacher, at work.
type thought struct {
	what string // move, hint, lesson
	stop context.CancelFunc
	done chan struct{}
}

// changed has everybody who looks on see the game anew. The caller holds mu.
func (g *openGame) changed() {
	g.at++
	g.runClock()
	g.news.Tell()
}

// goOn has the player think if it is its turn. The caller holds mu.
func (g *openGame) goOn() {
	if g.thought != nil || g.advice.lesson != nil || !g.session.PlayersTurn() {
		return
	}
	var choice player.Choice
	g.think("move", thinking.ThreadsOf(g.text), func(ctx context.Context) (err error) {
		g.restartClock()
		choice, err = g.session.Think(ctx)
		return err
	}, func() error {
		if g.session.Timed() && !g.session.Spend(g.elapsed()) {
			return g.keep()
		}
		if err := g.session.Answer(choice); err != nil {
			return err
		}
		return g.keep()
	})
}

// think starts work, which only looks at the game, and what follows from it. The caller holds mu.
func (g *openGame) think(what string, threads int, work func(context.Context) error, then func() error) {
	ctx, stop := context.WithCancel(g.server.ctx)
	t := &thought{what: what, stop: stop, done: make(chan struct{})}
	g.thought, g.failure = t, ""
	g.server.thinking.Go(func() {
		defer close(t.done)
		defer stop()
		err := g.server.room.Think(ctx, threads, work)
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.thought != t { // a command did not wait for it
			return
		}
		g.thought = nil
		if err == nil {
			err = then()
		}
		if err != nil {
			g.failure = err.Error()
		} else {
			g.goOn()
		}
		g.changed()
	})
}

// interrupt ends a thought. The caller holds commands and mu; mu is let go meanwhile.
func (g *openGame) interrupt() {
	t := g.thought
	if t == nil {
		return
	}
	g.thought = nil
	t.stop()
	g.mu.Unlock()
	<-t.done
	g.mu.Lock()
}

// touch notes that somebody uses the game, and goes on with what was ended because nobody did.
func (g *openGame) touch(now func() time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used = now()
	if g.abandoned {
		g.abandoned = false
		g.goOn()
		g.changed()
	}
}

// abandon ends the thought of a game that nobody has used for some time.
func (g *openGame) abandon(now time.Time) {
	g.commands.Lock()
	defer g.commands.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.thought != nil && !g.news.Watched() && now.Sub(g.used) > stopAfter {
		g.interrupt()
		g.abandoned = true // only now: a thought must not begin before this one has ended
	}
}

// idle says whether nobody needs the game in memory, and since when.
func (g *openGame) idle() (since time.Time, idle bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.used, !g.news.Watched() && g.thought == nil
}

// close ends the thought and lets go of the player.
func (g *openGame) close() error {
	g.commands.Lock()
	defer g.commands.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.interrupt()
	if g.clock.since = (time.Time{}); g.clock.flag != nil {
		g.clock.flag.Stop()
	}
	return g.opponent.Close()
}
