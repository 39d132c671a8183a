package alphago

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// APV is the search of Silver et al. 2016, asynchronous policy and value MCTS: PUCT with
// priors by a policy network and leaves that a value network and playouts judge together.
// What a model lacks is done without, see Notes.
//
// A move is read deeper, and the policy network is asked, after ExpandAt visits. The value
// network is asked once for every position that a playout reaches. Its answer counts apart
// from the playouts' outcomes (N_v and W_v). If all evaluations of the queue are busy, or
// others wait already, the playout does not wait: it uses the tree policy's priors until the network's come, and
// values arrive later. A queue with as many evaluations as the tree has threads is never
// busy; then every question is answered at once.
type APV struct {
	// Network answers for the model's networks.
	Network *Network
	// Playout makes what plays games to their end, for one goroutine; nil for none.
	Playout func() search.Playout
	// TreePolicy makes what gives priors where no network does or has not yet, for one
	// goroutine; nil for equal ones.
	TreePolicy func() TreePolicy
	// C is c_puct, the weight of the priors, at least 0; 5 in the paper.
	C float64
	// Lambda is λ, the weight of playouts, 0 to 1; the value network has the rest. 0.5 in the paper.
	Lambda float64
	// Stages, if not empty, is λ by the number of moves of the game so far, in place of Lambda. The
	// last one stands for all later positions. Each is more than 0 and less than 1.
	Stages []float32
	// ExpandAt is the number of visits a move must have had before the position behind it joins
	// the tree, as in search.Config: n_thr+1, 41 in the paper. With λ = 0 it is of no use and not
	// used: a second visit of a position would find nothing new.
	ExpandAt int
	// Adapt lets n_thr rise while many positions lie in the queue and fall while few do, from
	// ExpandAt−1 on. It is of no effect if the queue makes as many evaluations at once as there
	// are threads, or with Wait: then the queue is always empty, and the more is evaluated the
	// fewer playouts are made.
	Adapt bool
	// Reduction, if not 0, makes Q of a move without visits the node's mean less Reduction,
	// instead of 0 as in the paper.
	Reduction float64
	// Wait has every playout wait for its answers. A search with one thread then repeats
	// exactly even if others share its queue.
	Wait bool
}

// TreePolicy gives priors without a network; *rollout.Prior is meant.
type TreePolicy interface {
	Priors(pos *board.Position, moves []board.Point, dst []float32)
}

// PaperAPV has the constants of Silver et al. 2016, Extended Data Table 5, and lacks its
// parts.
func PaperAPV() APV { return APV{C: 5, Lambda: 0.5, ExpandAt: 41, Adapt: true} }

// TunedAPV is PaperAPV with other constants where the paper's do not fit one machine with a few
// cores, for a board and a policy network of so much work: the multiply-adds of one evaluation
// (MultiplyAdds of nets.Policy, which leaves dead filters out).
//
// n_thr weighs what an evaluation costs in playouts, because the same cores evaluate and play
// out. It is five times the price of the policy network, and at most the paper's 40: 8 for 64
// filters and 8 layers, 40 for the paper's network. A question to the policy network is worth its
// price when the search comes back to the position. At equal time 8 won 61% of the games against 2
// on 9×9, and 67% against 0. On 19×19 no difference from 16 was found (docs/benchmarks.md has the
// matches).
//
// c_puct and Reduction are among the values that did best in matches. For boards below 13×13 the
// matches were on 9×9 with 200 playouts a move, for larger boards on 19×19 with 60 and 300. There
// the paper's c_puct, which is meant for many thousand playouts a move, lost 3–23 and 0–12
// (docs/benchmarks.md has the tables).
func TunedAPV(size, work int) APV {
	a := PaperAPV()
	price := float64(work) / (playoutWork * float64(size*size))
	a.ExpandAt = min(int(5*price)+1, a.ExpandAt)
	a.C, a.Reduction = 2, 0.3
	if size < 13 {
		a.Reduction = 0.5
	}
	return a
}

// TunedByStage says whether λ is to follow the stage of the game ([APV].Stages) on a board, if the model says how.
// On 13×13 playouts judge late positions much better than the value network. There the value network that ships,
// with an earlier policy network, won 54% of 400 games with it against the search without a value network
// (docs/notebook/2026-11-27-model-13x13.md). On 9×9 and 19×19 no gain over the constant of the paper was found
// (docs/notebook/2026-11-25-lambda.md).
func TunedByStage(size int) bool { return size == 13 }

// playoutWork is how many multiply-adds, for each point of the board, take as long as a
// playout: 350 to 430 thousand million of them are done in a second here (AVX-512), and a
// playout by MoGo's rules takes 0.4 to 0.5 µs a point.
const playoutWork = 180e3

// Validate refuses searches that cannot be.
func (a APV) Validate() error {
	switch {
	case a.Network == nil:
		return errors.New("a search of this kind wants a network")
	case a.Playout == nil && !a.Network.HasValue():
		return errors.New("nothing judges positions: there is no value network, and there are no playouts")
	case !(a.C >= 0):
		return fmt.Errorf("c_puct %v: want 0 or more", a.C)
	case !(a.Lambda >= 0 && a.Lambda <= 1):
		return fmt.Errorf("lambda %v: want 0 to 1", a.Lambda)
	case slices.ContainsFunc(a.Stages, func(l float32) bool { return !(l > 0 && l < 1) }):
		return fmt.Errorf("lambda by stages %v: want more than 0 and less than 1", a.Stages)
	case a.ExpandAt < 0 || a.ExpandAt > maxThreshold:
		return fmt.Errorf("expansion at %d visits: want 0 to %d", a.ExpandAt, maxThreshold)
	case !(a.Reduction >= 0 && a.Reduction <= 2):
		return fmt.Errorf("reduction %v: want 0 to 2", a.Reduction)
	}
	return nil
}

// MixedBy is the λ that the search has, given what the model lacks: Lambda where Stages vary it.
func (a APV) MixedBy() float64 {
	switch {
	case !a.Network.HasValue():
		return 1
	case a.Playout == nil:
		return 0
	}
	return a.Lambda
}

// Notes says in what the search falls short of what was asked for, for people; priors that
// NetworkConfig.NoPolicy leaves to others were asked for.
func (a APV) Notes() []string {
	var notes []string
	if l := a.MixedBy(); l != a.Lambda {
		if l == 1 {
			why := "the model has no value network for this size of board"
			if a.Network.config.NoValue {
				why = "the value network is left out"
			}
			notes = append(notes, why+": playouts alone judge positions (lambda = 1)")
		} else {
			notes = append(notes, "there are no playouts: the value network alone judges positions (lambda = 0)")
		}
	}
	if !a.Network.HasPriors() && !a.Network.config.NoPolicy {
		if a.TreePolicy != nil {
			notes = append(notes, "the model has no policy network: the tree policy gives the priors")
		} else {
			notes = append(notes, "the model has no policy network: all moves have the same prior")
		}
	}
	return notes
}

// Parts makes the search: what a tree is built of, and the settings of config that are the
// search's to decide.
func (a APV) Parts(config *search.Config) (search.Parts, error) {
	if err := a.Validate(); err != nil {
		return search.Parts{}, err
	}
	lambda := a.MixedBy()
	if lambda == 0 {
		a.Playout = nil
	}
	rule := search.PUCT{C: a.C, Lambda: lambda, Reduction: a.Reduction, Separate: lambda > 0 && lambda < 1}
	if rule.Separate {
		rule.Stages = a.Stages
	}
	p := search.Parts{Rule: rule}
	config.ExpandAt = a.ExpandAt
	if lambda == 0 {
		config.ExpandAt = 0
	}
	leaf := apvLeaf{apv: &a, lambda: lambda}
	queue := a.Network.queue.config
	if a.Adapt && !a.Wait && queue.Evaluations < config.Threads && lambda > 0 && a.Network.HasPriors() {
		leaf.threshold = newThreshold(max(a.ExpandAt-1, 0), queue.Batch)
		p.ExpandAt = leaf.threshold.expandAt
	}
	p.Leaf = func() search.Leaf {
		l := leaf
		if a.Playout != nil {
			l.playout = a.Playout()
		}
		if a.TreePolicy != nil {
			l.tree = a.TreePolicy()
		}
		return &l
	}
	return p, nil
}
