package rollout

import (
	"math/bits"

	"github.com/tengen-go/tengen/board"
)

// area is a set of a few connected points.
type area struct {
	n      int
	points [6]board.Point
}

// has says whether p is in the area.
func (a *area) has(p board.Point) bool {
	for _, q := range a.points[:a.n] {
		if q == p {
			return true
		}
	}
	return false
}

// add adds a point that is not there yet; it says whether there was room.
func (a *area) add(p board.Point) bool {
	if a.has(p) {
		return true
	}
	if a.n == len(a.points) {
		return false
	}
	a.points[a.n] = p
	a.n++
	return true
}

// degrees is how many neighbours within the area its points have: the most of one point, and
// of all together.
func (a *area) degrees() (most board.Point, degree, sum int) {
	for _, p := range a.points[:a.n] {
		d := 0
		for _, q := range p.Neighbours() {
			if a.has(q) {
				d++
			}
		}
		sum += d
		if d > degree {
			most, degree = p, d
		}
	}
	return most, degree, sum
}

// vital is the point that decides whether the area is one eye or two, if there is one: the
// middle of three, of the pyramid and the crossed or bulky five, and of the six that look
// like a rabbit.
func (a *area) vital() board.Point {
	most, degree, sum := a.degrees()
	switch {
	case a.n == 3, a.n == 4 && degree == 3, a.n == 5 && (degree == 4 || degree == 3 && sum == 10),
		a.n == 6 && degree == 4 && sum == 12:
		return most
	}
	return board.NoPoint
}

// dies says whether stones in this shape leave one eye when they are captured. A chain of such a
// shape kills if it fills an eyespace except one point.
func (a *area) dies() bool {
	_, degree, sum := a.degrees()
	switch a.n {
	case 1, 2, 3:
		return true
	case 4:
		return degree == 3 || sum == 8
	case 5:
		return degree == 4 || sum == 10
	case 6:
		return degree == 4 && sum == 12
	}
	return false
}

// vitalPoint is the vital point of an eyespace of three to six empty points next to last,
// the opponent's stone, that only the opponent's stones enclose; NoPoint if there is none.
func vitalPoint(pos *board.Position, last board.Point) board.Point {
	own := pos.ToMove()
	for d := pos.Sides(last, board.Empty); d != 0; d &= d - 1 {
		q := last.Neighbours()[bits.TrailingZeros8(d)&3]
		if pos.Sides(q, own) == 0 && pos.Sides(q, board.Empty) != 0 {
			if p := eyespaceVital(pos, q, own); p != board.NoPoint {
				return p
			}
		}
	}
	return board.NoPoint
}

func eyespaceVital(pos *board.Position, q board.Point, own board.Color) board.Point {
	var a area
	a.points[0], a.n = q, 1
	for i := 0; i < a.n; i++ {
		p := a.points[i]
		for d := pos.Sides(p, board.Empty); d != 0; d &= d - 1 {
			next := p.Neighbours()[bits.TrailingZeros8(d)&3]
			if pos.Sides(next, own) != 0 || !a.add(next) {
				return board.NoPoint
			}
		}
	}
	return a.vital()
}

// badSelfAtari says whether a stone of c at p leaves its chain in atari and that does not
// serve to make an eyespace small: it takes nothing, and the chain is not of a shape that
// kills. One stone or two only kill if they give atari.
func badSelfAtari(pos *board.Position, p board.Point, c board.Color) bool {
	if !selfAtari(pos, p, c) {
		return false
	}
	atari := false
	for d := pos.Sides(p, c.Opponent()); d != 0; d &= d - 1 {
		switch pos.Liberties(p.Neighbours()[bits.TrailingZeros8(d)&3]) {
		case 1:
			return false
		case 2:
			atari = true
		}
	}
	var a area
	a.add(p)
	for d := pos.Sides(p, c); d != 0; d &= d - 1 {
		q := p.Neighbours()[bits.TrailingZeros8(d)&3]
		if a.has(q) {
			continue
		}
		if a.n+pos.ChainSize(q) > len(a.points) {
			return true
		}
		for s := q; ; {
			a.add(s)
			if s = pos.Next(s); s == q {
				break
			}
		}
	}
	return a.n <= 2 && !atari || !a.dies()
}
