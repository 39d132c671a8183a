package search

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
)

// agedMoves is how many of the last moves the planes tell apart: "seven turns ago or more"
// is one plane.
const agedMoves = 7

// positionKey is equal for positions whose planes are equal, and, but for chance, only for
// these: stones and turn, the ko, and, for networks that see the ages of stones, the last
// moves.
func positionKey(pos *board.Position, planes int) uint64 {
	key := pos.HashToMove()
	if planes >= int(features.TurnPlanes) {
		// A move is below 2¹²; five make a word.
		word := uint64(0)
		for age := range agedMoves {
			word = word<<12 | uint64(uint16(pos.Recent(age)))&0xfff
			if age == 4 {
				key, word = scramble(key^word), 0
			}
		}
		key = scramble(key ^ word)
	}
	return scramble(key ^ uint64(uint16(pos.Ko())))
}

// scramble makes every bit depend on every bit (the finish of splitmix64, Steele et al.
// 2014).
func scramble(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
