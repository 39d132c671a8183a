package player

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/tengen-go/tengen/internal/machine"
	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
	"github.com/tengen-go/tengen/search/ranking"
	"github.com/tengen-go/tengen/timing"
)

// SearchConfig describes a searching player: settings that all kinds share, in groups, and the
// settings of its kind.
type SearchConfig struct {
	// Kind is what it searches by: the name of a kind of player.
	Kind string

	Limits
	Threading
	Tree
	Leaf
	Variant
	NetworkOptions
	Final

	of  *ruleKind
	own selection // the rule with its own options
}

// Limits say how much a player reads for a move.
type Limits struct {
	// Playouts a move, besides those that an earlier search left; 0 for no limit.
	Playouts int
	Pace
	// Clock says what Time is measured by: "wall", or "cpu", the processor time of the one
	// thread that searches, which other work on the machine does not shorten. A game's clock
	// runs by the wall whatever this says.
	Clock string
	// Early ends a search of limited time when its choice cannot change any more.
	Early bool
	// Extend goes on, up to the budget's hard end, while the most visited move is not the
	// one of the highest mean. It is of no effect on searches limited by playouts.
	Extend bool
}

// Pace is how a player uses time.
type Pace struct {
	// Time for a move; 0 for no limit. Without another limit and a clock it is defaultTime.
	Time time.Duration
	// Lag is held back from clocks.
	Lag time.Duration
}

// Threading is how threads share a search, and its memory.
type Threading struct {
	Threads int
	// Parallel is how the threads share the search; Sync after how many playouts of each tree
	// of parallel=root the statistics are averaged, SyncDepth how many moves deep.
	Parallel  search.Parallel
	Sync      int
	SyncDepth int
	Memory    int64
}

// Tree is how the tree grows and what is kept of it.
type Tree struct {
	Expand         int
	Transpositions bool
	VirtualLoss    int
	Reuse          bool
	Ponder         bool
}

// Leaf is how positions are played to their end.
type Leaf struct {
	// Model is the folder of the networks and of other weights; "" for the board's default.
	Model string
	// Playout is who plays positions to their end: a name that rollout.NewPlayout knows,
	// softmax, the rollout policy of a model, or none.
	Playout string
	// Replies is the chance of the last good reply in informed and softmax playouts, 0 to 1.
	Replies float64
}

// Variant is what may be changed about a tree of playouts, whatever rule selects.
type Variant struct {
	// Heuristic is the virtual experience of new nodes: none, even, grandfather, mogo, shapes (local
	// shapes of a model), knowledge or tree (the tree policy of a model). Experience is its number of visits.
	Heuristic  string
	Experience float64
	// N0 is how many playouts each move of a position gets before its rule selects.
	N0 int
	// Opponent is who selects where the other player moves: self, the same rule; random; uct,
	// with OpponentC for Cp where the rule has none of its own.
	Opponent  string
	OpponentC float64
	// Backup is what passes up the tree: mean, the outcome; max, the best mean.
	Backup string
}

// Final is how a move is chosen at the end, and given up.
type Final struct {
	// Q0 and Sigma0 are mean and standard deviation of the prior of a move's reward, 0 to 1;
	// Epsilon is the variance of equal rewards, and for ocba the least difference of two means.
	Q0, Sigma0, Epsilon float64

	Choice string // visits, mean, lcb or posterior
	// Resign is the mean value, −1 to 0, of the best move below which it resigns; −1 never.
	Resign float64
	Seed   uint64
}

// What the time for a move is measured by.
const (
	clockWall = "wall"
	clockCPU  = "cpu"
)

// defaultTime is what a searching player takes for a move when nothing else limits it.
const defaultTime = 2 * time.Second

// Heuristics that rules have by default.
const (
	heuristicKnowledge = "knowledge"
	heuristicTree      = "tree"
)

// defaultExperience is how many virtual visits were best (Gelly and Silver 2011, §5).
const defaultExperience = 50

// The opponents inside the tree.
const (
	opponentSelf   = "self"
	opponentRandom = "random"
	opponentUCT    = "uct"
)

// Tuned stands for a number that follows from others: for KindSearch alphago.TunedAPV, TunedTemperature and
// TunedByStage know it for the board and the network, for KindRave tunedRave for the board. Expand is otherwise
// N0−1, or 1 without N0.
const Tuned = -1

// defaultSearchConfig is what a kind of player is without options.
func defaultSearchConfig(kind *ruleKind) SearchConfig {
	c := SearchConfig{
		Kind: kind.name, of: kind,
		Limits:    Limits{Clock: clockWall, Pace: Pace{Lag: timing.DefaultLag}, Early: true, Extend: true},
		Threading: Threading{Threads: runtime.GOMAXPROCS(0), Sync: 200, SyncDepth: 1, Memory: machine.Share(1)},
		Tree:      Tree{Expand: Tuned, VirtualLoss: 3, Reuse: !kind.bandit},
		Leaf:      Leaf{Playout: "informed"},
		Variant: Variant{
			Heuristic: "none", Experience: defaultExperience, Opponent: opponentSelf, OpponentC: 1, Backup: "mean",
		},
		NetworkOptions: NetworkOptions{
			Prior:      priorPolicy,
			Value:      true,
			CPUCT:      Tuned,
			Lambda:     Tuned,
			Beta:       Tuned,
			Reduction:  Tuned,
			Symmetries: "random",
			Evaluators: Tuned, Batch: alphago.DefaultQueueConfig().Batch,
		},
		Final: Final{Q0: 0, Sigma0: 10, Epsilon: 1e-5, Choice: "visits", Resign: -0.9, Seed: 1},
	}
	c.own = kind.make(&c)
	return c
}

// mostGameMemory is what a search of a small game takes for its tree unasked: more than the trees
// of small games need.
const mostGameMemory = 256 << 20

// smallGame is what differs in a small game.
func (c *SearchConfig) smallGame() {
	c.Memory = min(c.Memory, mostGameMemory)
	c.Playout, c.Heuristic, c.Resign = "uniform", "none", -1
	c.Prior, c.Value = priorUniform, false
}

// unaskedMemory is Memory, or less where a number of playouts needs less.
func (c SearchConfig) unaskedMemory() int64 {
	if c.Playouts == 0 || c.Ponder { // who ponders reads more than Playouts
		return c.Memory
	}
	return min(c.Memory, machine.EnoughFor(c.Playouts))
}

// spread says, for people, that all playouts of a search go to the N0 that each of so many moves
// gets first, so that the rule chooses nothing; "" if not.
func (c SearchConfig) spread(moves int) string {
	if c.N0 == 0 || c.Playouts == 0 || c.Playouts > c.N0*moves {
		return ""
	}
	return fmt.Sprintf("playouts=%d are all spent on giving each of %d moves its n0=%d: at the beginning of a game "+
		"the rule chooses nothing; give more playouts or a smaller n0", c.Playouts, moves, c.N0)
}

// mix is λ, as far as the configuration alone says.
func (c SearchConfig) mix() float64 { return c.NetworkOptions.mix(c.Playout) }

// leastMemory holds a tree that is worth the name on every board.
const leastMemory = 1 << 20

// Validate says what is wrong with a configuration.
func (c SearchConfig) Validate() error {
	switch {
	case c.Playouts < 0 || c.Time < 0 || c.Lag < 0:
		return fmt.Errorf("playouts %d, time %v, lag %v: want 0 or more", c.Playouts, c.Time, c.Lag)
	case c.Clock == clockCPU && (c.Threads != 1 || c.Time == 0 || c.Ponder):
		return errors.New("clock=cpu measures time= by the processor time of one thread: give time= and threads=1, " +
			"and no ponder=on")
	case !(c.Resign >= -1 && c.Resign <= 0):
		return fmt.Errorf("resign %v: want -1 to 0", c.Resign)
	case c.Memory < leastMemory:
		return fmt.Errorf("memory %d: want %d (1M) or more", c.Memory, leastMemory)
	case c.Parallel == search.ParallelLeaf && c.Playout == "none":
		return errors.New("parallel=leaf plays several times from each leaf: playout=none leaves nothing to play")
	case c.Kind != KindSearch && c.Playout == "none":
		return fmt.Errorf("%s judges by playouts: playout=none leaves nothing", c.Kind)
	case c.Kind == KindSearch && c.Choice == "posterior" && c.mix() != 1:
		return errors.New("choice=posterior is by the outcomes of playouts alone: for search only with lambda=1")
	case c.Parallel == search.ParallelLeaf && c.Kind == KindSearch && c.mix() == 0:
		return errors.New("parallel=leaf plays several times from each leaf: with lambda=0 no playout counts")
	case c.Kind == KindSearch && c.Fit && c.Playout == "none":
		return errors.New("lambda=fit weighs playouts against the value network, and playout=none leaves them out: " +
			"leave one of the two options out")
	case c.Kind == KindSearch && c.Fit && !c.Value:
		return errors.New("lambda=fit weighs playouts against the value network, which value=off leaves out: leave " +
			"one of the two options out")
	case c.Kind == KindSearch && c.Playout == "none" && !c.Value:
		return errors.New("playout=none and value=off leave nothing that judges positions")
	}
	return nil
}

// tree is the settings and the parts of a tree, in any game, of the kinds that need no
// network, and of search without one: play makes what plays positions to their end, belief
// what new positions are given beforehand, nil for nothing. The caller adds
// the rule, which depends on the board.
func (c SearchConfig) tree(play func() search.Playout, belief func() search.Heuristic) (search.Config, search.Parts) {
	config := c.settings()
	if c.of.bandit {
		config.ExpandAt = 1 << 30
	}
	return config, search.Parts{
		Leaf:      func() search.Leaf { return &search.PlayoutLeaf{Playout: play()} },
		Heuristic: belief,
	}
}

// settings are the tree's settings.
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

func (f Final) bayes() ranking.Bayes {
	return ranking.Bayes{Mean: f.Q0, Deviation: f.Sigma0, Epsilon: f.Epsilon}
}

// choice is how the move is chosen when the search is over.
func (f Final) choice() search.Choice {
	switch f.Choice {
	case "mean":
		return search.HighestMean{}
	case "lcb":
		return search.HighestLCB{}
	case "posterior":
		return ranking.HighestPosterior{Bayes: f.bayes()}
	}
	return search.MostVisits{}
}

// rankingAndSelection are the settings of Zhang, Peng and Xu, §4; outcomes back up, as their
// equation (10) says (search.Backup).
func (c *SearchConfig) rankingAndSelection() { c.N0, c.Choice = 10, "posterior" }

// defaultCp is Cp of UCT for rewards from 0 to 1 (Kocsis and Szepesvári 2006).
const defaultCp = math.Sqrt2 / 2
