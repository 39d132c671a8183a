package ending

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/endingtest"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/rollout"
)

// judged is what the end of a game looks like to c after the given moves.
func judged(t *testing.T, g *board.Game, c board.Color, settle bool) Judgement {
	t.Helper()
	return Judge(g, c, game.Of(g).Candidates(nil, c), settle, 0, 1)
}

// late makes a game long enough to be finished, by passes of both sides that end
// with one of White's if passed, else with none in a row.
func late(t *testing.T, g *board.Game) *board.Game {
	t.Helper()
	for range Earliest(g.Size()) {
		if err := g.Play(board.Pass, board.Black); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

func TestPassesWhenNothingIsLeft(t *testing.T) {
	rules := board.Chinese()
	rules.Komi = 0
	for _, c := range []board.Color{board.Black, board.White} {
		if j := judged(t, late(t, endingtest.Game(t, rules, endingtest.Finished)), c, false); !j.Pass {
			t.Errorf("%v goes on at %s", c, vertexList(j.Keep, 5))
		}
	}
}

func TestTakesDeadStonesOffBeforePassing(t *testing.T) {
	// Black has 54 points to 27 with the stone dead, 45 to 28 with it alive: with
	// komi 7.5 it wins either way and the stone may stay, with 25.5 only if it is
	// taken off.
	for _, c := range []struct {
		komi    float64
		scoring board.Scoring
		settle  bool
		pass    bool
	}{
		{komi: 7.5, pass: true},
		{komi: 7.5, settle: true, pass: false},
		{komi: 25.5, pass: false},
		{komi: 7.5, scoring: board.Territory, pass: true},
	} {
		rules := board.Chinese()
		rules.Komi, rules.Scoring = c.komi, c.scoring
		g := late(t, endingtest.Game(t, rules, endingtest.Invaded))
		if plain := g.Score(nil).Winner() == board.Black; c.scoring == board.Area && plain != (c.komi == 7.5) {
			t.Fatalf("komi %g: the plain count is %s; the drawing is wrong", c.komi, g.Score(nil))
		}
		j := judged(t, g, board.Black, c.settle)
		if j.Pass != c.pass {
			t.Errorf("%+v: pass %v", c, j.Pass)
		}
		if !c.pass {
			stone := endingtest.Point(t, g, "C9")
			for _, p := range j.Keep {
				if !slices.Contains(g.Position().LibertyPoints(stone, nil), p) {
					t.Errorf("%+v: %s takes no liberty of the dead stone", c, p.Vertex(9))
				}
			}
		}
	}
}

func TestPassesAfterAPassOnlyWhenAhead(t *testing.T) {
	for komi, want := range map[float64]bool{7.5: true, 30: false} {
		rules := board.Chinese()
		rules.Komi = komi
		g := endingtest.Game(t, rules, endingtest.Invaded)
		if err := g.Play(board.Pass, board.White); err != nil {
			t.Fatal(err)
		}
		if j := judged(t, g, board.Black, false); j.Pass != want {
			t.Errorf("komi %g: pass %v after White's pass, want %v", komi, j.Pass, want)
		}
	}
}

func TestPlaysOnAfterAnEarlyPass(t *testing.T) {
	// The count is White's by komi, but the game has hardly begun.
	g := endingtest.Empty(t, 9)
	for _, m := range []board.Move{
		{Point: board.XY(2, 2), Color: board.Black},
		{Point: board.XY(6, 6), Color: board.White},
		{Point: board.Pass, Color: board.Black},
	} {
		if err := g.Play(m.Point, m.Color); err != nil {
			t.Fatal(err)
		}
	}
	if got := g.Score(nil).Winner(); got != board.White {
		t.Fatalf("%v is ahead", got)
	}
	if j := judged(t, g, board.White, false); j.Pass || len(j.Keep) != 79 {
		t.Errorf("pass %v, %d moves considered, want all 79", j.Pass, len(j.Keep))
	}
}

func TestPlaysTheLastOpenPoints(t *testing.T) {
	// F5 and E5 are nobody's yet: a play there is worth a point, all others lose one.
	g := endingtest.Game(t, board.Chinese(), `
		. . . X . O . . .
		. X . X . O . O .
		X . X X X O O . O
		. X X . X O . O .
		X X X X . . O O O
		. X . X X O . O .
		X . X . X O O . O
		. X . X X O . O .
		. . X . X O . . .
	`)
	j := judged(t, late(t, g), board.Black, false)
	if j.Pass {
		t.Fatal("passes with points to gain")
	}
	for _, p := range j.Keep {
		if x := p.X(); x != 4 && x != 5 {
			t.Errorf("considers %s, whose owner is decided", p.Vertex(9))
		}
	}
}

func TestLongGamesEnd(t *testing.T) {
	g := endingtest.Game(t, board.Japanese(), "...\n...\n...")
	for range LongestGame(3) {
		if err := g.Play(board.Pass, board.Black); err != nil {
			t.Fatal(err)
		}
	}
	if j := judged(t, g, board.Black, true); !j.Pass {
		t.Error("a game goes on for ever")
	}
}

func vertexList(points []board.Point, size int) (list []string) {
	for _, p := range points {
		list = append(list, p.Vertex(size))
	}
	return list
}

// Few games find what all would: on positions of every age, a judgement by as many games as it
// needs passes where that by all of them passes, and hardly ever leaves out a move that the other keeps.
// While the board is open it plays a few games only.
func TestFewGamesJudgeLikeAll(t *testing.T) {
	judged, passes, differ, lost, opened, played, decided := 0, 0, 0, 0, 0, 0, 0
	policy, err := rollout.NewInformed(rollout.InformedConfig{SelfAtari: 1})
	if err != nil {
		t.Fatal(err)
	}
	seeds := 60
	if testing.Short() {
		seeds = 9
	}
	for seed := range uint64(seeds) {
		size := []int{5, 9, 9}[seed%3]
		random := board.NewRand(seed)
		g := endingtest.Empty(t, size)
		pos := *g.Position()
		for k, p := range policy.Play(&pos, &random, nil) {
			if k >= Earliest(size) && k%7 == int(seed)%7 {
				c := g.Position().ToMove()
				candidates := game.Of(g).Candidates(nil, c)
				if len(candidates) == 0 {
					break
				}
				few, all := ownership.NewSample(g, seed), ownership.NewSample(g, seed)
				whole := ownership.NewSample(g, seed)
				ask(few, g, c, candidates, false, 0)
				ask(whole, g, c, candidates, true, 0)
				all.Play(ownership.Playouts)
				a, b := conclude(few, g, c, candidates, false), conclude(all, g, c, candidates, false)
				if len(all.Unsettled(nil, empties(g.Position()))) > 2*size {
					opened++
					played += few.Games()
				}
				if w := conclude(whole, g, c, candidates, false); w.Pass != b.Pass || !slices.Equal(w.Keep, b.Keep) {
					t.Errorf("after %d of %d games another judgement: %+v, want %+v", whole.Games(), ownership.Playouts, w, b)
				}
				if whole.Games() < ownership.Playouts {
					decided++
				}
				judged++
				if b.Pass {
					passes++
				}
				if a.Pass != b.Pass {
					differ++
				}
				for _, p := range b.Keep {
					if !a.Pass && !slices.Contains(a.Keep, p) {
						lost++
						break
					}
				}
			}
			if g.Play(p, g.Position().ToMove()) != nil {
				break
			}
		}
	}
	if 60*passes < 50*seeds || differ > 0 || 50*lost > judged {
		t.Errorf("of %d judgements and %d passes %d differ, %d leave out a move", judged, passes, differ, lost)
	}
	if 60*decided < 20*seeds {
		t.Errorf("%d positions were decided by fewer games", decided)
	}
	if 60*opened < 100*seeds || played > 15*opened {
		t.Errorf("%d games for %d open positions", played, opened)
	}
}
