package papers

import (
	"context"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/search"
)

// banditGame is a bandit as a game of one move: the arm.
type banditGame struct {
	arms   arms
	played int // the arm, or −1
}

func (g *banditGame) Clone() search.State    { c := *g; return &c }
func (g *banditGame) Set(s search.State)     { *g = *s.(*banditGame) }
func (g *banditGame) Player() int            { return 0 }
func (g *banditGame) Legal(search.Move) bool { return true }
func (g *banditGame) Play(m search.Move)     { g.played = int(m) }
func (g *banditGame) Over() (float32, bool)  { return 0, false }
func (g *banditGame) Hash() uint64           { return uint64(g.played + 1) }
func (g *banditGame) Range() int             { return len(g.arms) }
func (g *banditGame) Moves(buf []search.Move) []search.Move {
	for i := range g.arms {
		buf = append(buf, search.Move(i))
	}
	return buf
}

// pull is the leaf evaluation: the reward of the arm, 1 or −1 for 1 or 0.
type pull struct{}

func (pull) Expand(*search.Visit) error { return nil }

func (pull) Evaluate(v *search.Visit) (float32, error) {
	g := v.State.(*banditGame)
	if float64(v.Rand.IntN(1_000_000)) < 1e6*g.arms[g.played] {
		return 1, nil
	}
	return -1, nil
}

// Flat UCB1 of the tree (UCT with Cp = 1 and nothing below the root) and UCB1-tuned have the
// regret of the bandit policies of this package.
func TestTreeWithoutDepthIsTheBandit(t *testing.T) {
	a := arms{0.7, 0.5, 0.4}
	const plays, replications = 400, 150
	for _, c := range []struct {
		name   string
		rule   search.Rule
		policy policy
	}{{"UCB1", search.UCT{Cp: 1}, ucb1}, {"UCB1-tuned", search.UCB1Tuned{}, ucb1Tuned}} {
		var m lab.Moments
		config := search.DefaultConfig()
		config.Memory, config.ExpandAt = 1<<20, 1<<20
		for seed := range uint64(replications) {
			config.Seed = seed + 1
			tree, err := search.New(
				config, search.Parts{Rule: c.rule, Leaf: func() search.Leaf { return pull{} }},
				&banditGame{a, -1},
			)
			if err != nil {
				t.Fatal(err)
			}
			if err := tree.Search(context.Background(), search.Budget{Playouts: plays}); err != nil {
				t.Fatal(err)
			}
			regret, visits := 0.0, 0
			for _, s := range tree.Root().Moves {
				regret += float64(s.Visits) * (a.best() - a[s.Move])
				visits += s.Visits
			}
			if visits != plays {
				t.Fatalf("%d visits of %d", visits, plays)
			}
			m.Add(regret)
		}
		ours := meanRegret(a, c.policy, plays, 4*replications)
		if tree := m.Estimate(); tree.Apart(ours) {
			t.Errorf("%s: regret of the tree %v, of the bandit %v", c.name, tree.Format(2), ours.Format(2))
		} else {
			t.Logf("%s: tree %v, bandit %v", c.name, tree.Format(2), ours.Format(2))
		}
	}
}
