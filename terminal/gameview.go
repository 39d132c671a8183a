package terminal

import (
	"context"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/play"
	"github.com/tengen-go/tengen/player"
)

// GameView is a person's game against a player as the screen and the lines see it: OfGo or OfSmall.
// X has Black's place in a small game, O White's.
type GameView interface {
	// ToMove is the colour to move.
	ToMove() board.Color
	// Over says whether the game has ended.
	Over() bool
	// HumansTurn and PlayersTurn say whether the person or the player is to move.
	HumansTurn() bool
	PlayersTurn() bool
	// Play plays the person's move.
	Play(p board.Point) error
	// Think asks the player for its move without playing it, Hints for the moves that it would
	// consider, its favourite first. They may run at the same time as everything that only looks.
	Think(ctx context.Context) (player.Choice, error)
	Hints(ctx context.Context) ([]play.Hint, error)
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

	// Size is the side of the board, Moves are those played, in order.
	Size() int
	Moves() []board.Move

	// marks are what stands on the points, row-major; owner, nil or from 1 Black's to −1 White's,
	// shows territory.
	marks(owner []float64) []mark
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

// marker is a GameView with stones that can be declared dead in the end.
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

// browser is a GameView with a record to go through.
type browser interface {
	Back(n int) error
	Forward(n int) error
	NextVariation() error
	PlayerMoves() error
	Browsing() bool
	Comment() string
}

// estimator is a GameView that can be judged while it goes on.
type estimator interface {
	// Chance is what the player expected Black to win when it last moved, 0 to 1.
	Chance() (black float64, ok bool)
	// Estimator is a function that judges the present position wherever it runs.
	Estimator() func() play.Estimate
}

// lastMove is the point of the last move, NoPoint before the first.
func lastMove(v GameView) board.Point {
	if moves := v.Moves(); len(moves) > 0 {
		return moves[len(moves)-1].Point
	}
	return board.NoPoint
}
