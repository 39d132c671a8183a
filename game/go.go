package game

import (
	"strconv"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/gostate"
)

// Go are the rules of Go on a board.
type Go struct {
	Board int // its side; 0 where it is not known yet
	Rules board.Rules
}

// NameGo is the name of Go.
const NameGo = "go"

// String implements Rules.
func (Go) String() string { return NameGo }

// Name implements Rules.
func (Go) Name() string { return NameGo }

// Title implements Rules.
func (Go) Title() string { return "Go" }

// Goal implements Rules.
func (Go) Goal() string { return "the larger score wins" }

// Size implements Rules.
func (r Go) Size() int { return r.Board }

// Validate implements Rules.
func (r Go) Validate() error {
	if err := board.CheckSize(r.Board); err != nil {
		return err
	}
	return r.Rules.Validate()
}

// New implements Rules.
func (r Go) New() (Game, error) {
	g, err := board.NewGame(r.Board, r.Rules)
	if err != nil {
		return nil, err
	}
	return Of(g), nil
}

// Side implements Rules.
func (Go) Side(c board.Color) string { return c.String() }

// States implements Rules: one tree serves all komi and all rules.
func (r Go) States() string { return NameGo + strconv.Itoa(r.Board) }

// Point implements Rules: a Move of Go is a point, or a pass.
func (Go) Point(m search.Move) board.Point { return board.Point(m) }

// Move implements Rules.
func (Go) Move(p board.Point) search.Move { return search.Move(p) }

// GoGame is a game of Go under way.
type GoGame struct{ *board.Game }

// Of is a game of Go as players see it. It shares the game that it is made of.
func Of(g *board.Game) GoGame { return GoGame{g} }

// Rules implements Game.
func (g GoGame) Rules() Rules { return Go{Board: g.Size(), Rules: g.Game.Rules()} }

// Clone implements Game.
func (g GoGame) Clone() Game { return GoGame{g.Game.Clone()} }

// goStart is where a game of Go began.
type goStart struct {
	size  int
	rules board.Rules
	hash  uint64
	// surplus has the prisoners of a start in the middle of a game, where they are points.
	surplus int
}

// Start implements Game.
func (g GoGame) Start() any {
	start, rules := g.Game.Start(), g.Game.Rules()
	return goStart{g.Size(), rules, start.HashToMove(), start.Surplus(rules.Scoring)}
}

// ToMove implements Game.
func (g GoGame) ToMove() board.Color { return g.Position().ToMove() }

// State implements Game. After two passes play goes on from there, to settle what is dead.
func (g GoGame) State(c board.Color) search.State { return goState(g.Game, c) }

// goState is State as the type that it is.
func goState(g *board.Game, c board.Color) *gostate.State {
	state := gostate.New(g)
	if g.Over() {
		state.Resume()
	}
	state.Position().SetToMove(c)
	return state
}

// Candidates implements Game: the points where c may play under the game's rules without filling
// an eye of its own.
func (g GoGame) Candidates(dst []board.Point, c board.Color) []board.Point {
	pos := g.Position()
	for i := range pos.Size() * pos.Size() {
		p := board.FromIndex(i, pos.Size())
		if pos.At(p) == board.Empty && !pos.OwnEye(p, c) && g.Legal(p, c) == nil {
			dst = append(dst, p)
		}
	}
	return dst
}

// Openings implements Game: candidates that, while there are others, are not on the edge of the
// board, where no opening is played.
func (g GoGame) Openings(dst []board.Point) []board.Point {
	had, last := len(dst), g.Size()-1
	dst = g.Candidates(dst, g.ToMove())
	inside := had
	for _, p := range dst[had:] {
		if x, y := p.X(), p.Y(); x > 0 && y > 0 && x < last && y < last {
			dst[inside] = p
			inside++
		}
	}
	if inside > had {
		return dst[:inside]
	}
	return dst
}

// scoreGames is the number of playouts behind the dead stones of a finished game.
const scoreGames = 2000

// Outcome implements Game: the score without the stones that playouts take for dead.
func (g GoGame) Outcome() Outcome {
	o := ownership.Estimate(g.Game, scoreGames, uint64(len(g.Moves())))
	plain, cleared := g.Score(nil), g.Score(o.DeadStones(g.Position()))
	return Outcome{
		Winner: cleared.Winner(), Result: cleared.String(), End: EndPasses,
		Plain: plain.String(), Cleared: cleared.String(), PlainWinner: plain.Winner(),
	}
}

// MoveName implements Game: "BD4".
func (g GoGame) MoveName(m board.Move) string {
	return record.Letter(m.Color) + m.Point.Vertex(g.Size())
}

// Text implements Game: as SGF.
func (g GoGame) Text(r Record) (text, extension string, err error) {
	tree := record.Transcript{Game: g.Game, Black: r.Black, White: r.White, Result: r.Result}.Tree()
	written, err := tree.Append(nil)
	return string(written) + "\n", ".sgf", err
}
