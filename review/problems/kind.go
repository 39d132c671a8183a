package problems

import (
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/ownership"
)

// Kind is what a problem is about, as people see it.
type Kind string

// The kinds.
const (
	Ladder       Kind = "ladder"
	Semeai       Kind = "semeai"
	Connection   Kind = "connection"
	LifeAndDeath Kind = "life and death"
	Endgame      Kind = "endgame"
	WholeBoard   Kind = "whole board"
)

// Kinds are all kinds in the order in which tables have them.
var Kinds = []Kind{LifeAndDeath, Semeai, Ladder, Connection, Endgame, WholeBoard}

const (
	// swing is by how much the ownership of a chain must differ between two moves, of 2, to hang on the choice.
	swing = 0.8
	// fewStones is how many stones must hang on the choice for a fight; one or two stones are a matter of points.
	fewStones = 3
	// late is the share of the points with stones from which moves without a fight are endgame.
	late = 0.45
)

// kindOf is what the choice between a right and a wrong move is about. afterRight and afterWrong are the owners of the
// points after them: row-major, 1 Black's to −1 White's. The first of these that holds decides:
//
//   - ladder: one of the moves begins a ladder that works, or escapes from one, and stones hang on the choice;
//   - semeai: chains of both colours hang on the choice;
//   - connection: the right move touches two chains of one colour, and one of these hangs on the choice;
//   - life and death: at least three stones of one colour hang on the choice;
//   - endgame: no fight, on a board that is nearly half full;
//   - whole board: everything else.
func kindOf(pos *board.Position, right, wrong board.Point, afterRight, afterWrong []float64) Kind {
	var stones [3]int // that hang on the choice, by colour
	var hangs []board.Point
	for _, chain := range ownership.Chains(pos) {
		d := 0.0
		for _, p := range chain {
			i := p.Index(pos.Size())
			d += afterRight[i] - afterWrong[i]
		}
		if d = d / float64(len(chain)); d > swing || d < -swing {
			stones[pos.At(chain[0])] += len(chain)
			hangs = append(hangs, pos.Head(chain[0]))
		}
	}
	points := pos.Size() * pos.Size()
	all := stones[board.Black] + stones[board.White]
	var l board.Ladder
	begins := func(p board.Point) bool { return p != board.Pass && (l.Captures(pos, p) || l.Escapes(pos, p)) }
	switch {
	case all > 0 && (begins(right) || begins(wrong)):
		return Ladder
	case all >= fewStones && stones[board.Black] > 0 && stones[board.White] > 0:
		return Semeai
	case all >= fewStones && joins(pos, right, hangs):
		return Connection
	case all >= fewStones:
		return LifeAndDeath
	case float64(points-pos.EmptyCount()) >= late*float64(points):
		return Endgame
	}
	return WholeBoard
}

// joins says whether a move touches two chains of one colour, at least one of them in the list of heads: it connects
// its own chains, or cuts the opponent's. Diagonal neighbours count.
func joins(pos *board.Position, move board.Point, heads []board.Point) bool {
	if move == board.Pass {
		return false
	}
	var touched [3][]board.Point
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			x, y := move.X()+dx, move.Y()+dy
			if x < 0 || y < 0 || x >= pos.Size() || y >= pos.Size() {
				continue
			}
			p := board.XY(x, y)
			c := pos.At(p)
			if c == board.Empty {
				continue
			}
			if head := pos.Head(p); !slices.Contains(touched[c], head) {
				touched[c] = append(touched[c], head)
			}
		}
	}
	for _, list := range touched {
		if len(list) > 1 && slices.ContainsFunc(list, func(h board.Point) bool { return slices.Contains(heads, h) }) {
			return true
		}
	}
	return false
}
