package rollout

import (
	"fmt"
	"slices"
)

// Kind is which features of Extended Data Table 4 a policy looks at.
type Kind string

const (
	// KindRollout is for playouts: everything round the previous move, and the 3×3
	// pattern of each move.
	KindRollout Kind = "rollout"
	// KindTree adds self-atari, the distance to the previous two moves and the 12-point
	// pattern of each move. It is for the priors of a search's new nodes.
	KindTree Kind = "tree"
)

// The features of Extended Data Table 4 by number. Those below firstPattern are the same
// in every policy; behind them come the patterns that were learned from games: responses,
// squares and, of a tree policy, after its own two groups, diamonds.
const (
	featureResponse  = 0 // matches one of the responses
	featureSaveAtari = 1
	featureNeighbour = 2 // eight, clockwise from the north of the previous move
	featureNakade    = featureNeighbour + 8
	nakades          = 1 << 13
	firstPattern     = featureNakade + nakades

	distances    = 17 // distinct Manhattan distances: 0 to 15, and more
	treeFeatures = 1 + 2*distances
)

// Patterns are the patterns that a policy knows, each in its canonical form, in rising
// order. Make them by a [Counter].
type Patterns struct {
	Responses []uint64 // 40 bits: the diamond round the previous move, the cell of the answer
	Squares   []uint64 // 24 bits: the eight points round a move
	Diamonds  []uint64 // 36 bits: the twelve points round a move; only of a tree policy
}

// validate checks what came from outside.
func (p *Patterns) validate() error {
	for _, group := range []struct {
		name string
		list []uint64
		ok   func(uint64) bool
	}{
		{"response", p.Responses, func(x uint64) bool {
			d, at := diamond(x>>4), int(x&15)
			return d <= diamondMask && at < diamondCells && d.respond(at) == response(x)
		}},
		{"square", p.Squares, func(x uint64) bool { return x <= squareMask && square(x).canonical() == square(x) }},
		{"diamond", p.Diamonds, func(x uint64) bool {
			least, _ := diamond(x).canonical()
			return x <= diamondMask && least == diamond(x)
		}},
	} {
		for i, x := range group.list {
			if i > 0 && group.list[i-1] >= x {
				return fmt.Errorf("%s pattern %d does not follow in order", group.name, i)
			}
			if !group.ok(x) {
				return fmt.Errorf("%s pattern %d, %#x, is not canonical", group.name, i, x)
			}
		}
	}
	return nil
}

// book is patterns ready to be looked up.
type book struct {
	kind      Kind
	patterns  Patterns
	responses index // of diamonds: the row in answers
	answers   [][diamondCells]int32
	squares   index
	diamonds  index
}

// noFeature says that a pattern is not in the book.
const noFeature int32 = -1

func newBook(kind Kind, patterns Patterns) *book {
	b := &book{
		kind:     kind,
		patterns: patterns,
		squares:  newIndex(patterns.Squares),
		diamonds: newIndex(patterns.Diamonds),
	}
	// One look at the diamond finds all answers to it. Where the diamond is its own
	// mirror image, so are the answers.
	var diamonds []uint64
	for _, x := range patterns.Responses {
		diamonds = append(diamonds, x>>4)
	}
	diamonds = slices.Compact(diamonds)
	b.responses = newIndex(diamonds)
	b.answers = make([][diamondCells]int32, len(diamonds))
	for i := range b.answers {
		for k := range b.answers[i] {
			b.answers[i][k] = noFeature
		}
	}
	for i, x := range patterns.Responses {
		d, at := diamond(x>>4), x&15
		row := &b.answers[b.responses.find(x>>4)]
		for t := range turned {
			if d.turn(t) == d {
				row[turned[t][at]] = int32(firstPattern + i)
			}
		}
	}
	return b
}

// features is how many features there are.
func (b *book) features() int {
	n := firstPattern + len(b.patterns.Responses) + len(b.patterns.Squares)
	if b.kind == KindTree {
		n += treeFeatures + len(b.patterns.Diamonds)
	}
	return n
}

// groups are the ends of the groups of features of which a move has at most one, in rising order: the
// match of a response, save-atari, neighbours, nakade, responses and squares; of a tree policy also
// self-atari, the two distances and diamonds.
func (b *book) groups() []int {
	squares := firstPattern + len(b.patterns.Responses)
	ends := []int{
		featureSaveAtari, featureNeighbour, featureNakade, firstPattern, squares, squares + len(b.patterns.Squares),
	}
	if b.kind == KindTree {
		first := int(b.firstOfTree()) + 1
		ends = append(ends, first, first+distances, first+2*distances, b.features())
	}
	return ends
}

// squareFeature is the feature of a square as the player sees it.
func (b *book) squareFeature(s square) int32 {
	i := b.squares.find(uint64(s.canonical()))
	if i < 0 {
		return noFeature
	}
	return int32(firstPattern + len(b.patterns.Responses) + i)
}

// firstOfTree is the first feature that only a tree policy has: self-atari. The distances
// to the previous move and to the one before follow, then the diamonds.
func (b *book) firstOfTree() int32 {
	return int32(firstPattern + len(b.patterns.Responses) + len(b.patterns.Squares))
}

// diamondFeature is the feature of the diamond round a move.
func (b *book) diamondFeature(d diamond) int32 {
	least, _ := d.canonical()
	i := b.diamonds.find(uint64(least))
	if i < 0 {
		return noFeature
	}
	return b.firstOfTree() + treeFeatures + int32(i)
}

// distanceFeature is the feature of a distance to the previous move (which 0) or to the
// one before (which 1).
func (b *book) distanceFeature(which, distance int) int32 {
	return b.firstOfTree() + 1 + int32(which*distances+min(distance, distances-1))
}
