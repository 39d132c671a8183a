package terminal

import (
	"context"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/player"
)

// GameView is one person's game against a player as the screen and the lines see it: a
// Session of Go, or a GameSession. X has Black's place in a small game, O White's.
type GameView interface {
	// ToMove is the colour whose turn it is.
	ToMove() board.Color
	// Over says whether the game has ended.
	Over() bool
	// HumansTurn and PlayersTurn say whether the person or the player is to move.
	HumansTurn() bool
	PlayersTurn() bool
	// Play plays the person's move.
	Play(p board.Point) error
	// Think asks the player for its move without playing it, Hint for its advice. They may
	// run beside everything that only looks.
	Think(ctx context.Context) (player.Choice, error)
	Hint(ctx context.Context) (Hint, error)
	// Answer plays what the player chose.
	Answer(c player.Choice) error
	// Resign gives the game up for the person.
	Resign() error
	// Undo goes back to the person's previous turn.
	Undo() error
	// Save writes the game to a file.
	Save(path string) error
	// Result is the outcome of the finished game, "" while it goes on.
	Result() string
	// Names are what the two sides are called, who begins first.
	Names() (black, white string)

	size() int
	moves() int        // how many were played
	last() board.Point // of the moves; NoPoint before the first
	marks() []mark     // what stands on the points, row-major
	savePath() string
	words() words
}

// words are how a game speaks.
type words struct {
	heading string    // of the panel
	begin   string    // the first line of a game in lines
	note    string    // of the panel, what counts
	short   string    // the same below the board
	sides   [3]string // by colour, at the beginning of a sentence
	prompt  [3]string // by colour
	panel   [3]string // by colour, in the panel
	help    string    // the commands of a game in lines
	passing bool      // whether one may pass
}

// marker is an GameView whose stones can be declared dead in the end.
type marker interface {
	Scoring() bool
	Toggle(p board.Point) error
	Dead() []board.Point
	Estimate() string
}

// scoring says whether stones can be declared dead now.
func scoring(e GameView) bool {
	s, ok := e.(marker)
	return ok && s.Scoring()
}
