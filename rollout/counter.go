package rollout

import (
	"cmp"
	"maps"
	"slices"

	"github.com/tengen-go/tengen/board"
)

// Counter counts patterns in games, for a policy to know the most frequent.
//
// A response counts where a move answers the previous one, a diamond where it is round a
// move played. Squares count round the move played and round the empty points next to the
// previous move, so that the shapes that are offered and not taken get their weights too.
type Counter struct {
	grid      grid
	responses map[response]int
	squares   map[square]int
	diamonds  map[diamond]int
}

// NewCounter has counted nothing yet.
func NewCounter() *Counter {
	return &Counter{responses: map[response]int{}, squares: map[square]int{}, diamonds: map[diamond]int{}}
}

// Count takes in a move, a legal point for the side to move.
func (c *Counter) Count(pos *board.Position, move board.Point) {
	c.grid.read(pos)
	own := func(s square) square { return s }
	ownDiamond := func(d diamond) diamond { return d }
	if pos.ToMove() == board.White {
		own, ownDiamond = square.flip, diamond.flip
	}
	c.squares[own(c.grid.square(move)).canonical()]++
	least, _ := ownDiamond(c.grid.diamond(move)).canonical()
	c.diamonds[least]++
	last := pos.Recent(0)
	if last <= 0 {
		return
	}
	for i, q := range &reach[last] {
		if q == move {
			c.responses[ownDiamond(c.grid.diamond(last)).respond(i)]++
		} else if i < 8 && c.grid[q] == cellEmpty {
			c.squares[own(c.grid.square(q)).canonical()]++
		}
	}
}

// Seen is how many different responses, squares and diamonds there were.
func (c *Counter) Seen() (responses, squares, diamonds int) {
	return len(c.responses), len(c.squares), len(c.diamonds)
}

// Patterns is the most frequent patterns of each group, at most so many. Of equally frequent
// patterns it takes the smaller numbers. Diamonds are taken for a tree policy only.
func (c *Counter) Patterns(kind Kind, responses, squares, diamonds int) Patterns {
	p := Patterns{Responses: frequent(c.responses, responses), Squares: frequent(c.squares, squares)}
	if kind == KindTree {
		p.Diamonds = frequent(c.diamonds, diamonds)
	}
	return p
}

func frequent[P ~uint32 | ~uint64](counts map[P]int, most int) []uint64 {
	all := slices.Collect(maps.Keys(counts))
	slices.SortFunc(all, func(a, b P) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
	list := make([]uint64, min(most, len(all)))
	for i := range list {
		list[i] = uint64(all[i])
	}
	slices.Sort(list)
	return list
}
