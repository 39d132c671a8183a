package player

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/tengen-go/tengen/search"
	"github.com/tengen-go/tengen/search/alphago"
)

// SearchConfig describes a searching player.
type SearchConfig struct {
	// Kind is what it searches by, one of the kinds below.
	Kind string

	// Model is the folder of the networks; "" for the board's default.
	Model string

	// Playouts a move, besides those that an earlier search left; 0 for no limit.
	Playouts int
	// Time for a move; 0 for no limit. Without Playouts, Time and a clock it is DefaultTime.
	Time time.Duration
	// Clock says what Time is measured by: "wall", or "cpu", the processor time of the one
	// thread that searches, which other work on the machine does not shorten. A game's clock
	// runs by the wall whatever this says.
	Clock string
	// Lag is held back from clocks.
	Lag time.Duration
	// Early ends a search of limited time when its choice cannot change any more.
	Early bool
	// Extend goes on, up to the budget's hard end, while the most visited move is not the
	// one of the highest mean. It is of no effect on searches limited by playouts.
	Extend bool

	Threads int
	// Parallel is how the threads share the search; Sync after how many playouts of each tree
	// of parallel=root the statistics are averaged, SyncDepth how many moves deep.
	Parallel  search.Parallel
	Sync      int
	SyncDepth int

	Memory         int64
	Expand         int
	Transpositions bool
	VirtualLoss    int
	Reuse          bool
	Ponder         bool
	Seed           uint64

	// Playout is who plays positions to their end: a name that rollout.NewPlayout knows,
	// softmax, the rollout policy of a model, or none.
	Playout string
	// Replies is the chance of the last good reply in informed and softmax playouts, 0 to 1.
	Replies float64
	// Heuristic is what new nodes are given as virtual experience: none, even, grandfather,
	// mogo, shapes (those of a model) or knowledge; Experience how many visits of it.
	Heuristic  string
	Experience float64

	C        float64 // exploration: uct, rave, ucb1, and but for rave of Opponent
	FPU      float64 // value of a move not tried yet, 0 to 1: rave, greedy
	Schedule string  // rave: hand, own or mse
	K        float64 // rave, schedule=hand or own
	Bias     float64 // rave, schedule=mse

	// Prior is who gives the prior probabilities of search: policy, the network; tree, the
	// model's tree policy, else its rollout policy; uniform, nobody.
	Prior string
	// Value has the value network judge positions: search.
	Value bool
	// WantsPolicy and WantsValue say that somebody asked for the network, so that a model
	// without it is refused; else the search does without.
	WantsPolicy, WantsValue bool

	CPUCT float64 // search; Tuned, as are Expand and Reduction
	// Lambda is the weight of playouts beside the value network; Tuned is 0.5, or if one of
	// both was left out by Value or Playout, all for the other.
	Lambda     float64
	Beta       float64
	Reduction  float64
	Symmetries string // random, 8 or 1
	// Evaluators is how many calls of the networks run at once, Tuned for as many as Threads.
	// Fewer than Threads make the search asynchronous: who finds all of them busy leaves its
	// question and plays on.
	Evaluators int
	// Batch is how many positions a call takes at most.
	Batch int

	// N0 is how many playouts each move of a position gets before its rule selects.
	N0 int
	// Q0 and Sigma0 are mean and standard deviation of the prior of a move's reward, 0 to 1;
	// Epsilon is the variance of equal rewards, and for ocba the least difference of two means.
	Q0, Sigma0, Epsilon float64
	// Ties says which of the moves that tie aoap samples: random, or rarer, that of the largest
	// v/N.
	Ties string
	// Opponent is who selects where the other player moves: self, the same rule; random; uct.
	Opponent string
	// Backup is what passes up the tree: mean, the outcome; max, the best mean.
	Backup string

	Choice string // visits, mean, lcb or posterior
	// Resign is the mean value, −1 to 0, of the best move below which it resigns; −1 never.
	Resign float64
}

// What the time for a move is measured by.
const (
	ClockWall = "wall"
	ClockCPU  = "cpu"
)

// The sources of priors.
const (
	PriorPolicy  = "policy"
	PriorTree    = "tree"
	PriorUniform = "uniform"
)

// DefaultTime is what a searching player takes for a move when nothing else limits it.
const DefaultTime = 2 * time.Second

// The kinds of searching players.
const (
	KindSearch   = "search"
	KindUCT      = "uct"
	KindRave     = "rave"
	KindPlayouts = "playouts"
	KindUCB1     = "ucb1"
	KindUCBTuned = "ucbtuned"
	KindGreedy   = "greedy"
	KindAOAP     = "aoap"
	KindOCBA     = "ocba"
	KindTTTS     = "ttts"
)

// How aoap breaks ties.
const (
	TiesRandom = "random"
	TiesRarer  = "rarer"
)

// The opponents inside the tree.
const (
	OpponentSelf   = "self"
	OpponentRandom = "random"
	OpponentUCT    = "uct"
)

// Tuned stands for a number that follows from others: for KindSearch alphago.TunedAPV knows it
// for the board and the network, and Expand is otherwise N0−1, or 1 without N0.
const Tuned = -1

// DefaultSearchConfig is what a kind of player is without options.
func DefaultSearchConfig(kind string) SearchConfig {
	c := SearchConfig{
		Kind: kind, Clock: ClockWall, Lag: DefaultLag, Early: true, Extend: true,
		Threads: runtime.GOMAXPROCS(0), Sync: 200, SyncDepth: 1, Memory: DefaultMemory(1), Expand: Tuned, VirtualLoss: 3, Reuse: true, Seed: 1,
		Playout: "informed", Heuristic: "none", Experience: 50,
		FPU: 0.5, Schedule: "hand", K: 3000, Bias: 0.02,
		Prior: PriorPolicy, Value: true, CPUCT: Tuned, Lambda: Tuned, Beta: 0.67, Reduction: Tuned, Symmetries: "random", Evaluators: Tuned, Batch: alphago.DefaultQueueConfig().Batch,
		Q0: 0, Sigma0: 10, Epsilon: 1e-5, Ties: TiesRandom, Opponent: OpponentSelf, Backup: "mean",
		Choice: "visits", Resign: -0.9,
	}
	switch kind {
	case KindUCT:
		c.C = math.Sqrt2 / 2
	case KindRave:
		// Gelly and Silver 2011 found k = 1000 and c = 0 on 9×9; these won 66 % of 50 games
		// against them (docs/benchmarks.md).
		c.C, c.Heuristic = 0.05, "knowledge"
	case KindPlayouts:
		c.Choice, c.Reuse = "mean", false
	case KindUCB1:
		c.C, c.Reuse = 1, false
	case KindUCBTuned, KindGreedy:
		c.C, c.FPU = 1, 1
	case KindAOAP, KindOCBA, KindTTTS:
		// Zhang, Peng and Xu, §4; outcomes back up, as their equation (10) says (search.Backup).
		c.C, c.N0, c.Choice = 1, 10, "posterior"
	case KindSearch:
		c.Resign = -0.8
	}
	return c
}

// unaskedMemory is Memory, or less where a number of playouts needs less.
func (c SearchConfig) unaskedMemory() int64 {
	if c.Playouts == 0 || c.Ponder { // who ponders reads more than Playouts
		return c.Memory
	}
	return min(c.Memory, enoughMemory(c.Playouts))
}

// spread says, for people, that all playouts of a search go to the N0 that each of so many moves
// gets first, so that the rule chooses nothing; "" if not.
func (c SearchConfig) spread(moves int) string {
	if c.N0 == 0 || c.Playouts == 0 || c.Playouts > c.N0*moves {
		return ""
	}
	return fmt.Sprintf("playouts=%d are all spent on giving each of %d moves its n0=%d: at the beginning of a game the rule chooses nothing; give more playouts or a smaller n0", c.Playouts, moves, c.N0)
}

// leastMemory holds a tree that is worth the name on every board.
const leastMemory = 1 << 20

// Validate says what is wrong with a configuration.
func (c SearchConfig) Validate() error {
	switch {
	case c.Playouts < 0 || c.Time < 0 || c.Lag < 0:
		return fmt.Errorf("playouts %d, time %v, lag %v: want 0 or more", c.Playouts, c.Time, c.Lag)
	case c.Clock == ClockCPU && (c.Threads != 1 || c.Time == 0 || c.Ponder):
		return errors.New("clock=cpu measures time= by the processor time of one thread: give time= and threads=1, and no ponder=on")
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
	case c.Kind == KindSearch && c.Playout == "none" && !c.Value:
		return errors.New("playout=none and value=off leave nothing that judges positions")
	}
	return nil
}

// mix is λ, as far as the configuration alone says.
func (c SearchConfig) mix() float64 {
	switch {
	case c.Lambda != Tuned:
		return c.Lambda
	case c.Playout == "none":
		return 0
	case !c.Value:
		return 1
	}
	return 0.5 // Silver et al. 2016, Extended Data Table 5
}
