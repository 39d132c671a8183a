package gomoku

import (
	"math/bits"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// Playout plays uniform random moves from p, which is not over, to the end, appends their
// cells to trace and returns the value for X. Drawing from the empty cells without replacement
// is the same as drawing a random order of them. p is of no use afterwards.
func Playout[Cell ~int16](p *Position, r *wyrand.Rand, trace []Cell) (value int, played []Cell) {
	if p.Cells() <= wordCells {
		return playWord(p, r, trace)
	}
	return playLines(p, r, trace)
}

// playLines is Playout on a board of any size.
func playLines[Cell ~int16](p *Position, r *wyrand.Rand, trace []Cell) (value int, played []Cell) {
	var cells [MaxSize * MaxSize]uint16 // row·32 + column
	n := 0
	for y := range int(p.height) {
		for free := p.free(y); free != 0; free &= free - 1 {
			cells[n] = uint16(y<<5 | bits.TrailingZeros32(free))
			n++
		}
	}
	for player := p.ToMove(); n > 0; player ^= 1 {
		i := r.IntN(n)
		n--
		cell := cells[i]
		cells[i] = cells[n]
		x, y := int(cell&31), int(cell>>5)
		trace = append(trace, Cell(y*int(p.width)+x))
		if p.put(player, x, y) {
			return 1 - 2*player, trace
		}
	}
	return 0, trace
}
