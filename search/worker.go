package search

import (
	"math"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search/stat"
)

// step is one move of a playout inside the tree.
type step struct {
	node, edge uint32
	player     int32
}

// worker makes playouts. It owns everything that it writes to but the tree's statistics.
type worker struct {
	tree      *Tree
	index     int
	state     State
	leaf      Leaf
	ender     Ender // the leaf, if it is one
	heuristic Heuristic
	rand      Rand
	full      bool   // there was no room for a node
	joining   uint32 // the node that Expand is asked about

	path  []step
	edges Edges
	moves []Move
	visit Visit

	priors     []float32
	experience []Experience
	trace      []Move
	// owner says who played a move first: stamp+player, or something older.
	owner []uint32
	stamp uint32
	// owners are who owned the places when the last playout ended; nil if the rule does not ask.
	owners []uint8
	stats  []MoveStat // scratch of decided

	helpers *helpers // nil unless ParallelLeaf
	batch   int      // how many playouts the present one counts as
}

func newWorker(t *Tree, index int) *worker {
	n := t.state.Range()
	w := &worker{
		tree: t, index: index, state: t.state.Clone(),
		path: make([]step, 0, 256), moves: make([]Move, 0, n+1), trace: make([]Move, 0, 4*n),
	}
	if t.parts.Heuristic != nil {
		w.heuristic = t.parts.Heuristic()
		w.experience = make([]Experience, n+1)
	}
	if t.needs.Priors {
		w.priors = make([]float32, n+1)
	}
	if t.needs.Rave {
		w.owner = make([]uint32, n)
	}
	if t.needs.Owners {
		w.owners = make([]uint8, n)
	}
	w.visit.w, w.visit.Rand = w, &w.rand
	w.renew()
	return w
}

// renew makes the evaluation of leaves, which knows nothing of earlier games, such as good replies.
func (w *worker) renew() {
	w.leaf = w.tree.parts.Leaf()
	w.ender, _ = w.leaf.(Ender)
	w.helpers = newHelpers(w)
}

// reseed gives the worker its chance for a search.
func (w *worker) reseed() { w.rand = wyrand.New(w.seed()) }

func (w *worker) seed() uint64 {
	return w.tree.seed() + uint64(w.index)<<52
}

// run makes playouts until the search ends.
func (w *worker) run(b *Budget) {
	t := w.tree
	w.reseed()
	defer w.helpers.begin(w.seed())()
	for n := 0; !t.stop.Load() && (b.Stop == nil || !b.Stop()); n++ {
		if b.Settled != nil && w.index == 0 && n%64 == 0 && w.decided(b) {
			t.stop.Store(true)
			return
		}
		if w.batch = t.take(w.helpers.count() + 1); w.batch == 0 {
			return
		}
		t.gate.RLock()
		times := t.recycled
		err := w.playout()
		t.gate.RUnlock()
		if err != nil {
			t.fail(err)
			return
		}
		t.done.Add(int64(w.batch))
		if w.full {
			w.full = false
			t.recycle(times)
		}
	}
}

// decided says whether the search can end early.
func (w *worker) decided(b *Budget) bool {
	t := w.tree
	left := math.MaxInt
	if b.Playouts > 0 {
		left = int(t.left.Load())
	}
	if b.Left != nil {
		left = min(left, b.Left())
	}
	if left == math.MaxInt {
		return false
	}
	// Every other worker may have a playout under way. It may add a visit to any move, and its virtual
	// losses are still to be taken back.
	left += (len(t.workers) - 1) * max(t.config.VirtualLoss-1, 1)
	t.gate.RLock()
	defer t.gate.RUnlock()
	w.stats = t.rootMoves(w.stats[:0])
	return b.Settled.Decided(w.stats, left)
}

// playout goes down the tree, evaluates where it leaves it, and goes back up.
func (w *worker) playout() error {
	t, s := w.tree, w.tree.store
	loss := uint32(0)
	if len(t.workers) > 1 {
		loss = uint32(t.config.VirtualLoss)
	}
	w.state.Set(t.state)
	w.path = w.path[:0]
	w.edges.Mean = 0.5
	e := &w.edges
	limit, ply := 4*w.state.Range(), plyOf(t.state)
	w.mark(nil, 0)
	for node := t.root; ; {
		s.look(e, node)
		e.Player, e.Depth, e.Ply = w.state.Player(), len(w.path), ply+len(w.path)
		if len(w.path) == 0 {
			if e.Visits >= MaxVisits {
				t.stop.Store(true)
			}
			if t.needs.Mean {
				e.Mean = rootMean(t.parts.Rule, e)
			}
		}
		i := t.parts.Rule.Select(e, &w.rand)
		m := e.Moves[i]
		edge := s.first[node] + uint32(i)
		if s.table != nil && !w.state.Legal(m) {
			// The node was made where the history was another: here the move only loses.
			s.outcomes[edge].Add(stat.One)
			atomic.AddUint32(&s.visits[node], 1)
			s.finish(edge)
			break
		}
		before := e.Playouts(i)
		if t.needs.Mean {
			e.Mean = 0.5
			if before > 0 {
				e.Mean = 1 - t.parts.Rule.Mean(e, i)
			}
		}
		if loss > 0 {
			s.outcomes[edge].Add(Stat(loss) * stat.One)
			atomic.AddUint32(&s.visits[node], loss)
		}
		w.path = append(w.path, step{node: node, edge: edge, player: int32(e.Player)})
		w.state.Play(m)
		if value, over := w.state.Over(); over {
			if s.values != nil { // known as well as any network could
				for _, p := range w.path {
					s.values[p.edge].Add(stat.Reward(value, int(p.player)))
				}
			}
			if w.ender != nil {
				w.ender.Ended(w.state)
			}
			w.seeOwners(w.state)
			w.backUp(value, loss, none)
			w.backUpAgain(value)
			return nil
		}
		node = s.childOf(edge)
		if node != none && node != claimed && len(w.path) < limit {
			continue
		}
		fresh := none
		var err error
		if node == none && before >= t.expandAt() {
			fresh, err = w.expand(false)
		}
		value, helped, player := float32(0), 0, w.state.Player()
		if err == nil {
			var joined []Move
			if fresh != none {
				joined = w.moves
			}
			value, helped, err = w.evaluateAll(joined)
		}
		if fresh != none {
			s.setChild(edge, fresh)
		}
		if err != nil {
			w.undo(loss)
			return err
		}
		w.backUp(value, loss, fresh)
		w.backUpHelpers(helped, player, fresh)
		return nil
	}
	player := w.state.Player()
	value, helped, err := w.evaluateAll(nil)
	if err != nil {
		w.undo(loss)
		return err
	}
	w.backUp(value, loss, none)
	w.backUpHelpers(helped, player, none)
	return nil
}

// expandAt is the number of visits that a move must have had to be read deeper.
func (t *Tree) expandAt() int {
	if t.parts.ExpandAt != nil {
		return t.parts.ExpandAt()
	}
	return t.config.ExpandAt
}

// evaluate asks the leaf evaluation.
func (w *worker) evaluate() (float32, error) {
	v := &w.visit
	v.State, v.Root, v.Trace = w.state, false, w.trace[:0]
	player := w.state.Player()
	value, err := w.leaf.Evaluate(v)
	w.trace = v.Trace
	if err == nil {
		w.own(w.trace, player)
		w.seeOwners(w.state)
	}
	return min(max(value, -1), 1), err
}

// mark begins anew to tell who played a move first, with the moves of a playout that the
// player began.
func (w *worker) mark(trace []Move, player int) {
	w.stamp += 2
	if w.stamp == 0 { // once in 2³¹ playouts
		clear(w.owner)
		w.stamp = 2
	}
	w.own(trace, player)
}

// own notes who played the moves of a playout first.
func (w *worker) own(trace []Move, player int) {
	if w.owner == nil {
		return
	}
	for i := len(trace) - 1; i >= 0; i-- {
		w.owner[trace[i]] = w.stamp + uint32(player^i&1)
	}
	if w.tree.passing >= 0 {
		w.owner[w.tree.passing] = 0
	}
}

// backUp adds the outcome to the edges of the path, and to the RAVE statistics of its nodes
// and of the one that has just joined the tree.
func (w *worker) backUp(value float32, loss uint32, fresh uint32) {
	s := w.tree.store
	if (s.rave != nil || s.owned != nil) && fresh != none {
		player := 0
		if k := len(w.path); k > 0 {
			player = 1 - int(w.path[k-1].player)
		}
		w.credit(fresh, player, value)
		w.countOwners(fresh, player, value)
	}
	passed := value
	for k := len(w.path) - 1; k >= 0; k-- {
		p := w.path[k]
		r := stat.Reward(passed, int(p.player))
		s.outcomes[p.edge].Add(r - Stat(loss)*stat.One)
		atomic.AddUint32(&s.visits[p.node], 1-loss)
		s.finish(p.edge)
		if s.squares != nil {
			atomic.AddUint64(&s.squares[p.edge], stat.Squared(r))
		}
		if s.rave != nil {
			if m := s.moves[p.edge]; m != w.tree.passing {
				w.owner[m] = w.stamp + uint32(p.player)
			}
			w.credit(p.node, int(p.player), value)
		}
		w.countOwners(p.node, int(p.player), value)
		if w.tree.config.Backup == BackupMax && !chance(w.tree.parts.Rule, int(p.player), int(w.path[0].player)) {
			passed = s.best(p.node, int(p.player))
		}
	}
}

// undo takes the virtual losses of the path back.
func (w *worker) undo(loss uint32) {
	for _, p := range w.path {
		w.tree.store.outcomes[p.edge].Add(-Stat(loss) * stat.One)
		atomic.AddUint32(&w.tree.store.visits[p.node], -loss)
	}
}

// credit gives the outcome to every move of the node that its player played first, here or
// later.
func (w *worker) credit(node uint32, player int, value float32) {
	s := w.tree.store
	if s.rave == nil {
		return
	}
	first := s.first[node]
	end := first + uint32(s.count[node])
	r, mine := stat.Reward(value, player), w.stamp+uint32(player)
	rave := s.rave[first:end]
	for i, m := range s.moves[first:end] {
		if w.owner[m] == mine {
			rave[i].Add(r)
		}
	}
}

// grandfather is Visit.Grandfather.
func (w *worker) grandfather(m Move) Stat {
	if len(w.path) < 2 {
		return 0
	}
	s := w.tree.store
	if edge := s.edgeOf(w.path[len(w.path)-2].node, m); edge != none {
		return s.outcomes[edge].Load()
	}
	return 0
}
