package player

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/timing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/search/gostate"
	"github.com/tengen-go/tengen/shapes"
)

// negamaxPlayer makes a player of options for tests.
func negamaxPlayer(t testing.TB, options string) *NegamaxPlayer {
	t.Helper()
	p, err := Players().Parse("negamax:memory=1M,"+options, Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*NegamaxPlayer)
}

func TestNegamaxFindsTheVitalPoint(t *testing.T) {
	for _, options := range []string{
		"depth=3", "nodes=2000,playouts=3,playout=mogo", "evaluation=exact,nodes=400000",
		"depth=2,playouts=40,playout=uniform",
	} {
		g := vital(t)
		p := negamaxPlayer(t, options)
		if err := p.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		c, err := p.Genmove(context.Background(), board.Black, timing.Clock{})
		if err != nil || c.Vertex(5) != "B5" {
			t.Errorf("%s: %s, %v", options, c.Vertex(5), err)
		}
	}
}

// The shipped local shapes by themselves choose the move whose position they value highest (RLGO's afterstates).
func TestNegamaxAsksLocalShapes(t *testing.T) {
	p := negamaxPlayer(t, "evaluation=shapes,depth=1,resign=-1")
	g := endingtest.Empty(t, 9)
	for _, c := range []board.Color{board.Black, board.White} {
		if err := p.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		choice, err := p.Genmove(context.Background(), c, timing.Clock{PlayOn: true})
		if err != nil {
			t.Fatal(err)
		}
		values, _, err := shapes.Load("shipped:9x9")
		if err != nil {
			t.Fatal(err)
		}
		logits := map[board.Point]float32{}
		best := float32(math.Inf(-1))
		for _, m := range gostate.New(g).Moves(nil) {
			after := *g.Position()
			after.Play(board.Point(m), c)
			w := shapes.NewWindows(9)
			w.Set(&after)
			logits[board.Point(m)] = values.Logit(w)
			if c == board.White {
				logits[board.Point(m)] *= -1
			}
			best = max(best, logits[board.Point(m)])
		}
		if got := logits[choice.Point]; math.Abs(float64(got-best)) > 1e-5 {
			t.Errorf("%v plays %s with a logit of %v, the best has %v", c, choice.Vertex(9), got, best)
		}
		if err := g.Play(choice.Point, c); err != nil {
			t.Fatal(err)
		}
	}
	small, err := board.NewGame(7, board.Chinese())
	if err == nil {
		err = p.NewGame(game.Of(small))
	}
	if err == nil || !strings.Contains(err.Error(), "evaluation=shapes") {
		t.Errorf("7×7: %v", err)
	}
}

// With a value network its value is what a position at the horizon is worth.
func TestNegamaxAsksTheValueNetwork(t *testing.T) {
	both := modeltest.Folder(t, 5, true)
	p := negamaxPlayer(t, "evaluation=value,depth=1,resign=-1,model="+both)
	g := endingtest.Empty(t, 5)
	if err := p.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil {
		t.Fatal(err)
	}
	best := -1.0
	for _, m := range gostate.New(g).Moves(nil) {
		s := gostate.New(g)
		s.Play(m)
		value, err := p.parts.network.Evaluate(s, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		best = max(best, -float64(value))
	}
	if got := p.reading.Value; got != best {
		t.Errorf("the position is worth %v, its best successor %v", got, best)
	}
	if _, err := Players().Parse("negamax:evaluation=value,model="+modeltest.Folder(t, 5, false), Env{}); err == nil ||
		!strings.Contains(err.Error(), "has no value network") {
		t.Errorf("a model without a value network: %v", err)
	}
}

// A game against chance comes to its end by passes and is won; the same seed plays it again.
func TestNegamaxPlaysGamesToTheEnd(t *testing.T) {
	play := func(seed uint64) (moves []board.Move, winner board.Color) {
		g := endingtest.Empty(t, 5)
		p := negamaxPlayer(t, "depth=1,playouts=8,playout=uniform,resign=-1")
		other, err := Players().Parse("random", Env{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		p.Reseed(seed)
		for _, x := range []Player{p, other} {
			if err := x.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
		}
		for !g.Over() && len(g.Moves()) < 200 {
			var who Player = p
			c := g.Position().ToMove()
			if c == board.White {
				who = other
			}
			choice, err := who.Genmove(context.Background(), c, timing.Clock{})
			if err != nil {
				t.Fatal(err)
			}
			m := board.Move{Point: choice.Point, Color: c}
			if err := g.Play(m.Point, c); err != nil {
				t.Fatal(err)
			}
			for _, x := range []Player{p, other} {
				if err := x.Play(m); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !g.Over() {
			t.Error("no end of the game")
		}
		return g.Moves(), g.Score(nil).Winner()
	}
	first, winner := play(5)
	if winner != board.Black {
		t.Error("lost to chance")
	}
	if again, _ := play(5); fmt.Sprint(again) != fmt.Sprint(first) {
		t.Errorf("%v, then %v", first, again)
	}
}

// Clocks and time= limit a move, and a position that is lost is resigned.
func TestNegamaxTimeAndResigning(t *testing.T) {
	for _, c := range []struct {
		options string
		clock   timing.Clock
	}{
		{"time=1s,", timing.Clock{}},
		{"", timing.Clock{}},
		{"lag=1ms,", timing.Clock{Settings: timing.Settings{System: timing.Absolute, Main: 30 * time.Second}}},
	} {
		p := negamaxPlayer(t, c.options+"playouts=1,playout=uniform")
		ticks := 0
		p.now = func() time.Time { // each look at the clock takes 10 ms
			ticks++
			return time.Unix(0, 0).Add(time.Duration(ticks) * 10 * time.Millisecond)
		}
		if err := p.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Genmove(context.Background(), board.Black, c.clock); err != nil {
			t.Fatal(err)
		}
		if took := p.Took(); took.Time < 20*time.Millisecond || took.Time > 2100*time.Millisecond || took.Playouts == 0 {
			t.Errorf("%q: took %+v", c.options, took)
		}
	}
	p := negamaxPlayer(t, "depth=2")
	rules := board.Chinese()
	rules.Komi = 30
	g, err := board.NewGame(5, rules)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	if c, err := p.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil || !c.Resign {
		t.Errorf("lost from the start: %v, %v", c, err)
	}
	if c, err := p.Genmove(context.Background(), board.Black, timing.Clock{PlayOn: true}); err != nil || c.Resign ||
		!c.Hopeless || c.Point == board.Pass {
		t.Errorf("lost from the start, told to play on: %v, %v", c, err)
	}
}

// A pass that was read is worth what was read, and one without reading says nothing.
func TestNegamaxKnowsWhatAPassIsWorth(t *testing.T) {
	for _, unread := range []bool{true, false} { // after a pass the game is won by the count
		p := negamaxPlayer(t, "depth=2")
		if err := p.NewGame(game.Of(late(t, endingtest.Finished, 0, board.Black, unread))); err != nil {
			t.Fatal(err)
		}
		c, err := p.Genmove(context.Background(), board.Black, timing.Clock{})
		if err != nil || !passed(c) {
			t.Errorf("it plays %s, %v", c.Vertex(5), err)
		}
		if v := p.Thought(c.Point).Value; unread && v != 0 || !unread && v < 0.8 {
			t.Errorf("after a pass: %v, it expects %v", unread, v)
		}
	}
}

// TestNegamaxDoubtsTheLeastOfManyMeans: after every move of the empty board some answer wins all
// of three playouts, which is no reason to resign.
func TestNegamaxDoubtsTheLeastOfManyMeans(t *testing.T) {
	p := negamaxPlayer(t, "depth=2,playouts=3,playout=uniform")
	if err := p.NewGame(game.Of(endingtest.Empty(t, 7))); err != nil {
		t.Fatal(err)
	}
	c, err := p.Genmove(context.Background(), board.Black, timing.Clock{})
	if err != nil || c.Resign {
		t.Errorf("plays %+v, %v", c, err)
	}
	if v := p.reading.Value; v >= p.config.Resign {
		t.Errorf("the value of %v is no cause for doubt", v)
	}
}

func TestNegamaxRefusesNonsense(t *testing.T) {
	for text, want := range map[string]string{
		"negamax:depth=0":         "depth=0 is not a whole number from 1 to 250",
		"negamax:evaluation=mean": "evaluation=mean: want exact, playouts, value, shapes",
		"negamax:dept=3":          "did you mean depth",
		"negamax:memory=1":        "memory 1: want",
	} {
		var bad *options.Error
		if _, err := Players().Parse(text, Env{}); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	rules := noughtsRules(t, emptyNoughts)
	for text, want := range map[string]string{
		"negamax:evaluation=value":  "evaluation=value is for Go only",
		"negamax:evaluation=shapes": "evaluation=shapes is for Go only",
		"negamax:resign=-0.5":       "resign= has no meaning in tictactoe",
	} {
		if _, err := Players().Parse(text, Env{Rules: rules}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	g, err := board.NewGame(5, board.Japanese())
	if err != nil {
		t.Fatal(err)
	}
	if err := negamaxPlayer(t, "evaluation=exact").NewGame(game.Of(g)); err == nil || !strings.Contains(err.Error(), "area scoring") {
		t.Errorf("exact under territory scoring: %v", err)
	}
}

// Read to its end, tic-tac-toe is never lost, from any position that is not.
func TestNegamaxNeverLosesTicTacToe(t *testing.T) {
	m, other := small(t, "negamax:evaluation=exact,depth=9"), small(t, "random")
	for i := range 40 {
		g := noughts(t, emptyNoughts)
		if err := errors.Join(m.NewGame(g), other.NewGame(g)); err != nil {
			t.Fatal(err)
		}
		for turn := i; !g.Over(); turn++ {
			who, waits := m, other
			if turn%2 == 1 {
				who, waits = other, m
			}
			goOn(t, who, g, next(t, who, g))
			moves := g.Moves()
			if err := waits.Play(moves[len(moves)-1]); err != nil {
				t.Fatal(err)
			}
		}
		if mine := board.Black + board.Color(i%2); g.Outcome().Winner == mine.Opponent() {
			t.Errorf("game %d is lost:\n%s", i, game.Draw(g))
		}
	}
}
