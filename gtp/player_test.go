package gtp

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/timing"
)

// runEngine makes the test binary a GTP program that plays at random, with the
// commands in hide left out of its list and unknown.
func runEngine(hide string) {
	e, err := New(player.NewRandom(3), Config{Name: "Child", Version: "2", Rules: board.Chinese(), Seed: 1})
	if err != nil {
		panic(err)
	}
	for _, name := range strings.Fields(hide) {
		delete(e.commands, name)
	}
	in := io.Reader(os.Stdin)
	if name := os.Getenv(childHears); name != "" {
		log, err := os.Create(name)
		if err != nil {
			panic(err)
		}
		in = io.TeeReader(in, log)
	}
	if err := e.Run(context.Background(), in, os.Stdout); err != nil {
		panic(err)
	}
}

// childHears names a file to which the program writes all that it hears.
const childHears = "TENGEN_TEST_HEARS"

// startOutside starts the test binary as an outside player.
func startOutside(t *testing.T, hide string) *Outside {
	t.Helper()
	t.Setenv(childEngine, "hide "+hide)
	p, err := BuildOutside(options.Spec{Kind: "gtp", Rest: "'" + os.Args[0] + "'"}, player.Env{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Close() })
	return p.(*Outside)
}

// agree asks the program for its board and compares it with ours.
func agree(t *testing.T, p *Outside, g *board.Game) {
	t.Helper()
	for _, c := range []board.Color{board.Black, board.White} {
		got, err := p.Controller().Send(t.Context(), "list_stones", c.String())
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Join(p.stones(g.Position(), c), " "); got != want {
			t.Fatalf("after %d moves the program has %v at %q, we at %q", len(g.Moves()), c, got, want)
		}
	}
	if got, err := p.Controller().Send(t.Context(), "get_komi"); err != nil || got != decimal(g.Rules().Komi) {
		t.Fatalf("the program's komi is %s, %v", got, err)
	}
}

// TestOutsideKeepsStep plays a game with a program that can undo and take
// handicap, and with one that cannot. Every fourth of its moves is thrown away
// and another played; its board must follow all the same.
func TestOutsideKeepsStep(t *testing.T) {
	for name, hide := range map[string]string{"able": "", "simple": "undo set_free_handicap time_settings time_left kgs-genmove_cleanup"} {
		t.Run(name, func(t *testing.T) {
			p := startOutside(t, hide)
			if p.String() != "Child 2" {
				t.Errorf("name %q", p)
			}
			g, err := board.NewGame(9, board.Chinese())
			if err != nil {
				t.Fatal(err)
			}
			points, err := board.FixedHandicap(9, 3)
			if err != nil {
				t.Fatal(err)
			}
			if err := g.PlaceHandicap(points); err != nil {
				t.Fatal(err)
			}
			if err := p.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
			agree(t, p, g)
			clock := timing.Clock{Settings: timing.Settings{System: timing.Canadian, Main: 60e9, Period: 10e9, Stones: 5}, Known: true, Left: 30e9}
			for i := range 24 {
				c := g.Position().ToMove()
				choice, err := p.Genmove(t.Context(), c, clock)
				if err != nil {
					t.Fatal(err)
				}
				m := board.Move{Point: choice.Point, Color: c}
				if i%4 == 3 {
					m.Point = board.Pass
				}
				if err := g.Play(m.Point, m.Color); err != nil {
					t.Fatal(err)
				}
				if err := p.Play(m); err != nil {
					t.Fatal(err)
				}
				agree(t, p, g)
			}
			// A handicap in the middle of a game.
			g.Forget()
			if err := p.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
			agree(t, p, g)
			// A game that begins elsewhere: setup stones without handicap, and moves.
			pos, err := board.Parse(".....\n.XO..\n.....\n..X..\n.....")
			if err != nil {
				t.Fatal(err)
			}
			h, err := board.NewGameFrom(pos, board.TrompTaylor())
			if err != nil {
				t.Fatal(err)
			}
			if err := h.Play(board.XY(0, 0), board.Black); err != nil {
				t.Fatal(err)
			}
			if err := p.NewGame(game.Of(h)); err != nil {
				t.Fatal(err)
			}
			agree(t, p, h)
		})
	}
}

// A program that has ended says so by itself, before anybody sends it another command.
func TestBrokenPrograms(t *testing.T) {
	c := startFake(t)
	o := &Outside{controller: c}
	if o.Broken() {
		t.Error("it is broken at once")
	}
	if _, err := c.Send(t.Context(), "answer-and-end"); err != nil {
		t.Fatal(err)
	}
	<-c.done
	if !o.Broken() {
		t.Error("it has ended, and is not broken")
	}
}

func TestOutsideRefusesWhatIsNoEngine(t *testing.T) {
	for _, rest := range []string{"", "  ", "'unclosed", "no-such-go-program"} {
		if p, err := BuildOutside(options.Spec{Kind: "gtp", Rest: rest}, player.Env{}); err == nil {
			t.Errorf("gtp:%s gave %v", rest, p)
		}
	}
	t.Setenv(childEngine, "hide genmove")
	if p, err := NewOutside("'" + os.Args[0] + "'"); err == nil || !strings.Contains(err.Error(), "genmove") {
		t.Errorf("a program without genmove gave %v, %v", p, err)
	}
}

// GTP cannot interrupt a program. Ending it would lose it for the games to come.
func TestProgramsAreNotInterrupted(t *testing.T) {
	e, err := New(startOutside(t, ""), Config{Name: "Test", Size: 9, Rules: board.Chinese()})
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"gogui-interrupt", "kata-search_cancellable"} {
		if got := converse(t, e, "known_command "+command+"\n"); got != "= false\n\n" {
			t.Errorf("%s is known: %q", command, got)
		}
	}
	for range 20 {
		if got := converse(t, e, "genmove b\n# interrupt\n# interrupt\nclear_board\n"); strings.Contains(got, "?") {
			t.Fatalf("got %q", got)
		}
	}
}
