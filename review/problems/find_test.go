package problems

import (
	"cmp"
	"context"
	"reflect"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/review/judge"
	"github.com/tengen-go/tengen/timing"
)

// oracle is a judge with a table: what each move of a position of so many moves is worth, and its own best moves.
type oracle struct {
	player.Analyst
	worth map[string]float64
	best  []string
	ply   int
	// life are the points that Black owns after a move, all others being White's.
	life  map[string][]string
	g     *board.Game
	reads int
}

func (o *oracle) NewGame(g game.Game) error {
	o.g = g.(game.GoGame).Clone().(game.GoGame).Game
	return nil
}

func (o *oracle) Analyze(
	_ context.Context, to board.Color, opt player.AnalyzeOptions, report func(*player.Analysis),
) error {
	o.reads++
	a := &player.Analysis{ToMove: to, Winrate: 0.5}
	moves := o.g.Moves()
	if len(moves) == o.ply {
		for _, name := range o.best {
			p, err := board.ParseVertex(name, o.g.Size())
			if err != nil {
				return err
			}
			a.Moves = append(a.Moves, player.MoveAnalysis{Point: p})
		}
	} else {
		last := moves[len(moves)-1].Point.Vertex(o.g.Size())
		a.Winrate = 1 - o.worth[last]
		if opt.Ownership {
			a.Ownership = make([]float64, o.g.Size()*o.g.Size())
			for i := range a.Ownership {
				a.Ownership[i] = -1
			}
			for _, name := range o.life[last] {
				p, err := board.ParseVertex(name, o.g.Size())
				if err != nil {
					return err
				}
				a.Ownership[p.Index(o.g.Size())] = 1
			}
		}
	}
	report(a)
	return nil
}

// fixed plays one move, or resigns.
type fixed struct {
	player.Player
	choice player.Choice
}

func (f *fixed) NewGame(game.Game) error { return nil }

func (f *fixed) Genmove(context.Context, board.Color, timing.Clock) (player.Choice, error) {
	return f.choice, nil
}

func TestFind(t *testing.T) {
	ctx := context.Background()
	g := game9(t)
	type table = map[string]float64
	quick := table{"A1": 0.3, "C3": 0.7, "H8": 0.6}
	for _, c := range []struct {
		name        string
		quick, deep table
		resigns     bool
		loss        float64 // 0.25 if 0
		right       []Move
		wrong       []Move
		deepReads   bool
	}{
		{
			name: "a problem", quick: quick, deep: table{"A1": 0.25, "C3": 0.75, "H8": 0.5, "B2": 0.71875},
			right:     []Move{{vertex(t, "C3", 9), 0.75}, {vertex(t, "B2", 9), 0.71875}},
			wrong:     []Move{{vertex(t, "H8", 9), 0.5}, {vertex(t, "A1", 9), 0.25}},
			deepReads: true,
		},
		{name: "the short search has no doubt", quick: table{"A1": 0.6, "C3": 0.7, "H8": 0.6}},
		{
			name: "the long search disagrees", quick: quick, deepReads: true,
			deep: table{"A1": 0.75, "C3": 0.75, "H8": 0.5, "B2": 0.5},
		},
		{
			name: "the game is lost anyway", quick: quick, deepReads: true,
			deep: table{"A1": 0.1, "C3": 0.45, "H8": 0.1, "B2": 0.1},
		},
		{
			name: "a smaller loss is enough", quick: table{"A1": 0.65, "C3": 0.75, "H8": 0.5}, loss: 0.125, deepReads: true,
			deep:  table{"A1": 0.625, "C3": 0.75, "H8": 0.5, "B2": 0.71875},
			right: []Move{{vertex(t, "C3", 9), 0.75}},
			wrong: []Move{{vertex(t, "A1", 9), 0.625}, {vertex(t, "H8", 9), 0.5}},
		},
		{
			name: "and is none with the usual one", quick: quick, deepReads: true,
			deep: table{"A1": 0.625, "C3": 0.75, "H8": 0.5, "B2": 0.71875},
		},
		{name: "the policy resigns", quick: quick, resigns: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			short := &oracle{worth: c.quick, best: []string{"C3", "H8"}, ply: len(g.Moves())}
			long := &oracle{
				worth: c.deep, best: []string{"C3", "B2", "H8"}, ply: len(g.Moves()),
				life: map[string][]string{"C3": {"E5", "E6", "E7"}, "A1": {}},
			}
			f := Finder{
				Quick: judge.New(short, "short", 1, judge.Book{}), Deep: judge.New(long, "long", 2, judge.Book{}),
				Policy: judge.Contestant{Player: &fixed{choice: player.Choice{
					Point: vertex(t, "A1", 9), Resign: c.resigns,
				}}},
				Loss: cmp.Or(c.loss, 0.25),
			}
			var told []int
			list, err := f.Find(ctx, []judge.Question{{Source: "made", Ply: 6, Game: g}}, func(done, found int) {
				told = append(told, done, found)
			})
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(told, []int{1, len(list)}) {
				t.Errorf("told %v", told)
			}
			if (long.reads > 0) != c.deepReads {
				t.Errorf("%d long searches", long.reads)
			}
			if c.right == nil {
				if len(list) > 0 {
					t.Errorf("a problem: %+v", list)
				}
				return
			}
			want := []Problem{{Source: "made, move 6", Kind: LifeAndDeath, Game: g, Right: c.right, Wrong: c.wrong}}
			if !reflect.DeepEqual(list, want) {
				t.Errorf("found %+v, want %+v", list, want)
			}
		})
	}
}

// game9 has three black stones in a row, which hang on Black's next move.
func game9(t *testing.T) *board.Game {
	return after(t, 9, "E5", "G5", "E6", "G6", "E7", "G7")
}

func TestSolve(t *testing.T) {
	moves := func(names ...string) (list []Move) {
		for _, n := range names {
			list = append(list, Move{Point: vertex(t, n, 9)})
		}
		return list
	}
	list := []Problem{
		{Source: "1", Kind: "by hand", Game: game9(t), Right: moves("A1"), Wrong: moves("B2")},
		{Source: "2", Kind: Ladder, Game: game9(t), Right: moves("B2", "A1"), Wrong: moves("C3")},
		{Source: "3", Kind: Ladder, Game: game9(t), Right: moves("C3"), Wrong: moves("A1")},
	}
	at := func(name string) player.Player { return &fixed{choice: player.Choice{Point: vertex(t, name, 9)}} }
	rows, err := Solve(context.Background(), list, []judge.Contestant{
		{Name: "A1", Player: at("A1")},
		{Name: "J9", Player: at("J9")},
		{Name: "resigns", Player: &fixed{choice: player.Choice{Resign: true, Point: vertex(t, "A1", 9)}}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []struct {
		solved, ladders, byHand float64
		fell                    int
		unsolved                []int
	}{{2. / 3, 0.5, 1, 1, []int{3}}, {0, 0, 0, 0, []int{1, 2, 3}}, {0, 0, 0, 0, []int{1, 2, 3}}} {
		r := rows[k]
		if r.Solved.Value != want.solved || r.Fell != want.fell || !reflect.DeepEqual(r.Unsolved, want.unsolved) {
			t.Errorf("%s: %+v", r.Player, r)
		}
		if len(r.Kinds) != 2 || r.Kinds[0].Kind != Ladder || r.Kinds[0].Solved.Value != want.ladders ||
			r.Kinds[0].Solved.N != 2 || r.Kinds[1].Solved.Value != want.byHand {
			t.Errorf("%s by kind: %+v", r.Player, r.Kinds)
		}
		if r.Seconds != nil {
			t.Errorf("%s: %v seconds without a clock", r.Player, *r.Seconds)
		}
	}
}
