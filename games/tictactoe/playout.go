package tictactoe

import (
	"math/bits"

	"github.com/tengen-go/tengen/internal/wyrand"
)

// Playout plays uniform random moves from p, which is not over, to the end, appends their
// cells to trace and returns the value for X.
func Playout[Cell ~int16](p Position, r *wyrand.Rand, trace []Cell) (value int, played []Cell) {
	// The empty cells lie in the four-bit digits of one number, so drawing one and closing the
	// gap takes no memory.
	cells, n := uint64(0), 0
	for free := p.Free(); free != 0; free &= free - 1 {
		cells |= uint64(bits.TrailingZeros16(free)) << (4 * n)
		n++
	}
	player := p.ToMove()
	mine, other := p.stones[player], p.stones[1-player]
	for ; n > 0; n-- {
		at := uint(4*r.IntN(n)) & 63
		cell := cells >> at & 15
		below := uint64(1)<<at - 1
		cells = cells&below | cells>>4&^below
		trace = append(trace, Cell(cell))
		mine |= 1 << cell
		if won[mine&full] {
			return 1 - 2*player, trace
		}
		mine, other = other, mine
		player ^= 1
	}
	return 0, trace
}
