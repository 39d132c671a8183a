package web

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
	"github.com/tengen-go/tengen/web/internal/live"
)

// mortal is a player that dies when its thought is interrupted, as a program does that speaks GTP.
type mortal struct {
	player.Player
	asked  chan<- struct{}
	thinks bool // until it is interrupted
	dead   bool
}

var errDead = errors.New("the program is closed")

func (m *mortal) Broken() bool { return m.dead }

func (m *mortal) NewGame(g game.Game) error {
	if m.dead {
		return errDead
	}
	return m.Player.NewGame(g)
}

func (m *mortal) Genmove(ctx context.Context, c board.Color, clock timing.Clock) (player.Choice, error) {
	if m.dead {
		return player.Choice{}, errDead
	}
	if m.thinks {
		m.asked <- struct{}{}
		<-ctx.Done()
		m.dead = true
		return player.Choice{}, ctx.Err()
	}
	return m.Player.Genmove(ctx, c, clock)
}

// A player that dies of an interruption is made anew: the move is taken back, and the game goes on.
func TestAPlayerThatDiesIsMadeAnew(t *testing.T) {
	asked, clock := make(chan struct{}, 1), &watchClock{}
	var made atomic.Int32
	h, s := serve(t, t.TempDir(), func(c *Config) {
		c.Now = clock.now
		random := c.Players["random"]
		c.Players["random"] = func(spec options.Spec, env player.Env) (player.Player, error) {
			p, err := random(spec, env)
			return &mortal{Player: p, asked: asked, thinks: made.Add(1) <= 2}, err // the first two
		}
	})
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random"}, http.StatusCreated)
	move := live.Command{Do: "play", Point: "D4", At: g.At}
	moved := ask[live.Snapshot](t, h, "/games/"+g.ID, move, http.StatusOK)
	<-asked
	back := ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: "undo", At: moved.At}, http.StatusOK)
	if len(back.Moves) != 0 || back.Error != "" {
		t.Errorf("taken back: %d moves, %q", len(back.Moves), back.Error)
	}
	move.At = back.At
	ask[live.Snapshot](t, h, "/games/"+g.ID, move, http.StatusOK)
	<-asked
	clock.seconds.Add(60) // nobody looks
	s.sweep()
	if answered := until(t, h, g.ID, persons); len(answered.Moves) != 2 || made.Load() != 3 {
		t.Errorf("%d moves, %q, %d players", len(answered.Moves), answered.Error, made.Load())
	}
}

// leaver is a player that says when it is closed.
type leaver struct {
	player.Player
	left chan<- struct{}
}

func (l leaver) Close() error {
	l.left <- struct{}{}
	return l.Player.Close()
}

// While a player is made anew the clock stands, and a command does not wait: a player that comes too late is closed.
func TestAPlayerIsSlowlyMadeAnew(t *testing.T) {
	asked, making, begin, left := make(chan struct{}, 1), make(chan struct{}), make(chan struct{}), make(chan struct{}, 1)
	clock := &watchClock{}
	var made atomic.Int32
	h, _ := serve(t, t.TempDir(), func(c *Config) {
		c.Now = clock.now
		random := c.Players["random"]
		c.Players["random"] = func(spec options.Spec, env player.Env) (player.Player, error) {
			p, err := random(spec, env)
			switch made.Add(1) {
			case 1:
				return &mortal{Player: p, asked: asked, thinks: true}, err
			case 2:
				close(making)
				<-begin
				return leaver{p, left}, err
			}
			return p, err
		}
	})
	late := sync.OnceFunc(func() { close(begin) })
	defer late()
	g := ask[live.Snapshot](t, h, "/games", live.Wish{Size: 7, Player: "random", Time: "1000s"}, http.StatusCreated)
	looks := follow(t, h, g.ID)
	do := func(what string) {
		t.Helper()
		g = ask[live.Snapshot](t, h, "/games/"+g.ID, nil, http.StatusOK)
		g = ask[live.Snapshot](t, h, "/games/"+g.ID, live.Command{Do: what, Point: "D4", At: g.At}, http.StatusOK)
	}
	do("play")
	<-asked
	do("undo")
	do("play")
	<-making
	clock.seconds.Add(2000)
	g = ask[live.Snapshot](t, h, "/games/"+g.ID, nil, http.StatusOK)
	if g.Clock.Running || g.Clock.White.Left != 1000 || g.Thinking != "move" {
		t.Fatalf("while the player is made anew: %q, %+v", g.Thinking, g.Clock)
	}
	do("undo")
	late()
	<-left
	do("play")
	moved := looks.until(func(s *live.Snapshot) bool { return len(s.Moves) == 2 && persons(s) })
	if !moved.Clock.Running || moved.Clock.White.Left != 1000 || made.Load() != 3 {
		t.Errorf("%+v, %d players", moved.Clock, made.Load())
	}
}
