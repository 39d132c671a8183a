package player

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// Reasons why small games do not have an option.
const (
	noNetworks = "networks are for Go"
	noClock    = "there is no clock"
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

func (p *Pace) options(limits string) []Option {
	return []Option{
		{
			"time", "5s", "2s if there is " + limits, "time for a move, as 5s, 500ms or a number of seconds", "",
			func(o *Options, n string) { p.Time = o.Duration(n, p.Time) },
		},
		{
			"lag", "500ms", p.Lag.String(), "held back from the clock for what comes between", noClock,
			func(o *Options, n string) { p.Lag = o.Duration(n, p.Lag) },
		},
	}
}

func (l *Limits) options() []Option {
	return slices.Concat([]Option{{
		"playouts", "N", "no limit", "playouts a move, besides what is left of the search before", "",
		func(o *Options, n string) { l.Playouts = o.Int(n, l.Playouts, 1, search.MaxVisits) },
	}}, l.Pace.options("neither playouts= nor a clock"), []Option{
		{
			"clock", "wall, cpu", l.Clock, "what time= is measured by; cpu is the processor time of the searching thread, for matches on a busy machine; with threads=1", "",
			func(o *Options, n string) { l.Clock = o.Word(n, l.Clock, ClockWall, ClockCPU) },
		},
		{
			"early", "on, off", onOff(l.Early), "stop before the time is over when the choice cannot change", "",
			func(o *Options, n string) { l.Early = o.Bool(n, l.Early) },
		},
		{
			"extend", "on, off", onOff(l.Extend), "go on after the time while the most visited move is not the best valued", noClock,
			func(o *Options, n string) { l.Extend = o.Bool(n, l.Extend) },
		},
	})
}

func (t *Threading) options() []Option {
	return []Option{
		{
			"threads", "N", "--threads, else all cores", "goroutines that search; with 1 and playouts= the same seed plays the same game", "",
			func(o *Options, n string) { t.Threads = o.Int(n, t.Threads, 1, 4096) },
		},
		{
			"parallel", strings.Join(search.Parallels(), ", "), search.Parallels()[t.Parallel], "how the threads search: on one tree; each on its own, whose statistics near the root are averaged; on one, where several playouts begin at each leaf. The last two repeat with their seed as one thread does", "",
			func(o *Options, n string) {
				t.Parallel = search.Parallel(o.Choice(n, int(t.Parallel), search.Parallels()...))
			},
		},
		{
			"sync", "N", strconv.Itoa(t.Sync), "parallel=root: playouts of each tree between two averages; 0 for none before the end", "",
			func(o *Options, n string) { t.Sync = o.Int(n, t.Sync, 0, 1<<30) },
		},
		{
			"sync-depth", "N", strconv.Itoa(t.SyncDepth), "parallel=root: averages are of the root's moves (1), and of those so many moves later", "",
			func(o *Options, n string) { t.SyncDepth = o.Int(n, t.SyncDepth, 1, 16) },
		},
		{
			"memory", "500M, 2G", "a quarter of the machine's, at most 2G, or 16M + 64K a playout if playouts= needs no more", "bytes of the tree", "",
			func(o *Options, n string) { t.Memory = o.Bytes(n, t.Memory) },
		},
	}
}

func (t *Tree) options(c *SearchConfig) []Option {
	expand := "n0-1, 1 with n0=0"
	if c.Kind == KindSearch {
		expand = "by the price of the networks"
	}
	return []Option{
		{
			"expand", "N", expand, "visits of a move before the position behind it joins the tree, in every kind; one more than the paper's n_thr", "",
			func(o *Options, n string) { t.Expand = o.Int(n, t.Expand, 0, 1_000_000) },
		},
		{
			"transpositions", "on, off", onOff(t.Transpositions), "one node for a position, however it came about", "",
			func(o *Options, n string) { t.Transpositions = o.Bool(n, t.Transpositions) },
		},
		{
			"virtual-loss", "N", strconv.Itoa(t.VirtualLoss), "lost visits that a playout under way counts as; the paper's n_vl", "",
			func(o *Options, n string) { t.VirtualLoss = o.Int(n, t.VirtualLoss, 0, 100) },
		},
		{
			"reuse", "on, off", onOff(t.Reuse), "keep what was read below the moves played", "",
			func(o *Options, n string) { t.Reuse = o.Bool(n, t.Reuse) },
		},
		{
			"ponder", "on, off", onOff(t.Ponder), "read on while the opponent thinks", "the opponent's time is its own",
			func(o *Options, n string) { t.Ponder = o.Bool(n, t.Ponder) },
		},
	}
}

// leafPlayouts are the names of what plays positions to their end.
func leafPlayouts() []string { return append(rollout.Playouts(), "softmax") }

// options are those of playouts; none says whether there may be no playouts.
func (l *Leaf) options(none bool) []Option {
	playouts := leafPlayouts()
	if none {
		playouts = append(playouts, "none")
	}
	return []Option{
		{
			"model", "DIR", "the shipped model of the board's size", "folder of the networks, of the policy of playout=softmax, and of heuristic=shapes", noNetworks,
			func(o *Options, n string) { l.Model = o.String(n, l.Model) },
		},
		{
			"playout", strings.Join(playouts, ", "), l.Playout, "who plays positions to their end", "",
			func(o *Options, n string) { l.Playout = o.Word(n, l.Playout, playouts...) },
		},
		{
			"replies", "0 to 1", number(l.Replies), "playout=informed, softmax: chance to play what last answered the move in a playout that was won", "playouts are random",
			func(o *Options, n string) { l.Replies = o.Float(n, l.Replies, 0, 1) },
		},
	}
}

// options are those of trees of playouts, next to the rule's own.
func (v *Variant) options(own []Option) []Option {
	heuristics := words("none, even, grandfather, mogo, shapes, knowledge")
	list := []Option{
		{
			"heuristic", strings.Join(heuristics, ", "), v.Heuristic, "what new positions believe of their moves beforehand", "",
			func(o *Options, n string) { v.Heuristic = o.Word(n, v.Heuristic, heuristics...) },
		},
		{
			"experience", "M", number(v.Experience), "how many visits the heuristic is worth; of knowledge the weights are scaled by M/50", "",
			func(o *Options, n string) { v.Experience = o.Float(n, v.Experience, 0, 60000) },
		},
		{
			"n0", "N", strconv.Itoa(v.N0), "playouts that every move of a position gets before the rule selects", "",
			func(o *Options, n string) { v.N0 = o.Int(n, v.N0, 0, 60000) },
		},
		{
			"opponent", "self, random, uct", v.Opponent, "who selects where the other player moves: the same rule, chance, UCT", "",
			func(o *Options, n string) {
				v.Opponent = o.Word(n, v.Opponent, OpponentSelf, OpponentRandom, OpponentUCT)
			},
		},
		{
			"backup", "mean, max", v.Backup, "what a playout passes up the tree: its outcome, or from each position the best mean there", "",
			func(o *Options, n string) { v.Backup = o.Word(n, v.Backup, "mean", "max") },
		},
	}
	if !slices.ContainsFunc(own, func(o Option) bool { return o.Name == "c" }) {
		list = append(list, Option{
			"c", "X", number(v.OpponentC), "Cp of opponent=uct", "",
			func(o *Options, n string) { v.OpponentC = o.Float(n, v.OpponentC, 0, 100) },
		})
	}
	return list
}

func (f *Final) options(c *SearchConfig) []Option {
	choices := words("visits, mean, lcb, posterior")
	about := "which move is played: the most visited, of the best mean, of the best lower bound, of the best posterior mean (search: only with lambda=1); of equals a random one"
	return []Option{
		{
			"q0", "X", number(f.Q0), "mean of the prior of a move's reward, which is 0 to 1: of aoap, ttts and choice=posterior", "",
			func(o *Options, n string) { f.Q0 = o.Float(n, f.Q0, -1e6, 1e6) },
		},
		{
			"sigma0", "X", number(f.Sigma0), "its standard deviation", "",
			func(o *Options, n string) { f.Sigma0 = o.Float(n, f.Sigma0, 1e-6, 1e6) },
		},
		{
			"epsilon", "X", strconv.FormatFloat(f.Epsilon, 'f', -1, 64), "variance of rewards that were all equal, of aoap, ocba, ttts and choice=posterior, and the least difference of two means for ocba", "",
			func(o *Options, n string) { f.Epsilon = o.Float(n, f.Epsilon, 1e-12, 1) },
		},
		{
			"choice", strings.Join(choices, ", "), f.Choice, about, "",
			func(o *Options, n string) { f.Choice = o.Word(n, f.Choice, choices...) },
		},
		{
			"resign", "-1 to 0", number(f.Resign), "resign when the best move's value, from -1 to 1, is below; -1 never", toTheEnd,
			func(o *Options, n string) { f.Resign = o.Float(n, f.Resign, -1, 0) },
		},
		{
			"seed", "N", "--seed", "where all chance comes from", "",
			func(o *Options, n string) { f.Seed = o.Uint64(n, f.Seed) },
		},
	}
}

// rounded is a number with three digits.
func rounded(x float64) string { return strconv.FormatFloat(x, 'g', 3, 64) }
