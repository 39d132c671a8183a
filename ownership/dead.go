package ownership

import (
	"cmp"
	"math"
	"slices"

	"github.com/tengen-go/tengen/board"
)

// Chains lists the chains on the board, each once, its stones from the first in
// row-major order.
func Chains(pos *board.Position) [][]board.Point {
	var all [][]board.Point
	seen := map[board.Point]bool{}
	for i := range pos.Size() * pos.Size() {
		p := board.FromIndex(i, pos.Size())
		if pos.At(p) == board.Empty || seen[pos.Head(p)] {
			continue
		}
		seen[pos.Head(p)] = true
		chain := []board.Point{p}
		for q := pos.Next(p); q != p; q = pos.Next(q) {
			chain = append(chain, q)
		}
		all = append(all, chain)
	}
	return all
}

// Dead lists the chains that the estimate gives to their opponent.
func (o *Map) Dead(pos *board.Position) [][]board.Point {
	var dead [][]board.Point
	for _, chain := range Chains(pos) {
		if o.alive(pos, chain) < deadBelow {
			dead = append(dead, chain)
		}
	}
	return dead
}

// alive is the mean ownership of a chain's stones from the side of their colour.
func (o *Map) alive(pos *board.Position, chain []board.Point) float64 {
	sum := 0.0
	for _, p := range chain {
		sum += o.For(p, pos.At(p))
	}
	return sum / float64(len(chain))
}

// DeadStones is Dead as one list, as board.Game.Score takes it.
func (o *Map) DeadStones(pos *board.Position) []board.Point {
	var dead []board.Point
	for _, chain := range o.Dead(pos) {
		dead = append(dead, chain...)
	}
	return dead
}

// mostDoubted is how many chains DeadBy may judge otherwise than Dead: to count all their choices takes some
// milliseconds.
const mostDoubted = 8

// DeadBy are the dead stones by which the count of a finished game is as the players agreed: what fits says. It judges
// only chains otherwise than Dead that are in doubt, the eight most doubtful at most, and as few of them as it can. A
// chain with a sure owner stays with it: else nearly any count could be explained. ok is false if no choice fits.
func (o *Map) DeadBy(g *board.Game, fits func(board.Score) bool) (dead []board.Point, ok bool) {
	type judged struct {
		chain []board.Point
		dead  bool
		doubt float64 // how far the estimate is from the other judgement
	}
	pos := g.Position()
	var sure []board.Point
	var open []judged
	for _, chain := range Chains(pos) {
		alive := o.alive(pos, chain)
		switch {
		case math.Abs(alive) < settledAt:
			open = append(open, judged{chain, alive < deadBelow, math.Abs(alive - deadBelow)})
		case alive < deadBelow:
			sure = append(sure, chain...)
		}
	}
	slices.SortStableFunc(open, func(a, b judged) int { return cmp.Compare(a.doubt, b.doubt) })
	least := math.Inf(1)
	for choice := range 1 << min(len(open), mostDoubted) {
		list, against := slices.Clone(sure), 0.0
		for i, c := range open {
			other := choice>>i&1 != 0
			if other {
				against += c.doubt
			}
			if c.dead != other {
				list = append(list, c.chain...)
			}
		}
		if against < least && fits(g.Score(list)) {
			least, dead, ok = against, list, true
		}
	}
	return dead, ok
}
