package rollout

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/board"
)

// Playout is a way of playing a position to its end. It holds scratch and is for one
// goroutine.
type Playout interface {
	// Play plays pos until two passes in a row, or until MoveLimit moves were made, and
	// appends every move, passes included, to trace. The side to move begins. It does not
	// allocate if trace has room for MoveLimit moves.
	Play(pos *board.Position, r *board.Rand, trace []board.Point) []board.Point
}

// MoveLimit is how many moves a playout makes at most on a board of this size: three for
// each point, more than any game needs that does not go round in circles.
func MoveLimit(size int) int { return 3 * size * size }

// Playouts are the names that NewPlayout knows.
func Playouts() []string { return []string{"uniform", "mogo", "mogo-safe", "informed"} }

// NewPlayout is the playout of a name: "uniform" (Uniform), "mogo" (NewMoGo), "mogo-safe" (the
// same that avoids self-atari) or "informed" (NewInformed), with the default configuration.
func NewPlayout(name string) (Playout, error) {
	switch name {
	case "uniform":
		return Uniform{}, nil
	case "mogo":
		return NewMoGo(MoGoConfig{}), nil
	case "mogo-safe":
		return NewMoGo(MoGoConfig{AvoidSelfAtari: true}), nil
	case "informed":
		return NewInformed(DefaultInformedConfig())
	}
	return nil, fmt.Errorf("no playout %q: want %s", name, strings.Join(Playouts(), ", "))
}

// Uniform plays random legal moves, own one-point eyes excepted.
type Uniform struct{}

// Play implements Playout.
func (Uniform) Play(pos *board.Position, r *board.Rand, trace []board.Point) []board.Point {
	return pos.TracePlayout(r, MoveLimit(pos.Size()), trace)
}
