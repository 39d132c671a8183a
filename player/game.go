package player

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/games/gomoku"
	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/smallstate"
)

// Game is a small game on a square board, on which two sides, X and O, place stones by turns
// and the first with enough of them in a row wins. X, who begins, is player 0 of the states
// and has Black's place wherever there are colours. Points are named as in Go: the column's
// letter without I, and the row from the bottom.
type Game struct {
	// Name is tictactoe or gomoku.
	Name string
	// Size is the side of the board, Length what wins.
	Size, Length int
	// Exact has rows of more than Length not win.
	Exact bool
}

// The small games.
const (
	TicTacToe = "tictactoe"
	Gomoku    = "gomoku"
)

// DefaultGomoku is Gomoku on the board of Zhang, Peng and Xu (§4, experiment 2), but five or
// more win; with them exactly five do.
var DefaultGomoku = Game{Name: Gomoku, Size: 8, Length: 5}

// ParseGame reads "tictactoe", or "gomoku" with options, as "gomoku:size=15,length=5,exact=on".
func ParseGame(s string) (Game, error) {
	spec, err := ParseSpec(s)
	if err != nil {
		return Game{}, specErrorf("a game needs a name: tictactoe or gomoku")
	}
	spec.what = "game"
	o, err := spec.Options()
	if err != nil {
		return Game{}, err
	}
	var g Game
	switch spec.Kind {
	case TicTacToe:
		g = Game{Name: TicTacToe, Size: 3, Length: 3}
	case Gomoku:
		g = DefaultGomoku
		g.Size = o.Int("size", g.Size, gomoku.MinSize, gomoku.MaxSize)
		lengthGiven := o.given("length")
		g.Length = o.Int("length", g.Length, gomoku.MinLength, gomoku.MaxSize)
		g.Exact = o.Bool("exact", g.Exact)
		if !lengthGiven && g.Length > g.Size {
			o.errs = append(o.errs, specErrorf("%v: length=%d, the default, does not fit size=%d: give length=%d to %d, too", spec, g.Length, g.Size, gomoku.MinLength, g.Size))
		}
	default:
		names := []string{Gomoku, TicTacToe}
		return Game{}, specErrorf("no game is called %q%s (there are %s)", spec.Kind, spelling.Nearest(spec.Kind, names), strings.Join(names, ", "))
	}
	if err := o.Finish(); err != nil {
		return Game{}, err
	}
	if err := g.Validate(); err != nil {
		return Game{}, &SpecError{err}
	}
	return g, nil
}

// Validate refuses games that cannot be played.
func (g Game) Validate() error {
	_, err := g.start()
	return err
}

// String is the game as ParseGame reads it, equal for equal games.
func (g Game) String() string {
	if g.Name == TicTacToe {
		return g.Name
	}
	exact := "off"
	if g.Exact {
		exact = "on"
	}
	return fmt.Sprintf("%s:size=%d,length=%d,exact=%s", g.Name, g.Size, g.Length, exact)
}

// New is the empty board of a game that Validate accepts.
func (g Game) New() search.State {
	s, err := g.start()
	if err != nil {
		panic("player: " + err.Error())
	}
	return s
}

func (g Game) start() (search.State, error) {
	switch g.Name {
	case TicTacToe:
		return &smallstate.TicTacToe{}, nil
	case Gomoku:
		p, err := gomoku.New(gomoku.Rules{Size: g.Size, Length: g.Length, Exact: g.Exact})
		return &smallstate.Gomoku{Position: p}, err
	}
	return nil, fmt.Errorf("no game is called %q", g.Name)
}

// Cells is the number of points.
func (g Game) Cells() int { return g.Size * g.Size }

// Marks are the points of a state of the game, row by row from the top left: X, O or a dot.
func (g Game) Marks(s search.State) string {
	var drawn fmt.Stringer
	switch s := s.(type) {
	case *smallstate.TicTacToe:
		drawn = s.Position
	case *smallstate.Gomoku:
		drawn = &s.Position
	}
	return strings.ReplaceAll(drawn.String(), "\n", "")
}

// Draw is the board with its coordinates, in lines.
func (g Game) Draw(s search.State) string {
	marks := g.Marks(s)
	var b strings.Builder
	letters := "   "
	for x := range g.Size {
		letters += " " + board.XY(x, 0).Vertex(g.Size)[:1]
	}
	b.WriteString(letters + "\n")
	for y := range g.Size {
		fmt.Fprintf(&b, "%3d", g.Size-y)
		for x := range g.Size {
			b.WriteString(" " + marks[y*g.Size+x:][:1])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// ErrNoPass says why a pass is no move.
var ErrNoPass = errors.New("there is no passing in this game")

// ParseMove reads a point, such as C3, wherever the game stands.
func (g Game) ParseMove(text string) (search.Move, error) {
	p, err := board.ParseVertex(text, g.Size)
	switch {
	case err != nil:
		return search.NoMove, err
	case p == board.Pass:
		return search.NoMove, ErrNoPass
	}
	return g.Move(p), nil
}

// FormatMove is the name of a point.
func (g Game) FormatMove(m search.Move) string {
	if m < 0 || int(m) >= g.Cells() {
		return fmt.Sprintf("point %d", m)
	}
	return g.Point(m).Vertex(g.Size)
}

// Point is where a move places its stone, Move the way back.
func (g Game) Point(m search.Move) board.Point { return board.FromIndex(int(m), g.Size) }

// Move is the move that places a stone on a point of the board.
func (g Game) Move(p board.Point) search.Move { return search.Move(p.Index(g.Size)) }
