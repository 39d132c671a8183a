package player

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

// mover makes a mover of tic-tac-toe that repeats itself.
func mover(t *testing.T, text string) Mover {
	t.Helper()
	game, err := ParseGame("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	m, err := Movers().Parse(text, game, Env{Seed: 1, Threads: 1, Players: 64})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// noughts is a position of tic-tac-toe.
func noughts(t *testing.T, diagram string) *smallstate.TicTacToe {
	t.Helper()
	p, err := tictactoe.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	return &smallstate.TicTacToe{Position: p}
}

func TestParseGame(t *testing.T) {
	for text, want := range map[string]string{
		"tictactoe":                         "tictactoe",
		"gomoku":                            "gomoku:size=8,length=5,exact=off",
		"gomoku: exact=on, size=15":         "gomoku:size=15,length=5,exact=on",
		"gomoku:size=19,length=6,exact=off": "gomoku:size=19,length=6,exact=off",
	} {
		g, err := ParseGame(text)
		if err != nil || g.String() != want {
			t.Errorf("%s is %v, %v, want %s", text, g, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                       "a game needs a name",
		"tictactow":              "did you mean tictactoe",
		"tictactoe:size=4":       "game tictactoe has no options, and so no size=",
		"gomoku:size=2":          "game gomoku: size=2 is not a whole number from 3 to 19",
		"gomoku:size=4":          "length=5, the default, does not fit size=4: give length=2 to 4, too",
		"gomoku:exact=yes":       "game gomoku: exact=yes: want on, off",
		"gomoku:size=5,length=6": "6 in a row on a 5×5 gomoku board",
	} {
		var bad *SpecError
		if _, err := ParseGame(text); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func TestGameNamesPointsAsGoDoes(t *testing.T) {
	g, _ := ParseGame("tictactoe")
	for cell, want := range []string{"A3", "B3", "C3", "A2", "B2", "C2", "A1", "B1", "C1"} {
		m := search.Move(cell)
		back, err := g.ParseMove(strings.ToLower(want))
		if g.FormatMove(m) != want || err != nil || back != m {
			t.Errorf("cell %d is %s, and %s is %v, %v", cell, g.FormatMove(m), want, back, err)
		}
	}
	for text, want := range map[string]string{"pass": "no passing", "D4": "D4", "": ""} {
		if m, err := g.ParseMove(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v", text, m, err)
		}
	}
	wide, err := ParseGame("gomoku:size=15")
	if err != nil {
		t.Fatal(err)
	}
	if a, b, c := wide.FormatMove(0), wide.FormatMove(14), wide.FormatMove(15*14+8); a != "A15" || b != "P15" || c != "J1" {
		t.Errorf("corners are %s and %s, below the middle is %s", a, b, c)
	}
	const board = `    A B C
  3 X . .
  2 . O .
  1 . . X
`
	if got := g.Draw(noughts(t, "X.. .O. ..X")); got != board {
		t.Errorf("drawn as\n%swant\n%s", got, board)
	}
}

// TestMoversFindWhatWins: every kind that reads wins where it can, and those with a tree stop
// the other player from winning. Playouts against chance alone do not tell them to; greedy
// may stay with what looked best at first. The rules of ranking and selection stop the other
// player by backup=max.
func TestMoversFindWhatWins(t *testing.T) {
	for kind := range Movers() {
		if kind == "random" {
			continue
		}
		for i, c := range []struct {
			diagram string
			want    search.Move
		}{
			{"XX. OO. ...", 2}, {"XXO XOO ...", 6}, // wins
			{"XX. .O. ...", 2}, {"OXO .X. X..", 7}, // stops the other
		} {
			if i >= 2 && (kind == KindPlayouts || kind == KindUCB1 || kind == KindGreedy) {
				continue
			}
			text := kind + ":playouts=400"
			if i >= 2 && (kind == KindAOAP || kind == KindOCBA || kind == KindTTTS) {
				text += ",backup=max"
			}
			m := mover(t, text)
			if got, err := m.Choose(context.Background(), noughts(t, c.diagram)); err != nil || got != c.want {
				t.Errorf("%s in %s plays %v, %v, want %v", kind, c.diagram, got, err, c.want)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestMoverKeepsItsTree over its own move and the answer, and forgets it for anything else.
func TestMoverKeepsItsTree(t *testing.T) {
	ctx := context.Background()
	m := mover(t, "uct:playouts=200").(*SearchMover)
	visits := func(s search.State) int {
		t.Helper()
		if _, err := m.Choose(ctx, s); err != nil {
			t.Fatal(err)
		}
		return m.Tree().Root().Visits
	}
	s := &smallstate.TicTacToe{}
	if n := visits(s); n != 200 {
		t.Errorf("%d visits at first, want 200", n)
	}
	if n := visits(s); n != 400 {
		t.Errorf("%d visits when asked again, want 400", n)
	}
	s.Play(m.chosen)
	reply := s.Moves(nil)[0]
	s.Play(reply)
	if n := visits(s); n <= 200 {
		t.Errorf("%d visits after an answer, want more than 200", n)
	}
	if n := visits(noughts(t, "X.. .O. ...")); n != 200 {
		t.Errorf("%d visits elsewhere, want 200", n)
	}
	m = mover(t, "uct:playouts=200,reuse=off").(*SearchMover)
	visits(&smallstate.TicTacToe{})
	if n := visits(&smallstate.TicTacToe{}); n != 200 {
		t.Errorf("%d visits with reuse=off, want 200", n)
	}
}

// TestMoverForgetsTheOpponentsReading: with an opponent inside the tree, what was read as X is
// of no use to O.
func TestMoverForgetsTheOpponentsReading(t *testing.T) {
	ctx := context.Background()
	for opponent, kept := range map[string]bool{OpponentSelf: true, OpponentRandom: false, OpponentUCT: false} {
		m := mover(t, "uct:playouts=1000,opponent="+opponent).(*SearchMover)
		s := &smallstate.TicTacToe{}
		for turn, want := range []bool{false, kept, kept} { // X's hint, O's, X's again
			c, err := m.Choose(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Tree().Root().Visits > 1000; got != want {
				t.Errorf("opponent=%s, turn %d: kept %v, want %v", opponent, turn, got, want)
			}
			s.Play(c)
		}
		s = &smallstate.TicTacToe{}
		for turn := range 2 { // X only
			c, err := m.Choose(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Tree().Root().Visits > 1000; got != (turn > 0) {
				t.Errorf("opponent=%s, X's turn %d: kept %v", opponent, turn, got)
			}
			s.Play(c)
			s.Play(s.Moves(nil)[0])
		}
	}
}

// TestMoverByProcessorTime reads at least a little, where there is such a clock.
func TestMoverByProcessorTime(t *testing.T) {
	game, _ := ParseGame("tictactoe")
	m, err := Movers().Parse("uct:time=1ms,clock=cpu,memory=4M", game, Env{Seed: 1, Threads: 1})
	if _, none := ThreadTime(); none != nil {
		if err == nil || !strings.Contains(err.Error(), "clock=cpu") {
			t.Errorf("a clock that this system does not have: %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Choose(context.Background(), &smallstate.TicTacToe{}); err != nil || m.(*SearchMover).Took().Playouts < fewest {
		t.Errorf("%v, %+v", err, m.(*SearchMover).Took())
	}
}

// TestReseededMoversRepeat themselves, whatever they played before.
func TestReseededMoversRepeat(t *testing.T) {
	for kind := range Movers() {
		text := kind
		if kind != "random" {
			text += ":playouts=5,reuse=on"
			switch kind {
			case KindPlayouts, KindUCB1:
				text = kind + ":playouts=5"
			case KindNegamax:
				text = kind + ":playouts=5,depth=2"
			}
		}
		play := func(before int) (moves []search.Move) {
			m := mover(t, text)
			for range before {
				if _, err := m.Choose(context.Background(), &smallstate.TicTacToe{}); err != nil {
					t.Fatal(err)
				}
			}
			m.(Reseeder).Reseed(9)
			s := &smallstate.TicTacToe{}
			for {
				if _, over := s.Over(); over {
					return moves
				}
				c, err := m.Choose(context.Background(), s)
				if err != nil {
					t.Fatal(err)
				}
				s.Play(c)
				moves = append(moves, c)
			}
		}
		first, second := play(0), play(3)
		if len(first) != len(second) {
			t.Fatalf("%s: %v, then %v", kind, first, second)
		}
		for i := range first {
			if first[i] != second[i] {
				t.Fatalf("%s: %v, then %v", kind, first, second)
			}
		}
	}
}

// TestOpeningsOfEqualsAreSpread: a player whose moves all tie, one playout each with every
// outcome a win, a loss or a draw, has no favourite.
func TestOpeningsOfEqualsAreSpread(t *testing.T) {
	m := mover(t, "uct:playouts=9")
	opened := map[search.Move]int{}
	for seed := range uint64(300) {
		m.(Reseeder).Reseed(seed)
		c, err := m.Choose(context.Background(), &smallstate.TicTacToe{})
		if err != nil {
			t.Fatal(err)
		}
		opened[c]++
	}
	for c := range search.Move(9) {
		if n := opened[c]; n < 10 || n > 70 { // the middle wins most often; the others 30 each
			t.Errorf("move %d opens %d of 300 games", c, n)
		}
	}
}

func TestMoverEndsWithItsContextAndItsTime(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, text := range []string{"random", "uct:playouts=100", "negamax:depth=3"} {
		if _, err := mover(t, text).Choose(ctx, &smallstate.TicTacToe{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want that it was canceled", text, err)
		}
		if _, err := mover(t, text).Choose(context.Background(), noughts(t, "XXX OO. ...")); !errors.Is(err, search.ErrOver) {
			t.Errorf("%s in a game that is over: %v", text, err)
		}
	}
	m := mover(t, "uct:time=1s,early=off").(*SearchMover)
	ticks := 0
	m.now = func() time.Time { // each look at the clock takes 10 ms
		ticks++
		return time.Time{}.Add(time.Duration(ticks) * 10 * time.Millisecond)
	}
	if _, err := m.Choose(context.Background(), &smallstate.TicTacToe{}); err != nil {
		t.Fatal(err)
	}
	if n := m.Took().Playouts; n != 100+fewest-2 {
		t.Errorf("%d playouts, want the fewest without a look at the clock and 98 with one", n)
	}
}

func TestMoverOptionsThatHaveNoMeaning(t *testing.T) {
	game, _ := ParseGame("tictactoe")
	for text, want := range map[string]string{
		"uct:model=x":              "player uct: model= has no meaning in tictactoe: networks are for Go",
		"rave:resign=-0.5":         "resign= has no meaning",
		"uct:ponder=on":            "ponder= has no meaning",
		"uct:playout=mogo":         "playout=mogo plays Go only; tictactoe has uniform",
		"rave:heuristic=knowledge": "heuristic=knowledge is for Go only",
		"uct:playout=none":         "playout=none",
		"uct:bias=1":               "player uct has no option bias",
		"uct:playouts=0":           "playouts=0",
		"random:playouts=3":        "player random has no option playouts",
		"policy:model=x":           "player policy plays Go only; tictactoe is played by aoap, greedy",
		"search:lambda=0.5":        "lambda= has no meaning in tictactoe: networks are for Go",
		"search:playout=none":      "playout=none",
		"gtp:gnugo":                "plays Go only",
		"utc":                      "did you mean uct",
		"":                         "a player needs a kind",
	} {
		var bad *SpecError
		if _, err := Movers().Parse(text, game, Env{}); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{"rave:heuristic=grandfather,experience=5,k=100,c=0.1,fpu=1,schedule=hand", "uct:transpositions=on,expand=0,choice=lcb,virtual-loss=1,memory=4M"} {
		m, err := Movers().Parse(text, game, Env{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}
