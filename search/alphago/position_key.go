package alphago

import (
	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/wyrand"
)

// agedMoves is how many of the last moves the planes tell apart: "seven turns ago or more"
// is one plane.
const agedMoves = 7

// positionKey is a hash of all that the planes show: stones and turn, the ko, and, for networks
// that see the ages of stones, the last moves. Positions with equal planes have equal keys. Other
// positions have different keys, unless hashes happen to agree.
func positionKey(pos *board.Position, planes int) uint64 {
	key := pos.HashToMove()
	if planes >= int(features.TurnPlanes) {
		// A move is below 2¹²; five make a word.
		word := uint64(0)
		for age := range agedMoves {
			word = word<<12 | uint64(uint16(pos.Recent(age)))&0xfff
			if age == 4 {
				key, word = wyrand.Scramble(key^word), 0
			}
		}
		key = wyrand.Scramble(key ^ word)
	}
	return wyrand.Scramble(key ^ uint64(uint16(pos.Ko())))
}
