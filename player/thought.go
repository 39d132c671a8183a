package player

import (
	"cmp"
	"math"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/search"
)

// Thinker is a player that can tell what it thought.
type Thinker interface {
	// Thought is what the player made of the position at its last Genmove, which chose the point;
	// the zero value if it decided without its networks and without search. It is the caller's to
	// keep.
	Thought(chosen board.Point) record.Thought
}

// Thought implements Thinker: the network's probability of the move, the mean over the views
// that the player took of the position.
func (p *PolicyPlayer) Thought(chosen board.Point) record.Thought {
	if !p.looked || chosen == board.Pass {
		return record.Thought{}
	}
	return record.Thought{Prior: min(1, p.probs[chosen.Index(p.game.Size())])}
}

// Thought implements Thinker. It is what the root knew when the search ended, before a separate look
// at the pass.
func (s *Searcher) Thought(chosen board.Point) record.Thought {
	return thought(&s.saw, chosen, s.game)
}

// thought is what a search's root says for a record.
func thought(root *search.Root, chosen board.Point, g game.Game) record.Thought {
	var t record.Thought
	if len(root.Moves) == 0 {
		return t
	}
	c := board.Black + board.Color(root.Player)
	t.Value = float32(max(-1, min(1, root.Mean)))
	for _, m := range root.Moves {
		p := g.Rules().Point(m.Move)
		if p == chosen {
			t.Prior = float32(min(1, m.Prior))
		}
		if m.Visits > 0 {
			t.Visits = append(t.Visits, record.Visit{
				Move:  record.NewMove(c, p, g.Size()),
				Count: uint32(min(m.Visits, math.MaxUint32)),
			})
		}
	}
	slices.SortStableFunc(t.Visits, func(a, b record.Visit) int { return cmp.Compare(b.Count, a.Count) })
	return t
}
