package search

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// ErrOver says that there is nothing to search: the game is over.
var ErrOver = errors.New("the game is over")

// Tree is a search with what it has found. Search may be called again and again; Root, Best, Line,
// Chance, Playouts and Nodes may be called at any time by anyone, the other methods only between searches.
type Tree struct {
	config  Config
	parts   Parts
	needs   Needs
	perNode int // edges that a node is expected to have
	passing Move

	// gate is held for reading during every playout, and for writing by whoever needs the
	// tree at rest: recycling, and Root.
	gate  sync.RWMutex
	store *store
	state State // of the root
	root  uint32
	allow func(player, depth int, m Move) bool

	workers   []*worker
	rootTrees *rootTrees // of the leader of several trees; nil for others
	tickets   tickets
	budget    Budget // of the search

	life life // of the leader, if there are several trees

	recycled int        // how often; the gate guards it
	stats    []MoveStat // scratch of Best, and edges of rootMoves; the gate guards them
	edges    Edges

	search atomic.Uint64 // how many searches there were, for the chance of each
	left   atomic.Int64
	stop   atomic.Bool
	failed atomic.Pointer[error]
	done   atomic.Int64 // playouts of the search
}

// New makes a tree with state as its first root. The tree keeps a copy. Close gives its memory back; without it that
// happens at some time after the last use.
func New(config Config, parts Parts, state State) (*Tree, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	if err := parts.validate(); err != nil {
		return nil, err
	}
	if len(parts.Remotes) > 0 && config.SyncEvery == 0 {
		return nil, errors.New("a search on several machines averages its statistics every 1 or more playouts, not 0")
	}
	if _, ok := state.(ownable); parts.Rule.Needs().Owners && !ok {
		return nil, errors.New("criticality wants a game in which somebody owns the places of moves, such as Go")
	}
	roots := 0
	if config.Parallel == ParallelRoot && config.Threads > 1 {
		roots = config.Threads
		config.Parallel, config.Threads, config.Memory = ParallelTree, 1, max(config.Memory/int64(roots), 1)
	}
	t := &Tree{config: config, parts: parts, needs: parts.Rule.Needs(), state: state.Clone(), passing: NoMove}
	t.needs.Squares = t.needs.Squares || config.Variances
	// Alone a worker has no virtual losses, nor has anybody at 0: all visits are finished.
	t.needs.Finished = (t.needs.Finished || config.Backup == BackupMax) &&
		config.workers() > 1 && config.VirtualLoss > 0
	if p, ok := state.(Passer); ok {
		t.passing = p.Passing()
	}
	// Nodes deep in a tree have few moves left, those of an endgame very few.
	t.perNode = max(len(state.Moves(nil))/4, 4)
	t.store = newStore(config.Memory, t.perNode, t.needs, parts.Heuristic != nil, config.Transpositions)
	t.tickets.init()
	for i := range config.workers() {
		t.workers = append(t.workers, newWorker(t, i))
	}
	if remotes := parts.Remotes; roots > 0 || len(remotes) > 0 {
		t.parts.Remotes = nil // the other trees have none
		var err error
		if t.rootTrees, err = newRootTrees(t, roots); err != nil {
			return nil, err
		}
		t.rootTrees.mirror(remotes)
	}
	return t, nil
}

// Search reads the root's position until the budget is spent or ctx ends, which is no error.
// Errors come from the leaf evaluation; ErrOver says that there was nothing to read.
func (t *Tree) Search(ctx context.Context, b Budget) error {
	t.life.begin()
	defer t.end()
	if t.rootTrees != nil {
		return t.rootTrees.search(ctx, b, t.config.SyncEvery, t.config.SyncDepth)
	}
	return t.grow(ctx, b)
}

// grow is Search by this tree alone.
func (t *Tree) grow(ctx context.Context, b Budget) error {
	if err := t.plant(); err != nil {
		return err
	}
	t.stop.Store(false)
	t.failed.Store(nil)
	t.done.Store(0)
	t.left.Store(1 << 62)
	if b.Playouts > 0 {
		t.left.Store(int64(b.Playouts))
	}
	if ctx.Err() != nil {
		return nil
	}
	if ctx.Done() != nil { // which searches of a few playouts have no time for
		stopped := make(chan struct{})
		release := context.AfterFunc(ctx, func() {
			t.stop.Store(true)
			close(stopped)
		})
		defer func() {
			if !release() {
				<-stopped // otherwise it might stop the next search
			}
		}()
	}
	t.search.Add(1)
	t.budget = b
	t.work()
	t.settle()
	if err := t.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// work has all workers make playouts until the budget is spent.
func (t *Tree) work() {
	if len(t.workers) == 1 {
		t.workers[0].run(&t.budget)
		return
	}
	var others sync.WaitGroup
	for _, w := range t.workers[1:] {
		others.Go(func() { w.run(&t.budget) })
	}
	t.workers[0].run(&t.budget)
	others.Wait()
}

// take takes up to so many playouts of those that are left.
func (t *Tree) take(n int) int {
	left := t.left.Add(-int64(n))
	return int(max(int64(n)+min(left, 0), 0))
}

// fail ends the search with its first error.
func (t *Tree) fail(err error) {
	t.failed.CompareAndSwap(nil, &err)
	t.stop.Store(true)
}

// settle waits for every open ticket.
func (t *Tree) settle() {
	for _, w := range t.workers {
		if f, ok := w.leaf.(Flusher); ok {
			f.Flush()
		}
	}
	t.tickets.wait()
}

// plant gives the root a node.
func (t *Tree) plant() error {
	t.gate.Lock()
	defer t.gate.Unlock()
	if t.root != none {
		return nil
	}
	if _, over := t.state.Over(); over {
		return ErrOver
	}
	t.store.open()
	w := t.workers[0]
	w.reseed()
	w.state.Set(t.state)
	w.path = w.path[:0]
	node, err := w.expand(true)
	switch {
	case err != nil:
		return err
	case w.full:
		w.full = false
		return t.tooSmall(len(w.moves))
	case node == none:
		return ErrOver
	}
	t.root = node
	return nil
}

// others are the trees of the search that callers do not see.
func (t *Tree) others() []*Tree {
	if t.rootTrees == nil {
		return nil
	}
	return t.rootTrees.trees[1:]
}

// hold brings all trees of the search to rest until release.
func (t *Tree) hold() {
	if t.rootTrees == nil {
		t.gate.Lock()
		return
	}
	for _, one := range t.rootTrees.trees {
		one.gate.Lock()
	}
}

// release lets them go on.
func (t *Tree) release() {
	if t.rootTrees == nil {
		t.gate.Unlock()
		return
	}
	for _, one := range t.rootTrees.trees {
		one.gate.Unlock()
	}
}

// Reset forgets the tree and makes state the root. Good replies of playouts stay, until Reseed.
func (t *Tree) Reset(state State) {
	t.forgetRemotes()
	for _, one := range t.others() {
		one.Reset(state)
	}
	t.state.Set(state)
	t.root = none
	t.store.clear()
}

// Reseed forgets everything and sets where the chance of the searches to come is from, so
// that they do not depend on those before.
func (t *Tree) Reseed(seed uint64) {
	t.forgetRemotes()
	for _, one := range t.others() {
		one.Reseed(seed)
	}
	t.config.Seed = seed
	for _, w := range t.workers {
		w.renew()
	}
	t.search.Store(0)
	t.root = none
	t.store.clear()
}

// seed is where the chance of the present search comes from.
func (t *Tree) seed() uint64 { return t.seedOf(t.search.Load()) }

// seedOf is where the chance of a search comes from, by its number.
func (t *Tree) seedOf(search uint64) uint64 { return t.config.Seed + search<<20 }

// Rule is what selects the moves of playouts.
func (t *Tree) Rule() Rule { return t.parts.Rule }

// ExpandAt is the number of visits that a move must have now for the position behind it to join the tree.
func (t *Tree) ExpandAt() int { return t.expandAt() }

// Advance plays a move, which must be legal, at the root and keeps what was found below it.
// It says whether there was anything.
func (t *Tree) Advance(m Move) bool {
	t.forgetRemotes()
	for _, one := range t.others() {
		one.Advance(m)
	}
	next := none
	if t.root != none && t.allow == nil {
		if edge := t.store.edgeOf(t.root, m); edge != none {
			next = t.store.childOf(edge)
		}
	}
	t.state.Play(m)
	t.root = next
	if !t.fits() {
		t.root = none
		t.store.clear()
	}
	return t.root != none
}

// fits says whether the root's node belongs to the root's state.
func (t *Tree) fits() bool {
	if t.root == none || t.store.hash[t.root] != t.state.Hash() {
		return false
	}
	first := t.store.first[t.root]
	moves := t.store.moves[first : first+uint32(t.store.count[t.root])]
	// A way that had another history, and so other legal moves, may have made the node.
	illegal := func(m Move) bool { return !t.state.Legal(m) }
	return len(moves) == len(t.state.Moves(nil)) && !slices.ContainsFunc(moves, illegal)
}

// Follow makes state the root. It keeps what was found below if the moves lead there from
// the present root, and says whether anything was kept.
func (t *Tree) Follow(state State, moves ...Move) bool {
	kept := t.root != none
	for _, m := range moves {
		if !t.state.Legal(m) {
			kept = false
			break
		}
		kept = t.Advance(m)
	}
	if !kept || t.state.Hash() != state.Hash() {
		t.Reset(state)
		return false
	}
	t.state.Set(state)
	for _, one := range t.others() {
		one.state.Set(state)
	}
	return true
}

// Restrict keeps moves out of the tree that allow refuses. It is asked with the player, the
// depth (0 at the root) and the move. nil allows all. What was found is forgotten.
func (t *Tree) Restrict(allow func(player, depth int, m Move) bool) {
	if allow == nil && t.allow == nil {
		return
	}
	t.forgetRemotes()
	for _, one := range t.others() {
		one.Restrict(allow)
	}
	t.allow = allow
	t.root = none
	t.store.clear()
}

// Hash is the hash of the root's position.
func (t *Tree) Hash() uint64 { return t.state.Hash() }

// Nodes is the number of positions in memory, and how many there is room for.
func (t *Tree) Nodes() (used, room int) {
	used, room = t.store.nodes(), t.store.room()
	for _, one := range t.others() {
		used, room = used+one.store.nodes(), room+one.store.room()
	}
	return used, room
}

// Playouts is how many playouts the last search made, or the present one so far.
func (t *Tree) Playouts() int {
	if t.rootTrees != nil {
		return t.rootTrees.playouts()
	}
	return int(t.done.Load())
}
