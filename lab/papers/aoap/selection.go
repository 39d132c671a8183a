package aoap

import (
	"context"
	"math/rand/v2"

	"github.com/tengen-go/tengen/search"
)

// precision measures how probably a search chooses a right move, as a function of the number
// of its playouts: the PCS of Zhang, Peng and Xu. One search is read at every number of
// playouts, so the points of a curve are not independent of each other; each has the
// distribution of a search of its own.
type precision struct {
	setting  treeSetting
	policy   treePolicy
	opponent string
	state    search.State
	right    map[search.Move]bool
	// points are the numbers of playouts, growing.
	points []int
	memory int64
}

// measure adds up how often the move chosen at each point is right, over so many searches.
// Where moves tie, the share of the right ones among them counts, which is how often a random
// one of them is right.
func (p precision) measure(ctx context.Context, searches int, chance *rand.Rand) ([]float64, error) {
	tree, err := p.setting.tree(p.policy, p.opponent, p.state, p.memory)
	if err != nil {
		return nil, err
	}
	hits := make([]float64, len(p.points))
	var ties []int
	for range searches {
		tree.Reseed(chance.Uint64())
		done := 0
		for k, n := range p.points {
			if err := tree.Search(ctx, search.Budget{Playouts: n - done}); err != nil {
				return nil, err
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			done = n
			moves := tree.Root().Moves
			ties = p.setting.decide(moves, ties[:0])
			good := 0
			for _, i := range ties {
				if p.right[moves[i].Move] {
					good++
				}
			}
			hits[k] += float64(good) / float64(len(ties))
		}
	}
	return hits, nil
}
