package player

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/search"
)

// SearchOption is one option of the searching players.
type SearchOption struct {
	Name    string
	Kinds   string // which players have it, in a row
	Values  string // what it may be
	Default string
	About   string
	read    func(o *Options, name string, c *SearchConfig)
}

// of says whether players of a kind have the option.
func (o SearchOption) of(kind string) bool {
	return strings.Contains(" "+o.Kinds+" ", " "+kind+" ")
}

const (
	allKinds   = "search uct rave playouts ucb1 ucbtuned greedy aoap ocba ttts"
	treeKinds  = "search uct rave ucbtuned greedy aoap ocba ttts"
	plainKinds = "uct rave ucbtuned greedy aoap ocba ttts" // trees without a network
)

// TreeKinds are the players that search a tree.
func TreeKinds() []string { return strings.Fields(treeKinds) }

// SearchOptionsHelp lists the options for people, one a line.
func SearchOptionsHelp() string {
	var b strings.Builder
	for _, o := range searchOptions {
		players := ""
		if o.Kinds != allKinds {
			players = " [" + strings.ReplaceAll(o.Kinds, " ", ", ") + "]"
		}
		fmt.Fprintf(&b, "    %s=%s: %s%s; default %s\n", o.Name, strings.ReplaceAll(o.Values, ", ", "|"), o.About, players, o.Default)
	}
	return b.String()
}

var searchOptions = []SearchOption{
	{
		"model", allKinds, "DIR", "the shipped model of the board's size", "folder of the networks, of the policy of playout=softmax, and of heuristic=shapes",
		func(o *Options, n string, c *SearchConfig) { c.Model = o.String(n, c.Model) },
	},
	{
		"playouts", allKinds, "N", "no limit", "playouts a move, besides what is left of the search before",
		func(o *Options, n string, c *SearchConfig) { c.Playouts = o.Int(n, c.Playouts, 1, search.MaxVisits) },
	},
	{
		"time", allKinds, "5s", "2s if there is neither playouts= nor a clock", "time for a move, as 5s, 500ms or a number of seconds",
		func(o *Options, n string, c *SearchConfig) { c.Time = o.Duration(n, c.Time) },
	},
	{
		"clock", allKinds, "wall, cpu", "wall", "what time= is measured by; cpu is the processor time of the searching thread, for matches on a busy machine; with threads=1",
		func(o *Options, n string, c *SearchConfig) { c.Clock = o.Word(n, c.Clock, ClockWall, ClockCPU) },
	},
	{
		"lag", allKinds, "500ms", "500ms", "held back from the clock for what comes between",
		func(o *Options, n string, c *SearchConfig) { c.Lag = o.Duration(n, c.Lag) },
	},
	{
		"early", allKinds, "on, off", "on", "stop before the time is over when the choice cannot change",
		func(o *Options, n string, c *SearchConfig) { c.Early = o.Bool(n, c.Early) },
	},
	{
		"extend", allKinds, "on, off", "on", "go on after the time while the most visited move is not the best valued",
		func(o *Options, n string, c *SearchConfig) { c.Extend = o.Bool(n, c.Extend) },
	},
	{
		"threads", allKinds, "N", "--threads, else all cores", "goroutines that search; with 1 and playouts= the same seed plays the same game",
		func(o *Options, n string, c *SearchConfig) { c.Threads = o.Int(n, c.Threads, 1, 4096) },
	},
	{
		"parallel", allKinds, "tree, root, leaf", "tree", "how the threads search: on one tree; each on its own, whose statistics near the root are averaged; on one, where several playouts begin at each leaf. The last two repeat with their seed as one thread does",
		func(o *Options, n string, c *SearchConfig) {
			c.Parallel = search.Parallel(o.Choice(n, int(c.Parallel), search.Parallels()...))
		},
	},
	{
		"sync", allKinds, "N", "200", "parallel=root: playouts of each tree between two averages; 0 for none before the end",
		func(o *Options, n string, c *SearchConfig) { c.Sync = o.Int(n, c.Sync, 0, 1<<30) },
	},
	{
		"sync-depth", allKinds, "N", "1", "parallel=root: averages are of the root's moves (1), and of those so many moves later",
		func(o *Options, n string, c *SearchConfig) { c.SyncDepth = o.Int(n, c.SyncDepth, 1, 16) },
	},
	{
		"memory", allKinds, "500M, 2G", "a quarter of the machine's, at most 2G, or 16M + 64K a playout if playouts= needs no more", "bytes of the tree",
		func(o *Options, n string, c *SearchConfig) { c.Memory = o.Bytes(n, c.Memory) },
	},
	{
		"expand", treeKinds, "N", "by the price of the networks (search), n0-1, 1 with n0=0", "visits of a move before the position behind it joins the tree, in every kind; one more than the paper's n_thr",
		func(o *Options, n string, c *SearchConfig) { c.Expand = o.Int(n, c.Expand, 0, 1_000_000) },
	},
	{
		"transpositions", treeKinds, "on, off", "off", "one node for a position, however it came about",
		func(o *Options, n string, c *SearchConfig) { c.Transpositions = o.Bool(n, c.Transpositions) },
	},
	{
		"virtual-loss", treeKinds, "N", "3", "lost visits that a playout under way counts as; the paper's n_vl",
		func(o *Options, n string, c *SearchConfig) { c.VirtualLoss = o.Int(n, c.VirtualLoss, 0, 100) },
	},
	{
		"reuse", treeKinds, "on, off", "on", "keep what was read below the moves played",
		func(o *Options, n string, c *SearchConfig) { c.Reuse = o.Bool(n, c.Reuse) },
	},
	{
		"ponder", treeKinds, "on, off", "off", "read on while the opponent thinks",
		func(o *Options, n string, c *SearchConfig) { c.Ponder = o.Bool(n, c.Ponder) },
	},
	{
		"playout", allKinds, "uniform, mogo, mogo-safe, informed, softmax; none (search)", "informed", "who plays positions to their end",
		func(o *Options, n string, c *SearchConfig) {
			words := append(rollout.Playouts(), "softmax")
			if c.Kind == KindSearch {
				words = append(words, "none")
			}
			c.Playout = o.Word(n, c.Playout, words...)
		},
	},
	{
		"replies", allKinds, "0 to 1", "0", "playout=informed, softmax: chance to play what last answered the move in a playout that was won",
		func(o *Options, n string, c *SearchConfig) { c.Replies = o.Float(n, c.Replies, 0, 1) },
	},
	{
		"heuristic", plainKinds, "none, even, grandfather, mogo, shapes, knowledge", "knowledge (rave), none", "what new positions believe of their moves beforehand",
		func(o *Options, n string, c *SearchConfig) {
			c.Heuristic = o.Word(n, c.Heuristic, "none", "even", "grandfather", "mogo", "shapes", "knowledge")
		},
	},
	{
		"experience", plainKinds, "M", "50", "how many visits the heuristic is worth; of knowledge the weights are scaled by M/50",
		func(o *Options, n string, c *SearchConfig) { c.Experience = o.Float(n, c.Experience, 0, 60000) },
	},
	{
		"c", plainKinds + " ucb1", "X", "0.707 (uct), 0.05 (rave), 1", "exploration: Cp of UCT and UCB1, c of UCT-RAVE (0 is MC-RAVE); for other rules Cp of opponent=uct, which is 0.707 for rave",
		func(o *Options, n string, c *SearchConfig) { c.C = o.Float(n, c.C, 0, 100) },
	},
	{
		"fpu", "rave greedy", "0 to 10", "0.5 (rave), 1 (greedy)", "value of a move of which nothing is known",
		func(o *Options, n string, c *SearchConfig) { c.FPU = o.Float(n, c.FPU, 0, 10) },
	},
	{
		"schedule", "rave", "hand, own, mse", "hand", "weight of the RAVE value: by the visits of the position, by the move's own, or of least squared error",
		func(o *Options, n string, c *SearchConfig) { c.Schedule = o.Word(n, c.Schedule, "hand", "own", "mse") },
	},
	{
		"k", "rave", "X", "3000", "schedule=hand, own: visits at which both values weigh alike",
		func(o *Options, n string, c *SearchConfig) { c.K = o.Float(n, c.K, 0, 1e9) },
	},
	{
		"bias", "rave", "X", "0.02", "schedule=mse: how far off RAVE values are taken to be",
		func(o *Options, n string, c *SearchConfig) { c.Bias = o.Float(n, c.Bias, 0, 1) },
	},
	{
		"n0", plainKinds, "N", "10 (aoap, ocba, ttts), 0", "playouts that every move of a position gets before the rule selects",
		func(o *Options, n string, c *SearchConfig) { c.N0 = o.Int(n, c.N0, 0, 60000) },
	},
	{
		"q0", allKinds, "X", "0", "mean of the prior of a move's reward, which is 0 to 1: of aoap, ttts and choice=posterior",
		func(o *Options, n string, c *SearchConfig) { c.Q0 = o.Float(n, c.Q0, -1e6, 1e6) },
	},
	{
		"sigma0", allKinds, "X", "10", "its standard deviation",
		func(o *Options, n string, c *SearchConfig) { c.Sigma0 = o.Float(n, c.Sigma0, 1e-6, 1e6) },
	},
	{
		"epsilon", allKinds, "X", "0.00001", "variance of rewards that were all equal, of aoap, ocba, ttts and choice=posterior, and the least difference of two means for ocba",
		func(o *Options, n string, c *SearchConfig) { c.Epsilon = o.Float(n, c.Epsilon, 1e-12, 1) },
	},
	{
		"ties", KindAOAP, "random, rarer", "random", "which of the moves that tie is sampled: a random one, or that of the largest v/N, posterior variance over playouts",
		func(o *Options, n string, c *SearchConfig) { c.Ties = o.Word(n, c.Ties, TiesRandom, TiesRarer) },
	},
	{
		"opponent", plainKinds, "self, random, uct", "self", "who selects where the other player moves: the same rule, chance, UCT",
		func(o *Options, n string, c *SearchConfig) {
			c.Opponent = o.Word(n, c.Opponent, OpponentSelf, OpponentRandom, OpponentUCT)
		},
	},
	{
		"backup", plainKinds, "mean, max", "mean", "what a playout passes up the tree: its outcome, or from each position the best mean there",
		func(o *Options, n string, c *SearchConfig) { c.Backup = o.Word(n, c.Backup, "mean", "max") },
	},
	{
		"prior", "search", "policy, tree, uniform", "policy", "who gives the priors: the policy network, the model's tree policy (else its rollout policy), nobody",
		func(o *Options, n string, c *SearchConfig) {
			c.Prior = o.Word(n, c.Prior, PriorPolicy, PriorTree, PriorUniform)
		},
	},
	{
		"value", "search", "on, off", "on", "have the value network judge positions",
		func(o *Options, n string, c *SearchConfig) { c.Value = o.Bool(n, c.Value) },
	},
	{
		"cpuct", "search", "X", "2", "weight of the prior; 5 in the paper",
		func(o *Options, n string, c *SearchConfig) { c.CPUCT = o.Float(n, c.CPUCT, 0, 1000) },
	},
	{
		"lambda", "search", "0 to 1", "0.5; 0 with playout=none, 1 with value=off", "weight of playouts beside the value network",
		func(o *Options, n string, c *SearchConfig) { c.Lambda = o.Float(n, c.Lambda, 0, 1) },
	},
	{
		"beta", "search", "X", "0.67", "temperature of the policy's softmax",
		func(o *Options, n string, c *SearchConfig) { c.Beta = o.Float(n, c.Beta, 0.01, 100) },
	},
	{
		"reduction", "search", "0 to 2", "0.3, on boards below 13×13 0.5", "value of a move without visits: 0 as in the paper, else so much less than the position's",
		func(o *Options, n string, c *SearchConfig) { c.Reduction = o.Float(n, c.Reduction, 0, 2) },
	},
	{
		"symmetries", "search", "random, 8, 1", "random", "how the networks see a position: one drawn view, the mean of eight, as it lies",
		func(o *Options, n string, c *SearchConfig) {
			c.Symmetries = o.Word(n, c.Symmetries, "random", "8", "1")
		},
	},
	{
		"evaluators", "search", "N", "threads", "calls of the networks at once; with fewer than threads= nobody waits for one: its answers come later, and expand= rises while many lie waiting",
		func(o *Options, n string, c *SearchConfig) { c.Evaluators = o.Int(n, c.Evaluators, 1, 4096) },
	},
	{
		"batch", "search", "N", "8", "positions that one call of the networks takes at most",
		func(o *Options, n string, c *SearchConfig) { c.Batch = o.Int(n, c.Batch, 1, 4096) },
	},
	{
		"choice", allKinds, "visits, mean, lcb, posterior", "visits; mean (playouts); posterior (aoap, ocba, ttts)", "which move is played: the most visited, of the best mean, of the best lower bound, of the best posterior mean (search: only with lambda=1); of equals a random one",
		func(o *Options, n string, c *SearchConfig) {
			c.Choice = o.Word(n, c.Choice, "visits", "mean", "lcb", "posterior")
		},
	},
	{
		"resign", allKinds, "-1 to 0", "-0.8 (search), -0.9", "resign when the best move's value, from -1 to 1, is below; -1 never",
		func(o *Options, n string, c *SearchConfig) { c.Resign = o.Float(n, c.Resign, -1, 0) },
	},
	{
		"seed", allKinds, "N", "--seed", "where all chance comes from",
		func(o *Options, n string, c *SearchConfig) { c.Seed = o.Uint64(n, c.Seed) },
	},
}

// readSearchConfig takes the options of a player string.
func readSearchConfig(spec Spec, env Env) (SearchConfig, error) {
	o, err := spec.Options()
	if err != nil {
		return SearchConfig{}, err
	}
	c := DefaultSearchConfig(spec.Kind)
	c.Seed, c.Memory = env.Seed, DefaultMemory(env.Players)
	if env.Threads > 0 {
		c.Threads = env.Threads
	}
	given := o.all()
	prior, value, lambda, memory := o.given("prior"), o.given("value"), o.given("lambda"), o.given("memory")
	for _, option := range searchOptions {
		if !option.of(spec.Kind) {
			o.notHere(option.Name, option.Kinds)
			continue
		}
		option.read(o, option.Name, &c)
	}
	if err := o.Finish(); err != nil {
		return c, err
	}
	if !memory {
		c.Memory = c.unaskedMemory()
	}
	c.WantsPolicy = prior && c.Prior == PriorPolicy
	c.WantsValue = c.Value && (value || lambda && c.Lambda < 1)
	return c, c.check(spec, given)
}

// check is Validate, and that none of the given options is without effect.
func (c SearchConfig) check(spec Spec, given []string) error {
	if err := c.Validate(); err != nil {
		return specErrorf("player %s: %w", spec.Kind, err)
	}
	for _, name := range given {
		if want := c.idle(name); want != "" {
			return specErrorf("player %s: %s= has no effect without %s", spec.Kind, name, want)
		}
	}
	return nil
}

// idle says what an option lacks to have any effect with the others as they are, "" for nothing.
func (c SearchConfig) idle(name string) string {
	posterior := c.Choice == "posterior" || c.Kind == KindAOAP || c.Kind == KindTTTS
	ranks := c.Kind == KindUCT || c.Kind == KindUCB1 || c.Kind == KindRave
	switch {
	case (name == "sync" || name == "sync-depth") && c.Parallel != search.ParallelRoot:
		return "parallel=root"
	case name == "parallel" && c.Parallel != search.ParallelTree && c.Threads == 1:
		return "threads=2 or more"
	case name == "replies" && c.Replies != 0 && c.Playout != "informed" && c.Playout != "softmax":
		return "playout=informed or playout=softmax"
	case name == "experience" && c.Heuristic == "none":
		return "heuristic="
	case name == "c" && !ranks && c.Opponent != OpponentUCT:
		return "opponent=uct"
	case name == "k" && c.Schedule == "mse":
		return "schedule=hand or schedule=own"
	case name == "bias" && c.Schedule != "mse":
		return "schedule=mse"
	case (name == "q0" || name == "sigma0") && !posterior:
		return "choice=posterior"
	case name == "epsilon" && !posterior && c.Kind != KindOCBA:
		return "choice=posterior"
	}
	return ""
}
