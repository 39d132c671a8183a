package player

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// Reasons why small games do not have an option.
const (
	noNetworks = "networks are for Go"
	toTheEnd   = "games go on to the end"
)

// onOff is a switch as options write it.
func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// number is a number as options write it.
func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

func (p *Pace) options(limits string) []options.Option {
	return []options.Option{
		options.New(
			"time", "5s", "2s if there is "+limits,
			"time per move: 5s, 500ms, or a number of seconds",
			"",
			func(o *options.Values, n string) { p.Time = o.Duration(n, p.Time) },
		),
		options.New(
			"lag", "500ms", p.Lag.String(),
			"time kept in reserve on the clock, for delays of the connection",
			"",
			func(o *options.Values, n string) { p.Lag = o.Duration(n, p.Lag) },
		),
	}
}

func (l *Limits) options() []options.Option {
	return slices.Concat([]options.Option{options.New(
		"playouts", "N", "no limit",
		"playouts per move, in addition to what is left from the last search",
		"",
		func(o *options.Values, n string) { l.Playouts = o.Int(n, l.Playouts, 1, search.MaxVisits) },
	)}, l.Pace.options("neither playouts= nor a clock"), []options.Option{
		options.New(
			"clock", "wall, cpu", l.Clock,
			"the clock for time=. cpu: the processor time of the search, for matches on a busy machine; needs "+
				"threads=1, and networks on the processor: a graphics card's time does not count",
			"",
			func(o *options.Values, n string) { l.Clock = o.Word(n, l.Clock, clockWall, clockCPU) },
		),
		options.New(
			"early", "on, off", onOff(l.Early),
			"stop early when the choice cannot change any more",
			"",
			func(o *options.Values, n string) { l.Early = o.Bool(n, l.Early) },
		),
		options.New(
			"extend", "on, off", onOff(l.Extend),
			"think longer while the most visited move is not the move with the best value",
			"",
			func(o *options.Values, n string) { l.Extend = o.Bool(n, l.Extend) },
		),
	})
}

func (t *Threading) options() []options.Option {
	return []options.Option{
		options.New(
			"threads", "N", "--threads, else all cores",
			"number of threads; with threads=1 and playouts= the same seed plays the same game",
			"",
			func(o *options.Values, n string) { t.Threads = o.Int(n, t.Threads, 1, 4096) },
		),
		options.New(
			"parallel",
			strings.Join(search.Parallels(), ", "),
			search.Parallels()[t.Parallel],
			"how the threads search. tree: all on one tree. root: each on its own tree; the statistics near the "+
				"root are averaged. leaf: one tree, several playouts from each leaf. root and leaf repeat with "+
				"their seed",
			"",
			func(o *options.Values, n string) {
				t.Parallel = search.Parallel(o.Choice(n, int(t.Parallel), search.Parallels()...))
			},
		),
		options.New(
			"sync", "N", strconv.Itoa(t.Sync),
			"with parallel=root: playouts of each tree between two averages; 0: only at the end",
			"",
			func(o *options.Values, n string) { t.Sync = o.Int(n, t.Sync, 0, 1<<30) },
		),
		options.New(
			"sync-depth", "N", strconv.Itoa(t.SyncDepth),
			"with parallel=root: average the root's moves (1), and the moves up to so many plies later",
			"",
			func(o *options.Values, n string) { t.SyncDepth = o.Int(n, t.SyncDepth, 1, 16) },
		),
		options.New(
			"memory",
			"500M, 2G",
			"a quarter of the machine's, at most 2G, or 16M + 64K per playout if that is less",
			"memory of the tree",
			"",
			func(o *options.Values, n string) { t.Memory = o.Bytes(n, t.Memory) },
		),
	}
}

func (t *Tree) options(c *SearchConfig) []options.Option {
	expand := "n0-1, 1 with n0=0"
	if c.Kind == KindSearch {
		expand = "by the price of the networks"
	}
	return []options.Option{
		options.New(
			"expand", "N", expand,
			"visits of a move before the position after it joins the tree: the paper's n_thr + 1",
			"",
			func(o *options.Values, n string) { t.Expand = o.Int(n, t.Expand, 0, 1_000_000) },
		),
		options.New(
			"transpositions", "on, off", onOff(t.Transpositions),
			"one node for positions that different moves lead to",
			"",
			func(o *options.Values, n string) { t.Transpositions = o.Bool(n, t.Transpositions) },
		),
		options.New(
			"virtual-loss", "N", strconv.Itoa(t.VirtualLoss),
			"a playout on its way counts as so many lost visits; the paper's n_vl",
			"",
			func(o *options.Values, n string) { t.VirtualLoss = o.Int(n, t.VirtualLoss, 0, 100) },
		),
		options.New(
			"reuse", "on, off", onOff(t.Reuse),
			"keep the part of the tree below the moves played",
			"",
			func(o *options.Values, n string) { t.Reuse = o.Bool(n, t.Reuse) },
		),
		options.New(
			"ponder", "on, off", onOff(t.Ponder),
			"think in the opponent's time, in tengen gtp only",
			"the opponent's time is its own",
			func(o *options.Values, n string) { t.Ponder = o.Bool(n, t.Ponder) },
		),
	}
}

// leafPlayouts are the names of what plays positions to their end.
func leafPlayouts() []string { return append(rollout.Playouts(), "softmax") }

// options are the options of playouts; none says whether there may be no playouts.
func (l *Leaf) options(none bool) []options.Option {
	playouts := leafPlayouts()
	if none {
		playouts = append(playouts, "none")
	}
	return []options.Option{
		options.New(
			"model", "DIR", "the shipped model of the board's size",
			"folder of the model: the networks, the rollout policy for playout=softmax, the shapes for "+
				"heuristic=shapes, the tree policy for heuristic=tree",
			noNetworks,
			func(o *options.Values, n string) { l.Model = o.String(n, l.Model) },
		),
		options.New(
			"playout",
			strings.Join(playouts, ", "),
			l.Playout,
			"the kind of playouts",
			"",
			func(o *options.Values, n string) { l.Playout = o.Word(n, l.Playout, playouts...) },
		),
		options.New(
			"replies", "0 to 1", number(l.Replies),
			"with playout=informed, softmax: the chance to play the reply which answered the same move in the last "+
				"won playout",
			"playouts are random",
			func(o *options.Values, n string) { l.Replies = o.Float(n, l.Replies, 0, 1) },
		),
	}
}

// options are the options of trees of playouts. The rule's own options come next to them.
func (v *Variant) options(own []options.Option) []options.Option {
	experience := number(v.Experience)
	if v.Experience == Tuned {
		experience = "150 with heuristic=tree from 13×13 on, else 50"
	}
	heuristics := words("none, even, grandfather, mogo, shapes, knowledge, tree")
	list := []options.Option{
		options.New(
			"heuristic",
			strings.Join(heuristics, ", "),
			v.Heuristic,
			"what a new position assumes of its moves; see Heuristics",
			"",
			func(o *options.Values, n string) { v.Heuristic = o.Word(n, v.Heuristic, heuristics...) },
		),
		options.New(
			"experience", "M", experience,
			"how many visits the heuristic counts as; for knowledge and tree their weights are scaled by M/50",
			"",
			func(o *options.Values, n string) { v.Experience = o.Float(n, v.Experience, 0, 60000) },
		),
		options.New(
			"n0", "N", strconv.Itoa(v.N0),
			"every move of a position first gets so many playouts, then the rule selects",
			"",
			func(o *options.Values, n string) { v.N0 = o.Int(n, v.N0, 0, 60000) },
		),
		options.New(
			"opponent", "self, random, uct", v.Opponent,
			"who selects the other player's moves: the same rule, chance, or UCT",
			"",
			func(o *options.Values, n string) {
				v.Opponent = o.Word(n, v.Opponent, opponentSelf, opponentRandom, opponentUCT)
			},
		),
		options.New(
			"backup", "mean, max", v.Backup,
			"what goes up the tree. mean: the outcome of the playout. max: from each position the best mean there",
			"",
			func(o *options.Values, n string) { v.Backup = o.Word(n, v.Backup, "mean", "max") },
		),
	}
	if !slices.ContainsFunc(own, func(o options.Option) bool { return o.Name == "c" }) {
		list = append(list, options.New(
			"c", "X", number(v.OpponentC),
			"Cp of opponent=uct",
			"",
			func(o *options.Values, n string) { v.OpponentC = o.Float(n, v.OpponentC, 0, 100) },
		))
	}
	return list
}

func (f *Final) options(c *SearchConfig) []options.Option {
	choices := words("visits, mean, lcb, posterior")
	about := "the move to play: with the most visits, the best mean, the best lower bound, or the best posterior " +
		"mean (search: only with lambda=1); among equals a random one"
	return []options.Option{
		options.New(
			"q0", "X", number(f.Q0),
			"prior mean of a move's reward, 0 to 1, for "+users("q0")+" and choice=posterior",
			"",
			func(o *options.Values, n string) { f.Q0 = o.Float(n, f.Q0, -1e6, 1e6) },
		),
		options.New(
			"sigma0", "X", number(f.Sigma0),
			"standard deviation of this prior",
			"",
			func(o *options.Values, n string) { f.Sigma0 = o.Float(n, f.Sigma0, 1e-6, 1e6) },
		),
		options.New(
			"epsilon", "X", strconv.FormatFloat(f.Epsilon, 'f', -1, 64),
			"variance of rewards that were all equal, for "+users("epsilon")+" and choice=posterior; for ocba also "+
				"the least difference of two means",
			"",
			func(o *options.Values, n string) { f.Epsilon = o.Float(n, f.Epsilon, 1e-12, 1) },
		),
		options.New(
			"choice",
			strings.Join(choices, ", "),
			f.Choice,
			about,
			"",
			func(o *options.Values, n string) { f.Choice = o.Word(n, f.Choice, choices...) },
		),
		options.New(
			"resign", "-1 to 0", number(f.Resign),
			"resign when the value of the best move, from -1 to 1, is below this; -1: never",
			toTheEnd,
			func(o *options.Values, n string) { f.Resign = o.Float(n, f.Resign, -1, 0) },
		),
		options.New(
			"seed", "N", "--seed",
			"the seed of all randomness",
			"",
			func(o *options.Values, n string) { f.Seed = o.Uint64(n, f.Seed) },
		),
	}
}

// rounded is a number with three digits.
func rounded(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }
