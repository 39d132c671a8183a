package player

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/timing"
)

// Analysis is what a searching player thinks of a position at one moment. Win rates are
// from 0 to 1 for the side to move.
type Analysis struct {
	ToMove    board.Color
	Visits    int            // playouts through the position
	Winrate   float64        // of the position
	Moves     []MoveAnalysis // the best first
	Ownership []float64      // by row-major index, 1 Black's to −1 White's; nil unless asked for
	Ended     bool           // the reading has ended: no report follows

	// Where a search mixes playouts and a value network: the win rate by each of them alone, and how
	// many values there were. Without such a mixture Values is 0.
	Rollouts, Value float64
	Values          int
}

// MoveAnalysis is what it thinks of one move.
type MoveAnalysis struct {
	Point     board.Point // or Pass
	Visits    int
	Winrate   float64
	LCB       float64       // lower bound of Winrate's confidence interval, at least 0
	Prior     float64       // probability before reading, 0 to 1
	Variation []board.Point // the line that is expected, this move first
	Along     []int         // the playouts through each move of Variation
}

// AnalyzeOptions says what to read and how often to report.
type AnalyzeOptions struct {
	Playouts  int           // for Analyze: read so many, then end; 0: read until the context ends
	Interval  time.Duration // between reports; 0: only one, at the end
	MinMoves  int           // report at least so many moves, if there are
	MaxMoves  int           // report at most so many moves; 0: all with a visit
	Ownership bool
	Avoid     []Restriction
	Allow     []Restriction
}

// Restriction forbids points to a colour, or allows it only these, for the first Until
// moves of every line.
type Restriction struct {
	Color  board.Color
	Points []board.Point
	Until  int
}

// Analyst is a player that can show what it reads.
type Analyst interface {
	Player
	// Analyze reads the present position with c to move until ctx ends, which is no error, or
	// all playouts are made. It reports from time to time and at the end. The report is valid
	// during the call.
	Analyze(ctx context.Context, c board.Color, o AnalyzeOptions, report func(*Analysis)) error
	// GenmoveAnalyze is Genmove with reports.
	GenmoveAnalyze(
		ctx context.Context, c board.Color, clock timing.Clock, o AnalyzeOptions, report func(*Analysis),
	) (Choice, error)
}

// Ponderer is a player that can read on while its opponent thinks.
type Ponderer interface {
	// Ponder reads the present position until ctx ends, which is no error. It returns at
	// once if the player is not set to do so.
	Ponder(ctx context.Context) error
}

// Forgetter is a player that keeps what it has read from one position to the next.
type Forgetter interface {
	// Forget drops it; the next search begins anew.
	Forget()
}

// For is the win rate of colour c.
func (a *Analysis) For(c board.Color) float64 {
	if a.ToMove == c {
		return a.Winrate
	}
	return 1 - a.Winrate
}

// Clone is a copy that shares nothing.
func (a *Analysis) Clone() *Analysis {
	b := *a
	b.Ownership = slices.Clone(a.Ownership)
	b.Moves = slices.Clone(a.Moves)
	for i := range b.Moves {
		b.Moves[i].Variation = slices.Clone(b.Moves[i].Variation)
		b.Moves[i].Along = slices.Clone(b.Moves[i].Along)
	}
	return &b
}

// ErrNoAnalyst is what a player that cannot show what it reads is refused with.
var ErrNoAnalyst = errors.New("it cannot show what it reads; search, uct, rave and playouts can")
