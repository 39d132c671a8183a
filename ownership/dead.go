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

// mostDoubted is how many chains DeadBy may judge otherwise than Dead: to count all their choices takes milliseconds.
const mostDoubted = 10

// DeadBy are the dead stones by which the count of a finished game is as the players agreed: what fits says. It judges
// the chains that are most in doubt otherwise than Dead, as few and as doubtful ones as it can. ok is false if no
// choice of ten such chains fits.
func (o *Map) DeadBy(g *board.Game, fits func(board.Score) bool) (dead []board.Point, ok bool) {
	pos := g.Position()
	doubt := func(chain []board.Point) float64 { return math.Abs(o.alive(pos, chain) - deadBelow) }
	chains := Chains(pos)
	slices.SortStableFunc(chains, func(a, b []board.Point) int { return cmp.Compare(doubt(a), doubt(b)) })
	least := math.Inf(1)
	var list []board.Point
	for choice := range 1 << min(len(chains), mostDoubted) {
		list = list[:0]
		against := 0.0 // what the estimate says against this choice
		for i, chain := range chains {
			isDead := o.alive(pos, chain) < deadBelow
			if choice>>i&1 != 0 {
				isDead = !isDead
				against += doubt(chain)
			}
			if isDead {
				list = append(list, chain...)
			}
		}
		if against < least && fits(g.Score(list)) {
			least, dead, ok = against, slices.Clone(list), true
		}
	}
	return dead, ok
}
