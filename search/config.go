package search

import (
	"errors"
	"fmt"
	"math"

	"github.com/tengen-go/tengen/search/near"
)

// Config is what a tree is set to for its life.
type Config struct {
	// Memory is the budget in bytes of nodes and edges. It is set aside for the first search (the
	// system gives it when it is first used) and never passed: when it is full, what is out of reach
	// goes first, then the least visited subtrees. Everybody waits for that: about 40 ms per
	// GiB.
	Memory int64
	// Threads is the number of goroutines that search. With one, equal seeds give equal
	// searches.
	Threads int
	// Parallel is how they share the search.
	Parallel Parallel
	// SyncEvery is the number of playouts that each tree of a ParallelRoot search makes before
	// the statistics near the root are averaged: 0 for never. All wait for the slowest then, so
	// 100 or more.
	SyncEvery int
	// SyncDepth is how near: 1 for the root's moves, 2 for those after them as well, and so
	// on, at positions that a twentieth of the playouts go through.
	SyncDepth int
	// ExpandAt is the number of visits a move must have had before the position behind it
	// joins the tree: 0 for the first visit, n_thr+1 for the "N_r > n_thr" of Silver et al.
	// 2016. As there, virtual losses are visits, but not under a rule that needs Finished, nor with
	// BackupMax.
	ExpandAt int
	// VirtualLoss is n_vl: as how many lost visits a playout under way counts, so that
	// workers part ways. It is of no effect with one thread.
	VirtualLoss int
	// Seed is where all chance comes from.
	Seed uint64
	// Transpositions shares the node of a position among all ways to it. Statistics stay
	// with the edges: a playout updates those by which it came. Positions that differ only in
	// history (superko) count as one.
	Transpositions bool
	// Backup is what a playout passes up the tree.
	Backup Backup
	// Variances keeps the variance of every move's rewards for MoveStat even if the rule has no
	// need of it: for HighestPosterior of search/ranking.
	Variances bool
}

// DefaultConfig is for one thread and 256 MiB.
func DefaultConfig() Config {
	return Config{Memory: 256 << 20, Threads: 1, SyncEvery: 200, SyncDepth: 1, ExpandAt: 1, VirtualLoss: 3}
}

// Validate refuses settings that no search can have.
func (c Config) Validate() error {
	switch {
	case c.Memory <= 0:
		return fmt.Errorf("search memory of %d bytes: want more than 0", c.Memory)
	case c.Threads < 1 || c.Threads > 4096:
		return fmt.Errorf("%d search threads: want 1 to 4096", c.Threads)
	case c.Parallel > ParallelLeaf:
		return fmt.Errorf("parallel search %v: want tree, root or leaf", c.Parallel)
	case c.SyncEvery < 0 || c.SyncDepth < 0 || c.SyncEvery > 0 && c.SyncDepth == 0 && c.Parallel == ParallelRoot:
		return fmt.Errorf("average of root statistics every %d playouts to depth %d: want 0 or more, and a depth "+
			"of 1 or more", c.SyncEvery, c.SyncDepth)
	case c.ExpandAt < 0 || c.ExpandAt > math.MaxInt32:
		return fmt.Errorf("expansion at %d visits: want 0 or more", c.ExpandAt)
	case c.VirtualLoss < 0 || c.VirtualLoss > 100:
		return fmt.Errorf("virtual loss %d: want 0 to 100", c.VirtualLoss)
	case c.Backup > BackupMax:
		return fmt.Errorf("back-up %d: want BackupMean or BackupMax", c.Backup)
	}
	return nil
}

// Parts are what makes the one tree this or that search.
type Parts struct {
	// Rule chooses among the edges of a node.
	Rule Rule
	// Leaf makes the evaluation of one worker; it is called once a worker.
	Leaf func() Leaf
	// Heuristic makes what gives new nodes virtual experience; nil for none.
	Heuristic func() Heuristic
	// Remotes are trees of the same parts on other machines. They are searched as the trees of a ParallelRoot are:
	// every SyncEvery playouts the statistics near the roots are averaged. The caller sees to it that they are at the
	// same position.
	Remotes []near.Remote
	// ExpandAt, if not nil, is asked by any worker at any time for what counts instead of
	// Config.ExpandAt: a threshold that moves.
	ExpandAt func() int
}

func (p Parts) validate() error {
	if p.Rule == nil || p.Leaf == nil {
		return errors.New("a search wants a rule and a leaf evaluation")
	}
	return validRule(p.Rule)
}

// Budget says when a search ends. Whatever comes first ends it; a search without any limit
// runs until its context ends.
type Budget struct {
	// Playouts is the number of playouts of this search; 0 for no limit.
	Playouts int
	// Stop is asked before every playout, by every worker; nil for never.
	Stop func() bool
	// Settled ends the search when this choice can no longer change within the playouts that
	// are left; nil for never. With ParallelRoot it is asked after each round of SyncEvery playouts,
	// so not at all if that is 0.
	Settled Choice
	// Left is how many playouts the caller expects there to be time for from now on, for
	// Settled when Playouts is 0; nil if it cannot say.
	Left func() int
	// Alone leaves Parts.Remotes out: their trees are at another position.
	Alone bool
}
