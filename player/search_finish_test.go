package player

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/player/ending"
	"github.com/tengen-go/tengen/timing"
)

// late is a position late in a game with c to move: one of the opponent's stones was
// played last. With passed the opponent passed after that, and one of c's own was played
// before.
func late(t *testing.T, diagram string, komi float64, c board.Color, passed bool) *board.Game {
	t.Helper()
	rules := board.Chinese()
	rules.Komi = komi
	whole := *endingtest.Game(t, rules, diagram).Position()
	last := c.Opponent()
	if passed {
		last = c
	}
	for i := range whole.Size() * whole.Size() {
		p := board.FromIndex(i, whole.Size())
		if whole.At(p) != last {
			continue
		}
		before := whole
		before.Remove(p)
		g, err := board.NewGameFrom(before, rules)
		if err != nil {
			t.Fatal(err)
		}
		for range ending.Earliest(g.Size()) { // the age of the game
			if err := g.Play(board.Pass, last.Opponent()); err != nil {
				t.Fatal(err)
			}
		}
		if g.Play(p, last) != nil || g.Position().Hash() != whole.Hash() {
			continue
		}
		if passed {
			if err := g.Play(board.Pass, c.Opponent()); err != nil {
				t.Fatal(err)
			}
		}
		return g
	}
	t.Fatal("no stone can have been the last")
	return nil
}

// decides has every kind of searching player choose in a position.
func decides(t *testing.T, g *board.Game, c board.Color, clock timing.Clock, check func(Choice) bool) {
	t.Helper()
	// the value is untrained
	decide(t, g, c, clock, check,
		"search:playouts=400,expand=2,lambda=1,cpuct=1,model="+modeltest.Folder(t, g.Size(), true))
	decide(t, g, c, clock, check, withoutModel...)
}

var withoutModel = []string{
	"uct:playouts=400", "rave:playouts=400", "playouts:playouts=400", "rave:playouts=400,heuristic=knowledge,playout=informed",
}

func decide(t *testing.T, g *board.Game, c board.Color, clock timing.Clock, check func(Choice) bool, players ...string) {
	t.Helper()
	seeds := 3
	if testing.Short() {
		seeds = 1 // under the race detector, for which all seeds are alike
	}
	for _, player := range players {
		for seed := range seeds {
			s := searcher(t, fmt.Sprintf("%s,seed=%d", player, seed+1))
			if err := s.NewGame(game.Of(g)); err != nil {
				t.Fatal(err)
			}
			choice, err := s.Genmove(context.Background(), c, clock)
			if err != nil || !check(choice) {
				t.Errorf("%s, seed %d: %v plays %s, %v", player, seed+1, c, choice.Vertex(g.Size()), err)
			}
		}
	}
}

func passed(choice Choice) bool { return choice == Choice{Point: board.Pass} }

// TestSearchersPassWhenNothingIsLeft: Black wins the finished board by area.
func TestSearchersPassWhenNothingIsLeft(t *testing.T) {
	decides(t, late(t, endingtest.Finished, 0, board.Black, false), board.Black, timing.Clock{}, passed)
}

// TestSearchersEndAWonGame: the opponent passed, and the count is won.
func TestSearchersEndAWonGame(t *testing.T) {
	decides(t, late(t, endingtest.Finished, 0, board.Black, true), board.Black, timing.Clock{}, passed)
}

// A pass that is not allowed is not played, though nothing is left to play for.
func TestSearchersPassOnlyWhereTheyMay(t *testing.T) {
	pass := []Restriction{{Color: board.Black, Points: []board.Point{board.Pass}, Until: 1}}
	const twoLeft = `
		X X X O .
		. . X O O
		X X X O .
		X . X O O
		X X X O .`
	for _, opponentPassed := range []bool{false, true} {
		g := late(t, twoLeft, 0.5, board.Black, opponentPassed)
		move := game.Of(g).Candidates(nil, board.Black)[0]
		only := []Restriction{{Color: board.Black, Points: []board.Point{move}, Until: 1}}
		for name, c := range map[string]struct {
			options AnalyzeOptions
			right   func(board.Point) bool
		}{
			"avoid": {AnalyzeOptions{Avoid: pass}, func(p board.Point) bool { return p != board.Pass }},
			"allow": {AnalyzeOptions{Allow: only}, func(p board.Point) bool { return p == move }},
		} {
			for _, text := range withoutModel {
				s := searcher(t, text+",resign=-1")
				if err := s.NewGame(game.Of(g)); err != nil {
					t.Fatal(err)
				}
				choice, err := s.GenmoveAnalyze(t.Context(), board.Black, timing.Clock{}, c.options, func(*Analysis) {})
				if err != nil || !c.right(choice.Point) {
					t.Errorf("%s, %s, the opponent passed %v: it plays %s, %v",
						text, name, opponentPassed, choice.Vertex(g.Size()), err)
				}
			}
		}
	}
}

// With backup=max a pass is worth what its best reply leaves: White's B3 wins the game. The mean of all replies that were
// tried says that it is nearly even.
func TestAPassIsWorthItsBestReply(t *testing.T) {
	g := late(t, `
		X X X O .
		. X X . O
		O . . X X
		O X . O O
		. O O . .`, 2, board.Black, false)
	for seed := range 3 {
		s := searcher(t, fmt.Sprintf("aoap:playouts=4000,threads=1,backup=max,seed=%d", seed+1))
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Genmove(t.Context(), board.Black, timing.Clock{}); err != nil {
			t.Fatal(err)
		}
		value, err := s.readPass(t.Context(), board.Black, outlook{})
		if err != nil || value > -0.7 {
			t.Errorf("seed %d: a pass is worth %.2f, %v", seed+1, value, err)
		}
	}
}

// TestSearchersTakeWhatMustComeOff: with the dead stones on the board the opponent, who
// passed, would win the count. Passing loses the won game.
func TestSearchersTakeWhatMustComeOff(t *testing.T) {
	goesOn := func(c Choice) bool { return !c.Resign && c.Point != board.Pass }
	g := late(t, endingtest.Invaded, 0, board.Black, true)
	o := ownership.Estimate(g, ownership.Playouts, 1)
	komi := (g.Score(nil).Margin() + g.Score(o.DeadStones(g.Position())).Margin()) / 2
	decides(t, late(t, endingtest.Invaded, komi, board.Black, true), board.Black, timing.Clock{}, goesOn)
	// Where the game is won without that they may stay, but not in a cleanup.
	decides(t, late(t, endingtest.Invaded, komi-20, board.Black, true), board.Black, timing.Clock{}, passed)
	decides(t, late(t, endingtest.Invaded, komi-20, board.Black, true), board.Black, timing.Clock{Settle: true}, goesOn)
}

// TestSearchersCountTerritoryWithoutDeadStones: White passed, and G1 wins for Black. Black's dead stones on the
// right make White's points neutral as long as they stand there, and a pass would win that count. But they come off
// after the game, and then it is lost.
func TestSearchersCountTerritoryWithoutDeadStones(t *testing.T) {
	rules := board.Japanese()
	rules.Komi = -2.5
	g := endingtest.Game(t, rules, `
		. O X X X X . X X
		. O O X O . X . X
		. . O X X X . X X
		. . O O X X X X O
		O O O X O X O O O
		O X X X O O O O X
		X X . X O . O X .
		. . . X O X O X X
		. . . X X O . O .
	`)
	if err := g.Play(board.Pass, board.White); err != nil {
		t.Fatal(err)
	}
	o := ownership.Estimate(g, ownership.Playouts, 1)
	if with, without := g.Score(nil), g.Score(o.DeadStones(g.Position())); with.Winner() != board.Black ||
		without.Winner() != board.White {
		t.Fatalf("%s with dead stones and %s without them; the drawing is wrong", with, without)
	}
	decide(t, g, board.Black, timing.Clock{}, func(c Choice) bool { return !c.Resign && c.Point != board.Pass },
		"rave:playouts=500", "uct:playouts=500")
}

// TestSearchersLeaveASekiAlone: whoever plays there loses its stones, and the game with them.
func TestSearchersLeaveASekiAlone(t *testing.T) {
	margin := endingtest.Game(t, board.TrompTaylor(), endingtest.Seki).Score(nil).Margin() + board.TrompTaylor().Komi
	for c, komi := range map[board.Color]float64{board.Black: margin - 0.5, board.White: margin + 0.5} {
		g := late(t, endingtest.Seki, komi, c, false)
		// Untrained priors and 400 playouts would be too little: MoGo's playouts do not know
		// seki.
		decide(t, g, c, timing.Clock{}, func(choice Choice) bool {
			return !choice.Resign && choice.Point != endingtest.Point(t, g, "D9") && choice.Point != endingtest.Point(t, g, "C8")
		}, "uct:playouts=400,heuristic=none", "uct:playouts=2000", "playouts:playouts=400", "rave:playouts=2000",
			"rave:playouts=400,heuristic=knowledge,schedule=hand,k=1000,c=0")
	}
}

// TestSearchersResignWhatIsLost, and nothing else.
func TestSearchersResignWhatIsLost(t *testing.T) {
	const hopeless = "O O O O O\nO . O . O\nO O O O O\n. . . . .\nX . . . ."
	resigned := func(c Choice) bool { return c.Resign }
	decides(t, late(t, hopeless, 7.5, board.Black, false), board.Black, timing.Clock{}, resigned)
	decides(t, late(t, hopeless, 7.5, board.Black, false), board.Black, timing.Clock{Settle: true}, func(c Choice) bool { return !c.Resign })
	decides(t, vital(t), board.Black, timing.Clock{}, func(c Choice) bool { return !c.Resign })
	never := searcher(t, "rave:playouts=400,resign=-1")
	if err := never.NewGame(game.Of(late(t, hopeless, 7.5, board.Black, false))); err != nil {
		t.Fatal(err)
	}
	if c, err := never.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil || c.Resign {
		t.Errorf("resign=-1 plays %s, %v", c.Vertex(5), err)
	}
}

// White is hopeless after nine stones on 9×9, and plays: the stones were given for a game.
func TestNobodyResignsAtTheStartOfAHandicapGame(t *testing.T) {
	for _, stones := range []int{0, 9} {
		g, err := board.NewGame(9, board.Rules{Ko: board.PositionalSuperko, Scoring: board.Area, Komi: -70.5})
		if err != nil {
			t.Fatal(err)
		}
		if stones > 0 {
			points, err := board.FixedHandicap(9, stones)
			if err == nil {
				err = g.PlaceHandicap(points)
			}
			if err != nil {
				t.Fatal(err)
			}
		} else if err := g.Play(board.XY(4, 4), board.Black); err != nil {
			t.Fatal(err)
		}
		decide(t, g, board.White, timing.Clock{}, func(c Choice) bool { return c.Resign == (stones == 0) },
			"uct:heuristic=none,playouts=5000,resign=-0.5")
	}
}

// TestReadingAPassKeepsToTheTime: it comes out of the time for the move, not on top of it.
// On this clock a playout takes a millisecond at least.
func TestReadingAPassKeepsToTheTime(t *testing.T) {
	const period = 4000
	s, clock := searcher(t, "rave:early=off"), newTicking(time.Millisecond)
	s.now = clock.now
	if err := s.NewGame(game.Of(late(t, endingtest.Finished, 0, board.Black, false))); err != nil {
		t.Fatal(err)
	}
	byoyomi := timing.Settings{System: timing.Byoyomi, Period: period * time.Millisecond, Stones: 1}.Start()
	choice, err := s.Genmove(context.Background(), board.Black, byoyomi)
	if err != nil || choice.Point != board.Pass {
		t.Errorf("it plays %s, %v", choice.Vertex(5), err)
	}
	if n := s.Took().Playouts; n > period || n < period/2 {
		t.Errorf("%d playouts of a millisecond in %d milliseconds", n, period)
	}
}

// TestCountedIsWonDrawnOrLost: a draw, which an integer komi allows, is worth half a win to either.
func TestCountedIsWonDrawnOrLost(t *testing.T) {
	for komi, want := range map[float64]float64{24: 1, 25: 0, 26: -1} {
		rules := board.Chinese()
		rules.Komi = komi
		g, err := board.NewGame(5, rules)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(board.FromIndex(12, 5), board.Black); err != nil { // the whole board is Black's
			t.Fatal(err)
		}
		v := gameView{game.Of(g)}
		black, white := v.countedFor(board.Black, nil), v.countedFor(board.White, nil)
		if black != want || white != -want {
			t.Errorf("komi %g: %g for Black and %g for White, want %g and %g", komi, black, white, want, -want)
		}
	}
}

// While a search's own playouts fight for much of the board nobody is asked whether the game is
// over; at its end they know of nothing to fight for.
func TestOwnPlayoutsKnowAnOpenBoard(t *testing.T) {
	for _, text := range []string{
		"rave:playouts=100,heuristic=knowledge,schedule=hand",
		"uct:playouts=100,heuristic=none",
		"search:playouts=100,lambda=1,model=" + modeltest.Folder(t, 9, true),
	} {
		s := searcher(t, text)
		open, asked := 0, 0
		g := endingtest.Empty(t, 9)
		random := board.NewRand(5)
		for len(g.Moves()) < ending.Earliest(9)+8 { // a board as open as that age has it
			moves := game.Of(g).Candidates(nil, g.Position().ToMove())
			if err := g.Play(moves[random.IntN(len(moves))], g.Position().ToMove()); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		for range 8 {
			c := g.Position().ToMove()
			if s.knownOpen() {
				open++
			}
			before := s.judged
			choice, err := s.Genmove(t.Context(), c, timing.Clock{PlayOn: true})
			if err != nil {
				t.Fatal(err)
			}
			if s.judged != before {
				asked++
			}
			m := board.Move{Point: choice.Point, Color: c}
			if g.Play(m.Point, c) != nil || s.Play(m) != nil {
				t.Fatal("an illegal move")
			}
		}
		if open < 5 || asked != 8-open {
			t.Errorf("%s: known to be open %d times of 8, asked %d times", text, open, asked)
		}
		end := searcher(t, text)
		if err := end.NewGame(game.Of(late(t, endingtest.Invaded, 40, board.Black, false))); err != nil {
			t.Fatal(err)
		}
		if _, err := end.Genmove(t.Context(), board.Black, timing.Clock{PlayOn: true}); err != nil || end.knownOpen() {
			t.Errorf("%s: a finished board is taken for an open one (%v)", text, err)
		}
	}
}
