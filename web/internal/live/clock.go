package live

import (
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/timing"
)

// turnClock is the time that the side to move has thought. It runs while somebody looks at the game
// and neither the teacher, a hint nor the start of a program keeps the Sides from moving. Game's mu guards it.
type turnClock struct {
	place string        // of the record: another place is another turn
	spent time.Duration // before since
	since time.Time     // zero: the clock stands
	flag  *time.Timer   // falls when the time is over; nil if the clock stands
}

// elapsed is how long the side to move has thought.
func (g *Game) elapsed() time.Duration {
	if g.clock.since.IsZero() {
		return g.clock.spent
	}
	return g.clock.spent + g.room.Now().Sub(g.clock.since)
}

// runClock starts and stops the clock as the game now wants it. The caller holds mu.
func (g *Game) runClock() {
	s := g.session
	if !s.Timed() || g.closed {
		return
	}
	if place := s.Place(); place != g.clock.place {
		g.clock.place, g.clock.spent, g.clock.since = place, 0, time.Time{}
	}
	waits := g.renewing || g.advice.lesson != nil || g.thought != nil && g.thought.what != "move"
	runs := !s.Over() && !s.Browsing() && !waits && g.News.Watched()
	g.clock.spent = g.elapsed()
	g.clock.since = time.Time{}
	if g.clock.flag != nil {
		g.clock.flag.Stop()
		g.clock.flag = nil
	}
	if !runs {
		return
	}
	g.clock.since = g.room.Now()
	left := s.Clock(s.ToMove()).Limit() - g.clock.spent
	g.clock.flag = time.AfterFunc(max(left, 0)+time.Millisecond, g.timeUp)
}

// restartClock begins the turn anew, where the player had to wait for a processor.
func (g *Game) restartClock() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.clock.spent = 0
	if !g.clock.since.IsZero() {
		g.clock.since = g.room.Now()
	}
	g.runClock()
}

// timeUp ends the game if the side to move has no time left.
func (g *Game) timeUp() {
	g.commands.Lock()
	defer g.commands.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.clock.since.IsZero() { // it stands by now
		return
	}
	if g.elapsed() <= g.session.Clock(g.session.ToMove()).Limit() { // a move came in time
		g.runClock()
		return
	}
	took := g.elapsed()
	g.interrupt()
	if g.session.Over() { // the player moved meanwhile, which ended the game
		return
	}
	g.session.Spend(took)
	if err := g.keep(); err != nil {
		g.failure = err.Error()
	}
	g.changed()
}

// Clock is the clocks of a game.
type Clock struct {
	Time    string   `json:"time"`
	Running bool     `json:"running"`
	Period  float64  `json:"period,omitempty"`
	Stones  int      `json:"stones,omitempty"`
	Black   SideTime `json:"black"`
	White   SideTime `json:"white"`
}

// SideTime is what a side has left.
type SideTime struct {
	Left  float64 `json:"left"`
	Moves int     `json:"moves,omitempty"`
}

// clocks is what both Sides have left; nil without a clock. The caller holds mu.
func (g *Game) clocks() *Clock {
	s := g.session
	if !s.Timed() {
		return nil
	}
	left := func(c board.Color) SideTime {
		clock := s.Clock(c)
		if c == s.ToMove() && !s.Over() {
			clock = clock.After(g.elapsed())
		}
		return SideTime{Left: max(clock.Left, 0).Seconds(), Moves: clock.Moves}
	}
	settings := s.Clock(board.Black).Settings
	shot := &Clock{
		Time: settings.String(), Running: !g.clock.since.IsZero(), Black: left(board.Black), White: left(board.White),
	}
	if settings.System == timing.Byoyomi || settings.System == timing.Canadian {
		shot.Period, shot.Stones = settings.Period.Seconds(), settings.Stones
	}
	return shot
}
