package player

import (
	"errors"
	"runtime"
	"strconv"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
)

// KindSearch is the search of Silver et al. 2016, with networks.
const KindSearch = "search"

// The sources of priors.
const (
	priorPolicy  = "policy"
	priorTree    = "tree"
	priorUniform = "uniform"
)

var searchKind = ruleKind{
	name:  KindSearch,
	about: "the search of AlphaGo (2016): PUCT with the policy network, the value network and playouts. The default",
	make: func(c *SearchConfig) selection {
		c.Resign = -0.8
		return withNetworks{}
	},
}

// NetworkOptions are how the search of Silver et al. 2016 uses networks.
type NetworkOptions struct {
	// Prior is the source of the prior probabilities. policy: the network. tree: the model's tree
	// policy, else its rollout policy. uniform: none.
	Prior string
	// Value has the value network judge positions.
	Value bool
	// WantsPolicy and WantsValue say that somebody asked for the network, so that a model
	// without it is refused; else the search does without.
	WantsPolicy, WantsValue bool

	CPUCT float64 // Tuned, as are Expand, Beta and Reduction
	// Lambda is the weight of playouts next to the value network. Tuned is all for the one of both that Value or
	// Playout left in, else the model's fit if it has one and alphago.TunedByStage wants it, else 0.5.
	Lambda float64
	// Fit takes λ from the model, by the stage of the game. A model without a fit is refused.
	Fit        bool
	Beta       float64
	Reduction  float64
	Symmetries string // random, 8 or 1
	// Evaluators is how many calls of the networks run at once, Tuned for the cores, or the threads if they are more.
	// Fewer make the search asynchronous: a thread which finds all of them busy leaves its
	// question and plays on.
	Evaluators int
	// Batch is how many positions a call takes at most.
	Batch int
}

// queue is what the queue before the networks is set to, for so many threads that search.
func (n NetworkOptions) queue(threads int) alphago.QueueConfig {
	q := alphago.DefaultQueueConfig()
	q.Orientation = map[string]alphago.Orientation{
		"random": alphago.RandomOrientation, "8": alphago.EveryOrientation, "1": alphago.OneOrientation,
	}[n.Symmetries]
	q.Batch = n.Batch
	if q.Evaluations = n.Evaluators; n.Evaluators == Tuned {
		q.Evaluations = evaluations(threads)
	}
	return q
}

// evaluations is how many calls of the networks run at once where nothing else is said. Games at
// once share a queue, and none of them is to wait for another's call.
func evaluations(threads int) int { return max(runtime.GOMAXPROCS(0), threads) }

// mix is λ, as far as the configuration alone says.
func (n NetworkOptions) mix(playout string) float64 {
	switch {
	case n.Lambda != Tuned:
		return n.Lambda
	case playout == "none":
		return 0
	case !n.Value:
		return 1
	}
	return 0.5 // Silver et al. 2016, Extended Data Table 5
}

// readLambda reads lambda=, a number or the word fit.
func (n *NetworkOptions) readLambda(o *options.Values, name string) {
	n.Lambda, n.Fit = o.FloatOr(name, "fit", n.Lambda, 0, 1)
}

// stages is λ by the number of moves on a board, if a fit among the figures of the value network decides it,
// else nil.
func (n NetworkOptions) stages(figures map[string]float64, size int) ([]float32, error) {
	if !n.Fit && (n.Lambda != Tuned || !alphago.TunedByStage(size)) {
		return nil, nil
	}
	fit, err := models.LambdaOf(figures)
	switch {
	case err != nil || fit == nil && !n.Fit:
		return nil, err
	case fit == nil:
		return nil, errors.New("lambda=fit: no fit was measured for its value network (tengen model join --lambda " +
			"notes one; lambda=0.5 needs none)")
	}
	return fit.Stages(size * size), nil
}

// withNetworks is the rule of search. It reads its options into the configuration.
type withNetworks struct{}

func (withNetworks) idle(string) string { return "" }

func (withNetworks) options(c *SearchConfig) []options.Option {
	n := &c.NetworkOptions
	return []options.Option{
		options.New(
			"prior", "policy, tree, uniform", n.Prior,
			"source of the priors: the policy network; the model's tree policy, else its rollout policy; none",
			noNetworks,
			func(o *options.Values, name string) {
				n.Prior = o.Word(name, n.Prior, priorPolicy, priorTree, priorUniform)
			},
		),
		options.New(
			"value", "on, off", onOff(n.Value),
			"use the value network",
			noNetworks,
			func(o *options.Values, name string) { n.Value = o.Bool(name, n.Value) },
		),
		options.New(
			"cpuct", "X", "2",
			"weight of the prior; 5 in the paper",
			"",
			func(o *options.Values, name string) { n.CPUCT = o.Float(name, n.CPUCT, 0, 1000) },
		),
		options.New(
			"lambda",
			"0 to 1, fit",
			"0.5, on 13×13 fit if the model has one; 0 with playout=none, 1 with value=off",
			"weight of the playouts; the value network has the rest. fit: by the stage of the game, as the "+
				"model says for its value network",
			noNetworks,
			n.readLambda,
		),
		options.New(
			"beta", "X", "0.67; 1 on boards below 13×13",
			"temperature of the policy's softmax: below 1 its likely moves become likelier still",
			noNetworks,
			func(o *options.Values, name string) { n.Beta = o.Float(name, n.Beta, 0.01, 100) },
		),
		options.New(
			"reduction", "0 to 2", "0.3, on boards below 13×13 0.5",
			"value of a move without visits: the position's value less this; 0: the value 0, as in the paper",
			"",
			func(o *options.Values, name string) { n.Reduction = o.Float(name, n.Reduction, 0, 2) },
		),
		options.New(
			"symmetries", "random, 8, 1", n.Symmetries,
			"how the networks see a position. random: one random rotation or reflection. 8: the mean of all eight. "+
				"1: no rotation",
			noNetworks,
			func(o *options.Values, name string) {
				n.Symmetries = o.Word(name, n.Symmetries, "random", "8", "1")
			},
		),
		options.New(
			"evaluators", "N", "cores, or threads= if more",
			"calls of the networks at the same time. With fewer than threads=, no thread waits for an answer: "+
				"answers come later, and expand= rises while many questions wait",
			noNetworks,
			func(o *options.Values, name string) { n.Evaluators = o.Int(name, n.Evaluators, 1, 4096) },
		),
		options.New(
			"batch", "N", strconv.Itoa(n.Batch),
			"largest number of positions in one call of the networks. A single search has such calls only with "+
				"evaluators= below threads=",
			noNetworks,
			func(o *options.Values, name string) { n.Batch = o.Int(name, n.Batch, 1, 4096) },
		),
	}
}

// rule is what selects where there are no networks: every move has the same prior. The constants
// are the paper's: with those tuned for networks it wins 5 of 40 games of Gomoku against UCT,
// with these 26.
func (withNetworks) rule(c *SearchConfig, _ int) search.Rule {
	rule := search.NewPUCT()
	rule.Separate = false
	if c.CPUCT != Tuned {
		rule.C = c.CPUCT
	}
	if c.Reduction != Tuned {
		rule.Reduction = c.Reduction
	}
	return rule
}
