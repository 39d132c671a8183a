package player

import (
	"fmt"

	"github.com/tengen-go/tengen/search"
)

// Tree is the settings and the parts of a tree, in any game, of the kinds that need no
// network, and of search without one: play makes what plays positions to their end, belief what new positions are given
// beforehand, nil for nothing.
func (c SearchConfig) Tree(play func() search.Playout, belief func() search.Heuristic) (search.Config, search.Parts, error) {
	config := c.settings()
	parts := search.Parts{
		Leaf:      func() search.Leaf { return &search.Mixed{Playout: play()} },
		Heuristic: belief,
	}
	var err error
	parts.Rule, err = c.rule()
	if c.Kind == KindPlayouts || c.Kind == KindUCB1 {
		config.ExpandAt = 1 << 30
	}
	return config, parts, err
}

// settings are those of the tree.
func (c SearchConfig) settings() search.Config {
	config := search.DefaultConfig()
	config.Memory, config.Threads, config.Seed = c.Memory, c.Threads, c.Seed
	config.Parallel, config.SyncEvery, config.SyncDepth = c.Parallel, c.Sync, c.SyncDepth
	config.VirtualLoss, config.Transpositions = c.VirtualLoss, c.Transpositions
	config.Variances = c.Choice == "posterior"
	if c.Backup == "max" {
		config.Backup = search.BackupMax
	}
	switch {
	case c.Expand != Tuned:
		config.ExpandAt = c.Expand
	case c.N0 > 0:
		config.ExpandAt = c.N0 - 1
	}
	return config
}

// rule is the selection rule, with the opponent's and the playouts before it.
func (c SearchConfig) rule() (search.Rule, error) {
	var own search.Rule
	switch c.Kind {
	case KindUCT, KindUCB1:
		own = search.UCT{Cp: c.C}
	case KindRave:
		rule := search.NewMCRave()
		rule.C, rule.FirstPlay = c.C, c.FPU
		switch c.Schedule {
		case "own":
			rule.Schedule = search.OwnVisits{K: c.K}
		case "mse":
			rule.Schedule = search.MinimumMSE{Bias: c.Bias}
		default:
			rule.Schedule = search.HandSelected{K: c.K}
		}
		own = rule
	case KindPlayouts:
		own = search.Flat{}
	case KindUCBTuned:
		own = search.UCB1Tuned{}
	case KindGreedy:
		own = search.Greedy{FirstPlay: c.FPU}
	case KindAOAP:
		own = search.AOAP{Bayes: c.bayes(), RandomTies: c.Ties != TiesRarer}
	case KindOCBA:
		own = search.OCBA{Epsilon: c.Epsilon}
	case KindTTTS:
		own = search.TTTS{Bayes: c.bayes()}
	case KindSearch: // where there are no networks: every move has the same prior
		// The paper's constants: with those tuned for networks it wins 5 of 40 games of Gomoku
		// against UCT, with these 26.
		rule := search.NewPUCT()
		rule.Separate = false
		if c.CPUCT != Tuned {
			rule.C = c.CPUCT
		}
		if c.Reduction != Tuned {
			rule.Reduction = c.Reduction
		}
		own = rule
	default:
		return nil, fmt.Errorf("no search is called %q", c.Kind)
	}
	own = c.first(own)
	switch c.Opponent {
	case OpponentRandom:
		return search.Models{Own: own, Opponent: search.AtRandom{}, Player: search.Mover}, nil
	case OpponentUCT:
		uct := search.UCT{Cp: c.C}
		if c.Kind == KindRave { // whose c is another
			uct = search.NewUCT()
		}
		return search.Models{Own: own, Opponent: c.first(uct), Player: search.Mover}, nil
	}
	return own, nil
}

// first puts the n0 rule before another.
func (c SearchConfig) first(r search.Rule) search.Rule {
	if c.N0 == 0 {
		return r
	}
	return search.AtLeast{Rule: r, N0: c.N0}
}

func (c SearchConfig) bayes() search.Bayes {
	return search.Bayes{Mean: c.Q0, Deviation: c.Sigma0, Epsilon: c.Epsilon}
}

// Final is how the move is chosen when the search is over.
func (c SearchConfig) Final() search.Choice {
	switch c.Choice {
	case "mean":
		return search.HighestMean{}
	case "lcb":
		return search.HighestLCB{}
	case "posterior":
		return search.HighestPosterior{Bayes: c.bayes()}
	}
	return search.MostVisits{}
}
