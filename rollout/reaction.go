package rollout

import (
	"math/bits"
	"slices"

	"github.com/tengen-go/tengen/board"
)

// reaction is what the previous move suggests: the points for which one of the features
// round it is active, with these features (Extended Data Table 4: response, save-atari,
// neighbour, nakade, response pattern).
type reaction struct {
	n        int
	at       [cells]board.Point
	count    [cells]uint8
	features [cells][maxReactions]int32
	place    [cells]uint16 // of a point: one more than where it is in at; 0 if nowhere
}

// maxReactions is the most features that one point can have here.
const maxReactions = 5

// clear forgets all points.
func (r *reaction) clear() {
	for _, p := range r.at[:r.n] {
		r.place[p] = 0
	}
	r.n = 0
}

// entry is where a point is in at, at its end if it is new.
func (r *reaction) entry(p board.Point) uint16 {
	if r.place[p] == 0 {
		r.at[r.n], r.count[r.n] = p, 0
		r.n++
		r.place[p] = uint16(r.n)
	}
	return r.place[p] - 1
}

// add notes a feature of an empty point.
func (r *reaction) add(p board.Point, feature int32) {
	i := r.entry(p)
	r.features[i][r.count[i]] = feature
	r.count[i]++
}

// of is the features of a point.
func (r *reaction) of(p board.Point) []int32 {
	i := r.place[p]
	if i == 0 {
		return nil
	}
	return r.features[i-1][:r.count[i-1]]
}

// neighbourOf[i] is the direction, clockwise from the north, in which cell i of a diamond
// touches its middle.
var neighbourOf = [8]int32{0, 2, 4, 6, 1, 3, 5, 7}

// read finds the points for the side to move; around is the diamond round the previous
// move as that side sees it. Without a previous move there are none.
func (r *reaction) read(pos *board.Position, b *book, around diamond) {
	r.clear()
	last := pos.Recent(0)
	if last <= 0 {
		return
	}
	least, symmetry := around.canonical()
	row := b.responses.find(uint64(least))
	for i, q := range &reach[last] {
		if around>>(i*cellBits)&7 != 0 {
			continue // not empty
		}
		if i < 8 {
			r.add(q, featureNeighbour+neighbourOf[i])
		}
		if row >= 0 {
			if f := b.answers[row][turned[symmetry][i]]; f != noFeature {
				r.add(q, featureResponse)
				r.add(q, f)
			}
		}
	}
	own := pos.ToMove()
	for d := pos.Sides(last, own); d != 0; d &= d - 1 {
		q := last.Neighbours()[bits.TrailingZeros8(d)&3]
		if pos.Liberties(q) == 1 {
			r.save(pos, q, own)
		}
	}
	// Neighbours that hang together are looked at once.
	var region [nakadeMost]board.Point
	n := 0
	for d := pos.Sides(last, board.Empty); d != 0; d &= d - 1 {
		q := last.Neighbours()[bits.TrailingZeros8(d)&3]
		if !slices.Contains(region[:n], q) {
			n = r.nakade(pos, q, own, &region)
		}
	}
}

// save finds the moves that save the chain at q, which is in atari: its liberty, if two
// are there after a stone on it, and the capture of a chain next to it.
func (r *reaction) save(pos *board.Position, q board.Point, own board.Color) {
	var buf [1]board.Point
	liberty := pos.LibertyPoints(q, buf[:0])[0]
	if !selfAtari(pos, liberty, own) {
		r.mark(liberty, featureSaveAtari)
	}
	head := pos.Head(q)
	for s := head; ; {
		for d := pos.Sides(s, own.Opponent()); d != 0; d &= d - 1 {
			foe := s.Neighbours()[bits.TrailingZeros8(d)&3]
			if pos.Liberties(foe) == 1 {
				if p := pos.LibertyPoints(foe, buf[:0])[0]; p != liberty {
					r.mark(p, featureSaveAtari)
				}
			}
		}
		if s = pos.Next(s); s == head {
			return
		}
	}
}

// mark is add for a feature that may have been noted before.
func (r *reaction) mark(p board.Point, feature int32) {
	for _, f := range r.of(p) {
		if f == feature {
			return
		}
	}
	r.add(p, feature)
}

// nakadeMost is the largest eyespace in which vital points are looked for; with seven
// points and more there are two eyes to be had.
const nakadeMost = 7

// nakade looks at the empty region of q. The paper has a feature for a move that "matches
// a nakade pattern at the captured stone" and does not tell how the 8,192 patterns are
// numbered. Stones that the previous move captured leave behind an eyespace that touches
// that move and is closed by the opponent's stones alone; so, seen from the position
// without its past, the feature belongs to such an eyespace of at most nakadeMost points.
// The pattern of a move in it has 13 bits: twelve for which points of the diamond round
// the move belong to the eyespace too, in the canonical form, and one for whether there
// are more of them beyond: 8,192. It returns how many points of the region of q it has
// looked at, and leaves them in region.
func (r *reaction) nakade(
	pos *board.Position, q board.Point, own board.Color, region *[nakadeMost]board.Point,
) (n int) {
	region[0] = q
	n = 1
	for i := 0; i < n; i++ {
		p := region[i]
		if pos.Sides(p, own) != 0 {
			return n
		}
	next:
		for d := pos.Sides(p, board.Empty); d != 0; d &= d - 1 {
			next := p.Neighbours()[bits.TrailingZeros8(d)&3]
			for _, known := range region[:n] {
				if known == next {
					continue next
				}
			}
			if n == nakadeMost {
				return n
			}
			region[n] = next
			n++
		}
	}
	for _, p := range region[:n] {
		shape, inside := 0, 1
		for i, x := range &reach[p] {
			for _, known := range region[:n] {
				if known == x {
					shape |= 1 << i
					inside++
				}
			}
		}
		number := int32(nakadeShape[shape])
		if inside < n {
			number |= 1 << diamondCells
		}
		r.mark(p, featureNakade+number)
	}
	return n
}

// nakadeShape is the canonical form of twelve bits of a diamond: the least of the eight
// symmetric images.
var nakadeShape = func() (t [1 << diamondCells]uint16) {
	for shape := range t {
		least := shape
		for s := range turned {
			image := 0
			for i := range diamondCells {
				image |= shape >> i & 1 << turned[s][i]
			}
			least = min(least, image)
		}
		t[shape] = uint16(least)
	}
	return t
}()

// selfAtari says whether a stone of c at the empty point p ends with fewer than two
// liberties.
func selfAtari(pos *board.Position, p board.Point, c board.Color) bool {
	empty := pos.Sides(p, board.Empty)
	if bits.OnesCount8(empty) >= 2 {
		return false
	}
	var liberty board.Point // the only one found so far
	if empty != 0 {
		liberty = p.Neighbours()[bits.TrailingZeros8(empty)&3]
	}
	for d := pos.Sides(p, c); d != 0; d &= d - 1 {
		q := p.Neighbours()[bits.TrailingZeros8(d)&3]
		switch pos.Liberties(q) {
		case 1:
		case 2:
			var buf [2]board.Point
			for _, l := range pos.LibertyPoints(q, buf[:0]) {
				if l != p && liberty != 0 && l != liberty {
					return false
				}
				if l != p {
					liberty = l
				}
			}
		default:
			return false
		}
	}
	captures := false
	for d := pos.Sides(p, c.Opponent()); d != 0; d &= d - 1 {
		if q := p.Neighbours()[bits.TrailingZeros8(d)&3]; pos.Liberties(q) == 1 {
			if liberty != 0 {
				return false // where the captured stone stood is another one
			}
			captures = true
		}
	}
	if !captures {
		return true
	}
	// Rare: what it gains by the capture shows only when it is played.
	after := *pos
	after.Play(p, c)
	return after.Liberties(p) < 2
}
