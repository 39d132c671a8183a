package sample

import (
	"encoding/binary"
	"fmt"

	"github.com/tengen-go/tengen/features"
	"github.com/tengen-go/tengen/internal/splitmix"
	"github.com/tengen-go/tengen/record"
)

// What a policy network learns of a position.
const (
	// Played is the move that was played there (Silver et al. 2016, Methods, "Policy network:
	// classification").
	Played = "played"
	// Visits is a move drawn by the visits of the search that chose it, anew for every epoch. In
	// expectation the gradient is the gradient of the cross-entropy with the visits' distribution.
	// That says more than the one move that was played.
	Visits = "visits"
)

// NewVisitData is NewData with Visits for targets: the positions before which a search tried
// some move that is no pass (record.Game.Thoughts). Other positions, and games without thoughts,
// are passed over. seed draws the moves.
func NewVisitData(set *record.Set, planes features.Planes, seed uint64) (*Data, error) {
	return dataOf(set, planes, true, seed)
}

// WithVisits are the games of which some position has Visits, and how many have not.
func WithVisits(games *record.Set) (with *record.Set, without int) {
	with = games.Subset(func(i int) bool {
		g := games.Game(i)
		for ply := range g.Thoughts {
			if stoneVisits(&g, ply) > 0 {
				return true
			}
		}
		return false
	})
	return with, games.Len() - with.Len()
}

// Targets is Played or Visits.
func (d *Data) Targets() string {
	if d.visits {
		return Visits
	}
	return Played
}

// labelled says whether the position before a move has a label.
func (d *Data) labelled(g *record.Game, ply int) bool {
	if d.visits {
		return stoneVisits(g, ply) > 0
	}
	return !g.Moves[ply].IsPass()
}

// stoneVisits is how often the search before a move tried moves that are no passes.
func stoneVisits(g *record.Game, ply int) (n uint64) {
	if len(g.Thoughts) == 0 {
		return 0
	}
	for _, v := range g.Thoughts[ply].Visits {
		if !v.Move.IsPass() {
			n += uint64(v.Count)
		}
	}
	return n
}

// target is the move to be learned at a labelled position in an epoch.
func (d *Data) target(g *record.Game, game, ply int, epoch int64) record.Move {
	if !d.visits {
		return g.Moves[ply]
	}
	pass, position := splitmix.Mix(d.seed*splitmix.Golden+uint64(epoch)), uint64(game)<<32|uint64(ply)
	h := splitmix.Mix(pass ^ position*splitmix.Golden)
	h %= stoneVisits(g, ply)
	for _, v := range g.Thoughts[ply].Visits {
		if v.Move.IsPass() {
			continue
		}
		if h < uint64(v.Count) {
			return v.Move
		}
		h -= uint64(v.Count)
	}
	panic(fmt.Sprintf("train: no move drawn from %v", g.Thoughts[ply].Visits))
}

// appendVisits writes what decides the targets of a game for a hash.
func appendVisits(buf []byte, g *record.Game) []byte {
	for i := range g.Thoughts {
		for _, v := range g.Thoughts[i].Visits {
			buf = binary.LittleEndian.AppendUint16(buf, uint16(v.Move))
			buf = binary.LittleEndian.AppendUint32(buf, v.Count)
		}
		buf = append(buf, 0xff, 0xff)
	}
	return buf
}
