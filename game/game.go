package game

import (
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/search"
)

// Rules say what is played: a game, its board and its options. Rules of equal strings are the same.
type Rules interface {
	// String is the game as Parse reads it. For Go, which has rules of its own kind, it only
	// says that.
	String() string
	// Name is what players type for the game, Title what people read.
	Name() string
	Title() string
	// Goal says what wins, for people: "at least 5 in a row win".
	Goal() string
	// Size is the side of the board; 0 for Go on a board that is not known yet.
	Size() int
	// Validate refuses rules that allow no game.
	Validate() error
	// New is the game before the first move.
	New() (Game, error)
	// Side is what Black and White are called: black and white, X and O.
	Side(c board.Color) string
	// States names the kind of the game's states. One search tree serves all rules of equal States.
	States() string
	// Point is where a move of the game's states places its stone, Move the way back.
	Point(m search.Move) board.Point
	Move(p board.Point) search.Move
}

// Game is a game under way. It belongs to one goroutine.
type Game interface {
	// Rules are what is played.
	Rules() Rules
	// Size is the side of the board.
	Size() int
	// Clone is an independent copy.
	Clone() Game
	// Start is equal for games that began from the same position by the same rules.
	Start() any
	// Moves are those so far, in order. The slice belongs to the game.
	Moves() []board.Move
	// ToMove is the side to move.
	ToMove() board.Color
	// Play plays a move, or says why it may not be played.
	Play(p board.Point, c board.Color) error
	// Undo takes the last move back.
	Undo() error
	// Over says whether the game has ended.
	Over() bool
	// Outcome is how the game ended, or how it stands if it ends here.
	Outcome() Outcome
	// State is the position with c to move, as a search sees it.
	State(c board.Color) search.State
	// Candidates appends the points where c may play and which are worth a thought.
	Candidates(dst []board.Point, c board.Color) []board.Point
	// Openings appends the points at which a random opening may go on.
	Openings(dst []board.Point) []board.Point
	// MoveName is the name of a move in the hash of a game.
	MoveName(m board.Move) string
	// Text is the game as a file of the kind that its extension says.
	Text(r Record) (text, extension string, err error)
}

// The ways in which a game ends by its rules.
const (
	EndPasses = "passes" // both passed; the score decides
	EndRow    = "row"    // the winner has a row
	EndFull   = "full"   // nobody can move, and nobody has won
)

// Outcome is how a game ended.
type Outcome struct {
	Winner board.Color // Empty for a draw
	Result string      // B+3.5, X+row; 0 for a draw
	End    string      // one of the ways in which a game ends
	// Plain is the score of Go with every stone alive, and PlainWinner who wins by it. Cleared is the
	// score without the stones that playouts take for dead, which is the result. Both are empty in other games.
	Plain, Cleared string
	PlainWinner    board.Color
}

// Record is a game with what is written around it.
type Record struct {
	Game         Game
	Black, White string // names
	Result       string // "" where there is none yet
	Opening      int    // how many of the moves were drawn by chance
}

// WriteFile writes the record to a file, the extension added to path: what was there before stays
// until the record is whole.
func (r Record) WriteFile(path string) error {
	text, extension, err := r.Game.Text(r)
	if err == nil {
		err = atomicfile.Write(path+extension, []byte(text))
	}
	if err != nil {
		return fmt.Errorf("save: %w", err)
	}
	return nil
}

// ErrNoPass says why a pass is no move.
var ErrNoPass = errors.New("there is no passing in this game")
