package player

import (
	"slices"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/rollout"
)

// judged is what the end of a game looks like to c after the given moves.
func judged(t *testing.T, g *board.Game, c board.Color, settle bool) judgement {
	t.Helper()
	return judge(g, c, game.Of(g).Candidates(nil, c), settle, 0, 1)
}

// late makes a game long enough to be finished, by passes of both sides that end
// with one of White's if passed, else with none in a row.
func late(t *testing.T, g *board.Game) *board.Game {
	t.Helper()
	for range judgeFrom(g.Size()) {
		if err := g.Play(board.Pass, board.Black); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// finished is a board on which only own territory is left to fill. Black has 15
// points, White 10.
const finished = `
	. X . X .
	X X X X X
	X X X X X
	O O O O O
	. O . O .
`

func TestPassesWhenNothingIsLeft(t *testing.T) {
	rules := board.Chinese()
	rules.Komi = 0
	for _, c := range []board.Color{board.Black, board.White} {
		if j := judged(t, late(t, drawn(t, rules, finished)), c, false); !j.pass {
			t.Errorf("%v goes on at %s", c, vertexList(j.keep, 5))
		}
	}
}

// invaded is finished except for a white stone in Black's half that cannot live.
// Its two liberties are Black's to fill.
const invaded = `
	. . O . . X O . .
	. . . . X X O . .
	X X X X X X O O O
	X . X X X X O . O
	X X X X X X O O O
	X . X X . X O . O
	X X X X X X O O O
	X X . X X X O O .
	. X X X . X O . O
`

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
		g := late(t, drawn(t, rules, invaded))
		if plain := g.Score(nil).Winner() == board.Black; c.scoring == board.Area && plain != (c.komi == 7.5) {
			t.Fatalf("komi %g: the plain count is %s; the drawing is wrong", c.komi, g.Score(nil))
		}
		j := judged(t, g, board.Black, c.settle)
		if j.pass != c.pass {
			t.Errorf("%+v: pass %v", c, j.pass)
		}
		if !c.pass {
			stone := at(t, g, "C9")
			for _, p := range j.keep {
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
		g := drawn(t, rules, invaded)
		if err := g.Play(board.Pass, board.White); err != nil {
			t.Fatal(err)
		}
		if j := judged(t, g, board.Black, false); j.pass != want {
			t.Errorf("komi %g: pass %v after White's pass, want %v", komi, j.pass, want)
		}
	}
}

func TestPlaysOnAfterAnEarlyPass(t *testing.T) {
	// The count is White's by komi, but the game has hardly begun.
	g := emptyGame(t, 9)
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
	if j := judged(t, g, board.White, false); j.pass || len(j.keep) != 79 {
		t.Errorf("pass %v, %d moves considered, want all 79", j.pass, len(j.keep))
	}
}

func TestPlaysTheLastOpenPoints(t *testing.T) {
	// F5 and E5 are nobody's yet: a play there is worth a point, all others lose one.
	g := drawn(t, board.Chinese(), `
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
	if j.pass {
		t.Fatal("passes with points to gain")
	}
	for _, p := range j.keep {
		if x := p.X(); x != 4 && x != 5 {
			t.Errorf("considers %s, whose owner is decided", p.Vertex(9))
		}
	}
}

func TestLongGamesEnd(t *testing.T) {
	g := drawn(t, board.Japanese(), "...\n...\n...")
	for range longestGame(3) {
		if err := g.Play(board.Pass, board.Black); err != nil {
			t.Fatal(err)
		}
	}
	if j := judged(t, g, board.Black, true); !j.pass {
		t.Error("a game goes on for ever")
	}
}

func vertexList(points []board.Point, size int) (list []string) {
	for _, p := range points {
		list = append(list, p.Vertex(size))
	}
	return list
}

// drawn is a game that starts from a drawn board, Black to move.
func drawn(t *testing.T, rules board.Rules, diagram string) *board.Game {
	t.Helper()
	pos, err := board.Parse(diagram)
	if err != nil {
		t.Fatal(err)
	}
	g, err := board.NewGameFrom(pos, rules)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func at(t *testing.T, g *board.Game, vertex string) board.Point {
	t.Helper()
	p, err := board.ParseVertex(vertex, g.Size())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// inSeki has a black and a white chain with the liberties D9 and C8 between them: whoever
// plays there first loses its own chain.
const inSeki = `
	X O O . X O . O .
	X O . X X O O O O
	X O O X X O . . .
	X X X O O O O O O
	X X X X X X X X X
	X X X X X X X X X
	. X . X . X . X .
	X X X X X X X X X
	X . X . X . X . X
`

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
		g := emptyGame(t, size)
		pos := *g.Position()
		for k, p := range policy.Play(&pos, &random, nil) {
			if k >= judgeFrom(size) && k%7 == int(seed)%7 {
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
				if w := conclude(whole, g, c, candidates, false); w.pass != b.pass || !slices.Equal(w.keep, b.keep) {
					t.Errorf("after %d of %d games another judgement: %+v, want %+v", whole.Games(), ownership.Playouts, w, b)
				}
				if whole.Games() < ownership.Playouts {
					decided++
				}
				judged++
				if b.pass {
					passes++
				}
				if a.pass != b.pass {
					differ++
				}
				for _, p := range b.keep {
					if !a.pass && !slices.Contains(a.keep, p) {
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
