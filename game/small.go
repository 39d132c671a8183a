package game

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// Small declares a small game: two sides, X and O, alternate in placing stones on a board. X is player
// 0 and begins. A move of its states is the index of a point, row by row from the top left. Stones
// stay where they were placed.
type Small struct {
	// Name is what players type, Text the name with all options as Parse reads them.
	Name, Text string
	// Title and Goal are for people, as Rules has them.
	Title, Goal string
	// Size is the side of the board.
	Size int
	// Won says in a word how the game is won: "row".
	Won string
	// Start is the empty board.
	Start func() search.State
}

// Rules are the rules that were declared.
func (s Small) Rules() Rules { return smallRules{s} }

type smallRules struct{ declared Small }

func (r smallRules) String() string  { return r.declared.Text }
func (r smallRules) Name() string    { return r.declared.Name }
func (r smallRules) Title() string   { return r.declared.Title }
func (r smallRules) Goal() string    { return r.declared.Goal }
func (r smallRules) Size() int       { return r.declared.Size }
func (r smallRules) States() string  { return r.declared.Text }
func (r smallRules) Validate() error { return nil }

// New implements Rules.
func (r smallRules) New() (Game, error) {
	return &smallGame{rules: r, state: r.declared.Start()}, nil
}

// Side implements Rules.
func (smallRules) Side(c board.Color) string {
	if c == board.White {
		return "O"
	}
	return "X"
}

// Point implements Rules.
func (r smallRules) Point(m search.Move) board.Point { return board.FromIndex(int(m), r.declared.Size) }

// Move implements Rules.
func (r smallRules) Move(p board.Point) search.Move { return search.Move(p.Index(r.declared.Size)) }

// smallGame is a small game under way.
type smallGame struct {
	rules smallRules
	state search.State
	moves []board.Move
}

func (g *smallGame) Rules() Rules        { return g.rules }
func (g *smallGame) Size() int           { return g.rules.declared.Size }
func (g *smallGame) Start() any          { return g.rules.declared.Text }
func (g *smallGame) Moves() []board.Move { return g.moves }

// Clone implements Game.
func (g *smallGame) Clone() Game {
	return &smallGame{rules: g.rules, state: g.state.Clone(), moves: slices.Clone(g.moves)}
}

// ToMove implements Game.
func (g *smallGame) ToMove() board.Color { return board.Black + board.Color(g.state.Player()) }

// Play implements Game.
func (g *smallGame) Play(p board.Point, c board.Color) error {
	size := g.Size()
	why := board.ErrOccupied
	switch {
	case p == board.Pass:
		return ErrNoPass
	case !p.OnBoard(size):
		why = board.ErrOffBoard
	case g.Over():
		why = board.ErrOver
	case c != g.ToMove():
		why = fmt.Errorf("it is the turn of %s", g.rules.Side(g.ToMove()))
	case g.state.Legal(g.rules.Move(p)):
		g.state.Play(g.rules.Move(p))
		g.moves = append(g.moves, board.Move{Point: p, Color: c})
		return nil
	case !g.taken(p):
		why = errNotNow
	}
	return fmt.Errorf("%s is not a legal move: %w", p.Vertex(size), why)
}

// errNotNow is why a free point may not be taken.
var errNotNow = fmt.Errorf("the rules of the game do not allow it now")

// taken says whether a stone is on a point.
func (g *smallGame) taken(p board.Point) bool {
	return slices.ContainsFunc(g.moves, func(m board.Move) bool { return m.Point == p })
}

// Undo implements Game.
func (g *smallGame) Undo() error {
	n := len(g.moves) - 1
	if n < 0 {
		return board.ErrNoUndo
	}
	g.state = g.rules.declared.Start()
	for _, m := range g.moves[:n] {
		g.state.Play(g.rules.Move(m.Point))
	}
	g.moves = g.moves[:n]
	return nil
}

// Over implements Game.
func (g *smallGame) Over() bool {
	_, over := g.state.Over()
	return over
}

// Outcome implements Game.
func (g *smallGame) Outcome() Outcome {
	o := Outcome{Result: "0", End: EndFull}
	switch value, _ := g.state.Over(); {
	case value > 0:
		o.Winner = board.Black
	case value < 0:
		o.Winner = board.White
	default:
		return o
	}
	o.Result, o.End = g.rules.Side(o.Winner)+"+"+g.rules.declared.Won, g.rules.declared.Won
	return o
}

// State implements Game. It needs no c: in small games the sides alternate.
func (g *smallGame) State(board.Color) search.State { return g.state.Clone() }

// Candidates implements Game: the legal moves.
func (g *smallGame) Candidates(dst []board.Point, _ board.Color) []board.Point {
	for _, m := range g.state.Moves(nil) {
		dst = append(dst, g.rules.Point(m))
	}
	return dst
}

// Openings implements Game: the moves that do not end the game.
func (g *smallGame) Openings(dst []board.Point) []board.Point {
	next := g.state.Clone()
	for _, m := range g.state.Moves(nil) {
		next.Set(g.state)
		next.Play(m)
		if _, over := next.Over(); !over {
			dst = append(dst, g.rules.Point(m))
		}
	}
	return dst
}

// MoveName implements Game: "D4". Who moved is known by the place in the game.
func (g *smallGame) MoveName(m board.Move) string { return m.Point.Vertex(g.Size()) }

// movesALine is how many moves stand in a line of a written game.
const movesALine = 10

// Text implements Game: who played, the moves, and the board at the end.
func (g *smallGame) Text(r Record) (text, extension string, err error) {
	var b strings.Builder
	fmt.Fprintf(&b, "game     %v\nX        %s\nO        %s\n", g.rules, r.Black, r.White)
	if r.Result != "" {
		fmt.Fprintf(&b, "result   %s\n", r.Result)
	}
	if r.Opening > 0 {
		fmt.Fprintf(&b, "opening  the first %d moves are random\n", r.Opening)
	}
	for i, m := range g.moves {
		switch {
		case i == 0:
			b.WriteString("moves    ")
		case i%movesALine == 0:
			b.WriteString("\n         ")
		default:
			b.WriteByte(' ')
		}
		b.WriteString(g.MoveName(m))
	}
	b.WriteString("\n\n" + Draw(g))
	return b.String(), ".txt", nil
}

// Draw is the board of a small game with its coordinates, in lines.
func Draw(g Game) string {
	size := g.Size()
	marks := slices.Repeat([]byte("."), size*size)
	for _, m := range g.Moves() {
		marks[m.Point.Index(size)] = g.Rules().Side(m.Color)[0]
	}
	var b strings.Builder
	b.WriteString("   ")
	for x := range size {
		b.WriteString(" " + board.XY(x, 0).Vertex(size)[:1])
	}
	b.WriteString("\n")
	for y := range size {
		fmt.Fprintf(&b, "%3d", size-y)
		for _, mark := range marks[y*size : (y+1)*size] {
			b.WriteString(" " + string(mark))
		}
		b.WriteString("\n")
	}
	return b.String()
}
