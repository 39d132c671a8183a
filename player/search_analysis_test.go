package player

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/timing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/endingtest"
)

func TestGenmoveAnalyzeTellsWhatItPlays(t *testing.T) {
	g := vital(t)
	for _, player := range []string{
		"rave:playouts=500,heuristic=knowledge,schedule=hand",
		"search:playouts=500,expand=4,cpuct=2,model=" + modeltest.Folder(t, 5, true),
	} {
		s := searcher(t, player)
		if err := s.NewGame(game.Of(g)); err != nil {
			t.Fatal(err)
		}
		var last Analysis
		choice, err := s.GenmoveAnalyze(context.Background(), board.Black, timing.Clock{},
			AnalyzeOptions{Ownership: true}, func(a *Analysis) { last = *a })
		if err != nil || choice.Point != board.XY(1, 0) {
			t.Fatalf("%s, %v", choice.Vertex(5), err)
		}
		if last.ToMove != board.Black || last.Visits != 500 || last.Winrate < 0.8 || len(last.Moves) < 2 || len(last.Ownership) != 25 {
			t.Errorf("%s: %+v", player, last)
		}
		sum := 0
		for i, m := range last.Moves {
			sum += m.Visits
			if m.Variation[0] != m.Point || m.LCB > m.Winrate || m.LCB < 0 || m.Winrate > 1 || i > 1 && m.Visits > last.Moves[i-1].Visits {
				t.Errorf("%s: move %d is %+v", player, i, m)
			}
		}
		if best := last.Moves[0]; best.Point != choice.Point || sum != 500 || len(best.Variation) < 2 {
			t.Errorf("%s: the best of %d visits is %+v", player, sum, best)
		}
		// With B5 Black lives and owns the upper two rows; a network that knows nothing sees
		// it die often enough.
		for i, x := range last.Ownership {
			if i < 10 && x < 0.5 && s.config.Kind == KindRave || i >= 10 && x > -0.5 {
				t.Errorf("%s: point %d is owned by %.2f", player, i, x)
			}
		}
	}
}

// A search that goes on because it is undecided reports one end, and the owners of points by all its playouts.
func TestLongerSearchesEndOnce(t *testing.T) {
	clock := timing.Settings{System: timing.Absolute, Main: 10 * second}.Start()
	longer := 0
	for seed := range uint64(20) {
		s, ticks := searcher(t, "uct:playout=uniform,heuristic=none"), newTicking(8*time.Millisecond)
		s.now = ticks.now
		s.Reseed(seed)
		if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
			t.Fatal(err)
		}
		ended := 0
		_, b := s.limits(board.Black, clock)
		o := AnalyzeOptions{Ownership: true, Interval: 1}
		_, err := s.GenmoveAnalyze(t.Context(), board.Black, clock, o, func(a *Analysis) {
			switch n := s.parts.owners.Games(); {
			case ended > 0:
				t.Errorf("seed %d: a report after the end", seed)
			case a.Ended && n != a.Visits:
				t.Errorf("seed %d: the owners are by %d of %d playouts", seed, n, a.Visits)
			}
			if a.Ended {
				ended++
			}
		})
		if err != nil || ended != 1 {
			t.Errorf("seed %d: %d reports of the end, %v", seed, ended, err)
		}
		if ticks.since() > b.Soft+100*time.Millisecond {
			longer++
		}
	}
	if longer == 0 {
		t.Error("no search went on")
	}
}

func TestAnalyzeKeepsToWhatIsAllowed(t *testing.T) {
	points := []board.Point{board.XY(0, 0), board.XY(2, 0), board.XY(0, 4)}
	vitalPoint := []board.Point{board.XY(1, 0)}
	for name, c := range map[string]struct {
		options AnalyzeOptions
		allowed func(p board.Point) bool
		many    bool
	}{
		"allow": {AnalyzeOptions{Allow: []Restriction{{Color: board.Black, Points: points, Until: 1}}}, func(p board.Point) bool { return slices.Contains(points, p) }, true},
		"avoid": {AnalyzeOptions{Avoid: []Restriction{{Color: board.Black, Points: vitalPoint, Until: 1}}}, func(p board.Point) bool { return p != vitalPoint[0] }, true},
		"white": {AnalyzeOptions{Avoid: []Restriction{{Color: board.White, Points: vitalPoint, Until: 9}}}, func(board.Point) bool { return true }, true},
		"most":  {AnalyzeOptions{MaxMoves: 1}, func(p board.Point) bool { return p == vitalPoint[0] }, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := searcher(t, "uct:playouts=200,heuristic=none")
			if err := s.NewGame(game.Of(vital(t))); err != nil {
				t.Fatal(err)
			}
			var last Analysis
			choice, err := s.GenmoveAnalyze(context.Background(), board.Black, timing.Clock{}, c.options, func(a *Analysis) { last = *a })
			if err != nil {
				t.Fatal(err)
			}
			if !choice.Resign && !c.allowed(choice.Point) {
				t.Errorf("it plays %s", choice.Vertex(5))
			}
			for _, m := range last.Moves {
				if !c.allowed(m.Point) {
					t.Errorf("it reads %s", m.Point.Vertex(5))
				}
			}
			if c.many != (len(last.Moves) > 1) {
				t.Errorf("it tells of %d moves", len(last.Moves))
			}
			// Afterwards everything is allowed again.
			if choice, err := s.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil || choice.Point != vitalPoint[0] {
				t.Errorf("without options it plays %s, %v", choice.Vertex(5), err)
			}
		})
	}
}

// TestAnalyzeGoesOnUntilItsEnd: reports come while it reads, and reading ends with ctx.
func TestAnalyzeGoesOnUntilItsEnd(t *testing.T) {
	s := searcher(t, "rave:threads=2")
	if err := s.NewGame(game.Of(endingtest.Empty(t, 5))); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	reports, visits := 0, 0
	err := s.Analyze(ctx, board.White, AnalyzeOptions{Interval: 1}, func(a *Analysis) {
		if a.Visits < visits || a.ToMove != board.White {
			t.Errorf("report %d: %d visits after %d", reports, a.Visits, visits)
		}
		visits = a.Visits
		if reports++; reports == 5 {
			cancel()
		}
	})
	if err != nil || reports < 5 {
		t.Errorf("%d reports, %v", reports, err)
	}
}

func TestAnalyzeAFinishedGame(t *testing.T) {
	s := searcher(t, "uct:playouts=200,heuristic=none")
	g := endingtest.Empty(t, 5)
	for _, c := range []board.Color{board.Black, board.White} {
		if err := g.Play(board.Pass, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.NewGame(game.Of(g)); err != nil {
		t.Fatal(err)
	}
	if choice, err := s.Genmove(context.Background(), board.Black, timing.Clock{}); err != nil || choice.Point != board.Pass {
		t.Errorf("after two passes it plays %s, %v", choice.Vertex(5), err)
	}
	if choice, err := s.Genmove(context.Background(), board.Black, timing.Clock{Settle: true}); err != nil || choice.Point == board.Pass {
		t.Errorf("to settle an empty board it plays %s, %v", choice.Vertex(5), err)
	}
}

// Analyze ends by itself after so many playouts, with one report if none is wanted meanwhile. Each move of a
// line has the playouts through it, never more than the move before.
func TestAnalyzeEndsAfterPlayouts(t *testing.T) {
	s := searcher(t, "rave:threads=1")
	if err := s.NewGame(game.Of(vital(t))); err != nil {
		t.Fatal(err)
	}
	var reports []*Analysis
	err := s.Analyze(t.Context(), board.Black, AnalyzeOptions{Playouts: 300}, func(a *Analysis) {
		reports = append(reports, a.Clone())
	})
	if err != nil || len(reports) != 1 || !reports[0].Ended || reports[0].Visits != 300 {
		t.Fatalf("%v, %d reports: %+v", err, len(reports), reports)
	}
	for _, m := range reports[0].Moves {
		if len(m.Along) != len(m.Variation) || m.Along[0] != m.Visits || !slices.IsSortedFunc(m.Along, func(a, b int) int { return b - a }) {
			t.Errorf("%+v", m)
		}
	}
}
