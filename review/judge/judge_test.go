package judge

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/timing"
)

// worth is the win rate of whoever plays a point in this test: more on the right and the bottom, and in quarters,
// eighths and so on, so that sums are exact.
func worth(p board.Point) float64 {
	if p == board.Pass {
		return 0
	}
	return float64(p.X()*8+p.Y()) / 128
}

// columns is a judge that knows worth, and counts how often it reads. It ends ctx after so many.
type columns struct {
	player.Analyst
	g     *board.Game
	reads int
	stop  int
	end   context.CancelFunc
}

func (c *columns) NewGame(g game.Game) error {
	c.g = g.(game.GoGame).Clone().(game.GoGame).Game
	return nil
}

func (c *columns) Analyze(
	_ context.Context, to board.Color, _ player.AnalyzeOptions, report func(*player.Analysis),
) error {
	c.reads++
	if c.reads == c.stop {
		c.end()
	}
	moves := c.g.Moves()
	a := &player.Analysis{ToMove: to, Winrate: 1 - worth(moves[len(moves)-1].Point)}
	for x := 4; x >= 0 && len(a.Moves) < 4; x-- { // worse ones first, to show that the judge values them itself
		if p := board.XY(x, x); c.g.Legal(p, to) == nil {
			a.Moves = append(a.Moves, player.MoveAnalysis{Point: p})
		}
	}
	report(a)
	return nil
}

// chooser plays what it is made to.
type chooser struct {
	player.Player
	choice func(g *board.Game) player.Choice
	g      *board.Game
}

func (c *chooser) NewGame(g game.Game) error {
	c.g = g.(game.GoGame).Clone().(game.GoGame).Game
	return nil
}

func (c *chooser) Genmove(context.Context, board.Color, timing.Clock) (player.Choice, error) {
	return c.choice(c.g), nil
}

// played is a set of games on 5×5 with different moves.
func played(t *testing.T, games int) *record.Set {
	t.Helper()
	set := &record.Set{}
	for i := range games {
		g := record.Game{Size: 5, Komi: 0.5, First: board.Black, Source: record.Source{File: "made", Line: i + 1}}
		c := board.Black
		for k := range 12 {
			p := board.FromIndex((i+2*k)%25, 5)
			g.Moves = append(g.Moves, record.NewMove(c, p, 5))
			c = c.Opponent()
		}
		set.Add(g)
	}
	return set
}

func TestCompare(t *testing.T) {
	ctx := context.Background()
	j := New(&columns{}, "columns", 1, Book{})
	questions, err := j.Questions(ctx, played(t, 12), Sample{Positions: 10, Lo: 0.6, Hi: 1, Seed: 2}, nil)
	if err != nil || len(questions) < 3 {
		t.Fatalf("%d questions, %v", len(questions), err)
	}
	for _, q := range questions {
		moves := q.Game.Moves()
		if v := 1 - worth(moves[len(moves)-1].Point); v < 0.6 || q.Ply != len(moves) || q.Ply < 2 {
			t.Errorf("%s, move %d: win rate %v", q.Source, q.Ply, v)
		}
	}
	// what the best of all candidates is worth, and a free point that is none of the judge's
	best := func(g *board.Game) (top, third float64) {
		n := 0
		for x := 4; x >= 0 && n < 3; x-- {
			if p := board.XY(x, x); g.Legal(p, g.Position().ToMove()) == nil {
				top = max(top, worth(p))
				n++
			}
		}
		return top, 0
	}
	any := func(g *board.Game) board.Point {
		for i := range 25 {
			if p := board.FromIndex(24-i, 5); g.Legal(p, g.Position().ToMove()) == nil {
				return p
			}
		}
		return board.Pass
	}
	rows, err := j.Compare(ctx, questions, []Contestant{
		{Name: "last", Player: &chooser{choice: func(g *board.Game) player.Choice { return player.Choice{Point: any(g)} }}},
		{Name: "passes", Player: &chooser{choice: func(*board.Game) player.Choice { return player.Choice{Point: board.Pass} }}},
		{Name: "resigns", Player: &chooser{choice: func(*board.Game) player.Choice { return player.Choice{Resign: true} }}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := [3]float64{}
	clean := 0.0
	for _, q := range questions {
		top, _ := best(q.Game)
		mine := worth(any(q.Game))
		top = max(top, mine)
		if q.Game.Clone().Moves()[len(q.Game.Moves())-1].Point == board.Pass {
			t.Fatal("a question after a pass")
		}
		want[0] += (top - mine) / float64(len(questions))
		want[1] += top / float64(len(questions))
		want[2] += top / float64(len(questions))
		if mine == top {
			clean++
		}
	}
	for k, r := range rows {
		if math.Abs(r.Loss.Value-want[k]) > 1e-12 || math.Abs(r.Difference.Value-(want[k]-want[0])) > 1e-12 {
			t.Errorf("%s: loss %v, difference %v, want %v", r.Player, r.Loss, r.Difference, want)
		}
	}
	if got := rows[0].Clean.Value; got != clean/float64(len(questions)) {
		t.Errorf("without loss %v, want %v of %d", got, clean, len(questions))
	}
	if rows[2].Blunders.Value != 1 || rows[0].Difference.Lo != 0 || rows[0].Difference.Hi != 0 {
		t.Errorf("%+v", rows)
	}
}

// An interrupted comparison goes on with the book to the same result, and reads nothing twice.
func TestBook(t *testing.T) {
	run := func(ctx context.Context, a *columns, book Book) ([]Row, error) {
		j := New(a, "columns", 1, book)
		questions, err := j.Questions(ctx, played(t, 12), Sample{Positions: 10, Lo: 0, Hi: 1, Seed: 3}, nil)
		if err != nil {
			return nil, err
		}
		first := &chooser{choice: func(g *board.Game) player.Choice { return player.Choice{Point: board.Pass} }}
		return j.Compare(ctx, questions, []Contestant{{Name: "first", Player: first}}, nil)
	}
	whole := &columns{}
	want, err := run(context.Background(), whole, Book{})
	if err != nil {
		t.Fatal(err)
	}
	book := Book{}
	ctx, cancel := context.WithCancel(context.Background())
	cut := &columns{stop: whole.reads / 2, end: cancel}
	if _, err := run(ctx, cut, book); !errors.Is(err, context.Canceled) {
		t.Fatalf("want an interruption, got %v", err)
	}
	if len(book) != cut.reads-1 {
		t.Errorf("%d verdicts of %d readings, the last one interrupted", len(book), cut.reads)
	}
	rest := &columns{}
	got, err := run(context.Background(), rest, book)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	if rest.reads != whole.reads-cut.reads+1 {
		t.Errorf("%d readings to go on, want %d", rest.reads, whole.reads-cut.reads+1)
	}
	// Another judge, or another number of playouts, has verdicts of its own.
	for _, other := range []*Judge{New(nil, "other", 1, book), New(nil, "columns", 2, book)} {
		g, err := board.NewGame(5, board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		if other.key(g) == New(nil, "columns", 1, book).key(g) {
			t.Error("two judges share verdicts")
		}
	}
}

// Games have verdicts of their own if only the board differs, or only White's points for handicap stones. The hash of
// the stones shows neither.
func TestBoardsDoNotShareVerdicts(t *testing.T) {
	j := New(nil, "columns", 1, Book{})
	stones := []board.Point{board.XY(2, 2), board.XY(6, 6)}
	setUp := func(size int) *board.Game {
		p := board.NewPosition(size)
		if err := p.Setup(stones, nil); err != nil {
			t.Fatal(err)
		}
		p.SetToMove(board.White)
		g, err := board.NewGameFrom(p, board.Chinese())
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	handicap, err := board.NewGame(9, board.Chinese())
	if err != nil {
		t.Fatal(err)
	}
	if err := handicap.PlaceHandicap(stones); err != nil {
		t.Fatal(err)
	}
	key := j.key(setUp(9))
	if key != j.key(setUp(9)) {
		t.Error("a game has two keys")
	}
	if key == j.key(setUp(13)) {
		t.Error("9×9 and 13×13 share verdicts")
	}
	if key == j.key(handicap) {
		t.Error("a handicap, for which White gets two points, shares verdicts with stones that were set up")
	}
}

// The judge's verdict on a position does not depend on what it read before.
func TestVerdictsRepeat(t *testing.T) {
	p, err := player.Players().Parse("rave:playouts=60,threads=1", player.Env{Rules: game.Go{Board: 5}, Seed: 1, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var seen [2]Book
	for k := range seen {
		seen[k] = Book{}
		j := New(p.(player.Analyst), "rave", 60, seen[k])
		for i := range 6 {
			if k == 1 {
				i = 5 - i
			}
			g, ok := replay(played(t, 6).Game(i), 5)
			if !ok {
				t.Fatal("an illegal game")
			}
			if _, err := j.Look(context.Background(), g); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(seen[0]) != 6 || !reflect.DeepEqual(seen[0], seen[1]) {
		t.Errorf("in another order:\n%v\n%v", seen[0], seen[1])
	}
}
