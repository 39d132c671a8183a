package aoap

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/ranking"
)

// treePolicy is one of the tree policies that Zhang, Peng and Xu compare.
type treePolicy struct {
	// Key names it in cells, Name in tables.
	Key, Name string
	rule      func(s treeSetting) search.Rule
}

// The places of the policies in treePolicies.
const (
	policyRandom = iota
	policyUCT
	policyOCBA
	policyTTTS
	policyAOAP
)

// treePolicies are in the order of the paper's tables.
var treePolicies = []treePolicy{
	{"random", "Random", func(treeSetting) search.Rule { return search.AtRandom{} }},
	{"uct", "UCT", func(s treeSetting) search.Rule { return search.UCT{Cp: s.Cp} }},
	{
		"ocba", "OCBA-MCTS",
		func(s treeSetting) search.Rule { return ranking.OCBA{Epsilon: s.Bayes.Epsilon, Sample: s.Bayes.Sample} },
	},
	{"ttts", "TTTS-MCTS", func(s treeSetting) search.Rule { return ranking.TTTS{Bayes: s.Bayes} }},
	{
		"aoap", "AOAP-MCTS",
		func(s treeSetting) search.Rule { return ranking.AOAP{Bayes: s.Bayes, RandomTies: s.RandomTies} },
	},
}

// opponentModel is what a search takes the other player to do inside the tree.
type opponentModel struct{ Key, Name string }

var opponentModels = []opponentModel{{"random", "random"}, {"uct", "UCT"}}

// treeSetting is how a policy searches: the constants of the paper, and the readings that it
// leaves open.
type treeSetting struct {
	Bayes ranking.Bayes
	// Cp is the exploration of UCT, as a policy and as an opponent.
	Cp float64
	// N0 is how often each move is tried before the policy chooses.
	N0 int
	// OwnN0 lets that hold only at the nodes of the player who searches.
	OwnN0 bool
	// AnyN0 selects among all moves that lack trials, instead of among those with fewest.
	AnyN0 bool
	// Backup is what goes up the tree.
	Backup search.Backup
	// RandomTies lets AOAP break ties at random, instead of by the largest v/N.
	RandomTies bool
	// ByVisits plays the most visited move instead of the move with the highest posterior mean.
	ByVisits bool
}

// paperSetting has the constants of §4 and the prior mean of one of the experiments.
func paperSetting(priorMean float64) treeSetting {
	b := ranking.NewBayes()
	b.Mean = priorMean
	return treeSetting{Bayes: b, Cp: 1, N0: 10, RandomTies: true}
}

// tree searches by the policy for the given player, the side to move in state. A state is expandable
// while one of its children had fewer than N0 visits. So the first N0 playouts of a move start right
// behind it: the position joins the tree with the last of them.
func (s treeSetting) tree(p treePolicy, opponent string, state search.State, memory int64) (*search.Tree, error) {
	config := search.DefaultConfig()
	config.Memory, config.ExpandAt, config.Backup, config.Variances = memory, max(s.N0-1, 0), s.Backup, true
	var model search.Rule
	switch opponent {
	case "random":
		model = search.AtRandom{}
	case "uct":
		model = search.UCT{Cp: s.Cp}
	default:
		return nil, fmt.Errorf("no model of an opponent is called %q", opponent)
	}
	models := search.Models{Own: p.rule(s), Opponent: model, Player: state.Player()}
	var rule search.Rule = search.AtLeast{Rule: models, N0: s.N0, Any: s.AnyN0}
	if s.OwnN0 {
		models.Own = search.AtLeast{Rule: models.Own, N0: s.N0, Any: s.AnyN0}
		rule = models
	}
	return search.New(config, search.Parts{
		Rule: rule,
		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Uniform{}} },
	}, state)
}

// decide appends to buf the indices of the moves that the search would play: more than one
// if they tie.
func (s treeSetting) decide(moves []search.MoveStat, buf []int) []int {
	top := math.Inf(-1)
	for i := range moves {
		m := &moves[i]
		if m.Visits == 0 {
			continue
		}
		value := float64(m.Visits)
		if !s.ByVisits {
			value, _, _ = s.Bayes.Posterior(m.Visits, (m.Outcome+1)/2, m.Variance)
		}
		if value > top {
			top, buf = value, buf[:0]
		}
		if value == top {
			buf = append(buf, i)
		}
	}
	return buf
}

// seeker is a player of a small game who searches every move of his anew.
type seeker struct {
	setting  treeSetting
	tree     *search.Tree
	rollouts int
	ties     []int
}

// choose is the move to play in state; chance breaks ties and seeds the search.
func (k *seeker) choose(ctx context.Context, state search.State, chance *rand.Rand) (search.Move, error) {
	k.tree.Reset(state)
	k.tree.Reseed(chance.Uint64())
	if err := k.tree.Search(ctx, search.Budget{Playouts: k.rollouts}); err != nil {
		return search.NoMove, err
	}
	moves := k.tree.Root().Moves
	if len(moves) == 0 {
		return search.NoMove, ctx.Err()
	}
	if k.ties = k.setting.decide(moves, k.ties[:0]); len(k.ties) == 0 {
		return search.NoMove, ctx.Err() // interrupted before the first playout
	}
	return moves[k.ties[chance.IntN(len(k.ties))]].Move, nil
}
