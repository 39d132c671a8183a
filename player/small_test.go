package player

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/games/tictactoe"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
	"github.com/tengen-go/tengen/timing"
)

// noughtsRules is tic-tac-toe from a drawn position.
func noughtsRules(t *testing.T, diagram string) game.Rules {
	t.Helper()
	p, err := tictactoe.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	return game.Small{
		Name: "tictactoe", Text: "tictactoe from " + diagram, Size: 3, Won: game.EndRow,
		Start: func() search.State { return &smallstate.TicTacToe{Position: p} },
	}.Rules()
}

// noughts is a game of tic-tac-toe.
func noughts(t *testing.T, diagram string) game.Game {
	t.Helper()
	g, err := noughtsRules(t, diagram).New()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const emptyNoughts = "... ... ..."

// small makes a player of tic-tac-toe that repeats itself.
func small(t *testing.T, text string) Player {
	t.Helper()
	p, err := Players().Parse(text, Env{Rules: noughtsRules(t, emptyNoughts), Seed: 1, Threads: 1, Players: 64})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// smallKinds are the kinds that play small games.
func smallKinds() []string { return AllKinds().Names(func(k Kind) bool { return !k.GoOnly }) }

// chosen is the cell that a player chooses in a game that it is given.
func chosen(t *testing.T, p Player, g game.Game) search.Move {
	t.Helper()
	if err := p.NewGame(g); err != nil {
		t.Fatal(err)
	}
	return next(t, p, g)
}

// next is the cell that a player chooses in the game that it has.
func next(t *testing.T, p Player, g game.Game) search.Move {
	t.Helper()
	c, err := p.Genmove(t.Context(), g.ToMove(), timing.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	return g.Rules().Move(c.Point)
}

// goOn plays a cell in the game, and the player learns of it.
func goOn(t *testing.T, p Player, g game.Game, cell search.Move) {
	t.Helper()
	m := board.Move{Point: g.Rules().Point(cell), Color: g.ToMove()}
	if err := errors.Join(g.Play(m.Point, m.Color), p.Play(m)); err != nil {
		t.Fatal(err)
	}
}

// firstFree is the first free cell.
func firstFree(g game.Game) search.Move { return g.State(g.ToMove()).Moves(nil)[0] }

// TestSmallGamesAreWonWhereTheyCanBe: every kind that reads wins where it can, and those with a tree stop
// the other player from winning. Playouts against chance alone do not tell them to; greedy
// may stay with what looked best at first. The rules of ranking and selection stop the other
// player by backup=max.
func TestSmallGamesAreWonWhereTheyCanBe(t *testing.T) {
	for _, kind := range smallKinds() {
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
			if i >= 2 && (kind == KindPlayouts || kind == kindUCB1 || kind == kindGreedy) {
				continue
			}
			text := kind + ":playouts=400"
			if i >= 2 && (kind == kindAOAP || kind == kindOCBA || kind == kindTTTS) {
				text += ",backup=max"
			}
			m := small(t, text)
			if got := chosen(t, m, noughts(t, c.diagram)); got != c.want {
				t.Errorf("%s in %s plays %v, want %v", kind, c.diagram, got, c.want)
			}
			if err := m.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestSmallGamesKeepTheTree over the player's own move and the answer, and forget it for anything else.
func TestSmallGamesKeepTheTree(t *testing.T) {
	m := small(t, "uct:playouts=200").(*Searcher)
	visits := func(g game.Game) int {
		t.Helper()
		next(t, m, g)
		return m.Tree().Root().Visits
	}
	g := noughts(t, emptyNoughts)
	first := chosen(t, m, g)
	if n := m.Tree().Root().Visits; n != 200 {
		t.Errorf("%d visits at first, want 200", n)
	}
	if n := visits(g); n != 400 {
		t.Errorf("%d visits when asked again, want 400", n)
	}
	goOn(t, m, g, first)
	goOn(t, m, g, firstFree(g))
	if n := visits(g); n <= 200 {
		t.Errorf("%d visits after an answer, want more than 200", n)
	}
	elsewhere := noughts(t, emptyNoughts)
	for _, cell := range []search.Move{8, 0} {
		if err := elsewhere.Play(g.Rules().Point(cell), elsewhere.ToMove()); err != nil {
			t.Fatal(err)
		}
	}
	chosen(t, m, elsewhere)
	if n := m.Tree().Root().Visits; n != 200 {
		t.Errorf("%d visits elsewhere, want 200", n)
	}
	m = small(t, "uct:playouts=200,reuse=off").(*Searcher)
	g = noughts(t, emptyNoughts)
	chosen(t, m, g)
	if n := visits(g); n != 200 {
		t.Errorf("%d visits with reuse=off, want 200", n)
	}
}

// TestTheOpponentsReadingIsForgotten: with an opponent inside the tree, what was read as X is
// of no use to O.
func TestTheOpponentsReadingIsForgotten(t *testing.T) {
	for opponent, kept := range map[string]bool{opponentSelf: true, opponentRandom: false, opponentUCT: false} {
		m := small(t, "uct:playouts=1000,opponent="+opponent).(*Searcher)
		g := noughts(t, emptyNoughts)
		c := chosen(t, m, g)
		goOn(t, m, g, c)
		for turn, want := range []bool{kept, kept} { // O's hint, X's again
			c := next(t, m, g)
			if got := m.Tree().Root().Visits > 1000; got != want {
				t.Errorf("opponent=%s, turn %d: kept %v, want %v", opponent, turn+1, got, want)
			}
			goOn(t, m, g, c)
		}
		g = noughts(t, emptyNoughts)
		m.Reseed(1)
		for turn := range 2 { // X only
			c := search.NoMove
			if turn == 0 {
				c = chosen(t, m, g)
			} else {
				c = next(t, m, g)
			}
			if got := m.Tree().Root().Visits > 1000; got != (turn > 0) {
				t.Errorf("opponent=%s, X's turn %d: kept %v", opponent, turn, got)
			}
			goOn(t, m, g, c)
			goOn(t, m, g, firstFree(g))
		}
	}
}

// TestSmallGamesByProcessorTime reads at least a little, where there is such a clock.
func TestSmallGamesByProcessorTime(t *testing.T) {
	m, err := Players().Parse("uct:time=1ms,clock=cpu,memory=4M", Env{Rules: noughtsRules(t, emptyNoughts), Seed: 1, Threads: 1})
	if _, none := timing.ThreadTime(); none != nil {
		if err == nil || !strings.Contains(err.Error(), "clock=cpu") {
			t.Errorf("a clock that this system does not have: %v", err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	chosen(t, m, noughts(t, emptyNoughts))
	if took := m.(*Searcher).Took(); took.Playouts < fewest {
		t.Errorf("%+v", took)
	}
}

// TestReseededPlayersOfSmallGamesRepeat themselves, whatever they played before.
func TestReseededPlayersOfSmallGamesRepeat(t *testing.T) {
	for _, kind := range smallKinds() {
		text := kind
		if kind != "random" {
			text += ":playouts=5,reuse=on"
			switch kind {
			case KindPlayouts, kindUCB1:
				text = kind + ":playouts=5"
			case kindNegamax:
				text = kind + ":playouts=5,depth=2"
			}
		}
		play := func(before int) (moves []search.Move) {
			m := small(t, text)
			for range before {
				chosen(t, m, noughts(t, emptyNoughts))
			}
			m.(Reseeder).Reseed(9)
			g := noughts(t, emptyNoughts)
			if err := m.NewGame(g); err != nil {
				t.Fatal(err)
			}
			for !g.Over() {
				c := next(t, m, g)
				goOn(t, m, g, c)
				moves = append(moves, c)
			}
			return moves
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

// TestOpeningsOfEqualsAreSpread: all moves of a player tie, one playout each with every
// outcome a win, a loss or a draw, has no favourite.
func TestOpeningsOfEqualsAreSpread(t *testing.T) {
	m := small(t, "uct:playouts=9")
	opened := map[search.Move]int{}
	for seed := range uint64(300) {
		m.(Reseeder).Reseed(seed)
		opened[chosen(t, m, noughts(t, emptyNoughts))]++
	}
	for c := range search.Move(9) {
		if n := opened[c]; n < 10 || n > 70 { // the middle wins most often; the others 30 each
			t.Errorf("move %d opens %d of 300 games", c, n)
		}
	}
}

func TestSmallGamesEndWithTheirContextAndTime(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, text := range []string{"random", "uct:playouts=100", "negamax:depth=3"} {
		p := small(t, text)
		if err := p.NewGame(noughts(t, emptyNoughts)); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Genmove(ctx, board.Black, timing.Clock{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v, want that it was canceled", text, err)
		}
		if err := p.NewGame(noughts(t, "XXX OO. ...")); err != nil {
			t.Fatal(err)
		}
		if _, err := p.Genmove(t.Context(), board.White, timing.Clock{}); !errors.Is(err, search.ErrOver) {
			t.Errorf("%s in a game that is over: %v", text, err)
		}
	}
	m := small(t, "uct:time=1s,early=off").(*Searcher)
	ticks := 0
	m.now = func() time.Time { // each look at the clock takes 10 ms
		ticks++
		return time.Time{}.Add(time.Duration(ticks) * 10 * time.Millisecond)
	}
	chosen(t, m, noughts(t, emptyNoughts))
	if n := m.Took().Playouts; n != 100+fewest-2 {
		t.Errorf("%d playouts, want the fewest without a look at the clock and 98 with one", n)
	}
}

func TestOptionsWithoutMeaningInSmallGames(t *testing.T) {
	rules := noughtsRules(t, emptyNoughts)
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
		"policy:model=x":           "player policy plays Go only; tictactoe is played by search, uct",
		"search:lambda=0.5":        "lambda= has no meaning in tictactoe: networks are for Go",
		"search:playout=none":      "playout=none",
		"utc":                      "did you mean uct",
		"":                         "a player needs a kind",
	} {
		var bad *options.Error
		if _, err := Players().Parse(text, Env{Rules: rules}); !errors.As(err, &bad) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	for _, text := range []string{
		"rave:heuristic=grandfather,experience=5,k=100,c=0.1,fpu=1,schedule=hand",
		"uct:transpositions=on,expand=0,choice=lcb,virtual-loss=1,memory=4M",
	} {
		m, err := Players().Parse(text, Env{Rules: rules})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	}
}
