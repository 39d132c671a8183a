package live

import (
	"context"
	"sync"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/web/internal/news"
)

// Game is a game under way, with those who look at it.
type Game struct {
	// News is of changes.
	News news.News

	id      string
	room    *Room
	text    string // the player string
	threads int    // that the player wants

	// commands come one at a time. mu guards what is below; a thought holds it only to begin and
	// to end.
	commands  sync.Mutex
	mu        sync.Mutex
	used      time.Time // by a page or a program, last
	session   *play.Session
	opponent  player.Player
	maker     Maker // of the opponent
	at        int   // how many changes there were
	thought   *thought
	abandoned bool // the player would have thought on if somebody had looked
	advice    advice
	clock     turnClock
	renewing  bool   // the opponent is made anew: the clock stands
	failure   string // of the last thought
	closed    bool   // it has rested or is deleted: whoever holds it must not change it
	teaching  bool
	share     float64 // of a game that a move may lose before the teacher says so
}

// open is a game that nobody looks at yet.
func open(room *Room, id string, o Opponent, m Maker, session *play.Session, teaching bool, share float64) *Game {
	return &Game{
		id: id, room: room, text: o.Text, threads: o.Threads, session: session, opponent: o.Player, maker: m,
		teaching: teaching, share: share, used: room.Now(),
	}
}

// ID is the name of the game.
func (g *Game) ID() string { return g.id }

// Snapshot is the game now.
func (g *Game) Snapshot() *Snapshot {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.snapshot()
}

// Look is Snapshot for somebody who looks on: the clock runs.
func (g *Game) Look() *Snapshot {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.session.Timed() && g.clock.since.IsZero() {
		g.runClock()
	}
	return g.snapshot()
}

// LookAway is called when somebody looks on no more: the clock may stand now.
func (g *Game) LookAway() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.runClock()
}

// Copy is the game to the place that is shown.
func (g *Game) Copy() *board.Game {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.session.Game().Clone()
}

// Record is the game as SGF, with its variations.
func (g *Game) Record() ([]byte, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.session.Tree().Append(nil)
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
func (g *Game) changed() {
	g.at++
	g.runClock()
	g.News.Tell()
}

// goOn has the player think if it is its turn. The caller holds mu.
func (g *Game) goOn() {
	if g.thought != nil || g.advice.lesson != nil || !g.session.PlayersTurn() {
		return
	}
	var choice player.Choice
	g.think("move", g.threads, func(ctx context.Context) (err error) {
		if err := g.renew(ctx); err != nil {
			return err
		}
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

// renew makes another opponent if this one can play no more: who interrupts a program that speaks GTP ends it. Only the
// opponent's thought calls it. A program may take long to start: nobody waits for it after ctx ends.
func (g *Game) renew(ctx context.Context) error {
	last := g.opponent
	if p, breaks := last.(interface{ Broken() bool }); !breaks || !p.Broken() {
		return nil
	}
	g.setRenewing(true)
	defer g.setRenewing(false)
	o, err := g.makeAnew(ctx)
	if err != nil {
		return err
	}
	g.mu.Lock()
	g.opponent = o.Player
	g.session.ChangePlayer(o.Player)
	g.mu.Unlock()
	_ = last.Close() // it has ended already
	return nil
}

// setRenewing lets the clock stand, or go on, and says so to who looks on.
func (g *Game) setRenewing(now bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.renewing = now
	g.changed()
}

// makeAnew makes an opponent, and closes one that comes after ctx has ended.
func (g *Game) makeAnew(ctx context.Context) (Opponent, error) {
	type result struct {
		o   Opponent
		err error
	}
	size, made := g.session.Size(), make(chan result)
	g.room.Start(func() {
		o, err := g.maker(size)
		select {
		case made <- result{o, err}:
		case <-ctx.Done():
			if err == nil {
				_ = o.Player.Close()
			}
		}
	})
	select {
	case r := <-made:
		return r.o, r.err
	case <-ctx.Done():
		return Opponent{}, ctx.Err()
	}
}

// think starts work, which only looks at the game, and what follows from it. The caller holds mu.
func (g *Game) think(what string, threads int, work func(context.Context) error, then func() error) {
	ctx, stop := context.WithCancel(g.room.Context)
	t := &thought{what: what, stop: stop, done: make(chan struct{})}
	g.thought, g.failure = t, ""
	g.room.Start(func() {
		defer close(t.done)
		defer stop()
		err := g.room.Run(ctx, threads, work)
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
func (g *Game) interrupt() {
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

// Touch notes that somebody uses the game, and goes on with what was ended because nobody did.
func (g *Game) Touch() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.used = g.room.Now()
	if g.abandoned {
		g.abandoned = false
		g.goOn()
		g.changed()
	}
}

// Abandon ends the thought of a game that nobody looks at or has used for so long.
func (g *Game) Abandon(after time.Duration) {
	g.commands.Lock()
	defer g.commands.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.thought != nil && !g.News.Watched() && g.room.Now().Sub(g.used) > after {
		g.interrupt()
		g.abandoned = true // only now: a thought must not begin before this one has ended
	}
}

// Idle says whether nobody needs the game in memory, and since when.
func (g *Game) Idle() (since time.Time, idle bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.used, !g.News.Watched() && g.thought == nil
}

// Close ends the thought and lets go of the player.
func (g *Game) Close() error {
	g.commands.Lock()
	defer g.commands.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.interrupt()
	g.closed = true
	if g.clock.since = (time.Time{}); g.clock.flag != nil {
		g.clock.flag.Stop()
	}
	return g.opponent.Close()
}
