package search

import (
	"context"
	"sync"
	"sync/atomic"

	"github.com/tengen-go/tengen/search/stat"
)

// rootTrees are the trees of a search with several: one for each goroutine of a ParallelRoot, and one on each other
// machine. The first one leads, and callers know only this one.
type rootTrees struct {
	trees   []*Tree
	mirrors []*mirror
	before  atomic.Int64 // playouts of the rounds before the present one, and of others in the present one
	near    [][]place    // scratch of average, by depth
	stats   []MoveStat
	edges   Edges // scratch of look
}

// place is a node of one of several trees.
type place struct {
	store *store
	node  uint32
}

// nearShare: positions that fewer than one in so many of the root's playouts go through are
// not averaged.
const nearShare = 20

// newRootTrees makes the trees besides the leader, which has its share of the memory already.
func newRootTrees(leader *Tree, trees int) (*rootTrees, error) {
	m := &rootTrees{trees: []*Tree{leader}}
	for i := 1; i < trees; i++ {
		one, err := New(leader.config, leader.parts, leader.state)
		if err != nil {
			return nil, err
		}
		one.workers[0].index = i // so that its chance is another
		m.trees = append(m.trees, one)
	}
	return m, nil
}

// search is Search by all trees: rounds of so many playouts a tree, after each of which the
// statistics near the root are averaged.
func (m *rootTrees) search(ctx context.Context, b Budget, every, depth int) error {
	for done := 0; ; {
		size := m.room()
		if size == 0 {
			return nil
		}
		var asked []*mirror
		if !b.Alone {
			asked = m.asked()
		}
		if every > 0 {
			size = min(size, every*(len(m.trees)+len(asked)))
		}
		if b.Playouts > 0 {
			size = min(size, b.Playouts-done)
		}
		round, stopped, err := m.round(ctx, asked, done, size, depth, b.Stop)
		if err != nil {
			return err
		}
		done += round
		if every > 0 {
			m.average(depth)
			m.share(depth)
		}
		if stopped || done == b.Playouts || ctx.Err() != nil || m.decided(&b, done) {
			return nil
		}
	}
}

// room is how many more playouts look can add up.
func (m *rootTrees) room() int {
	visits := 0
	for _, p := range m.trees[0].places(nil) {
		visits += int(p.store.visits[p.node])
	}
	return max(MaxVisits-visits, 0)
}

// round has all trees make so many playouts together, each its share, of which the leader's is
// not the smallest, so that its root is known. done is how many they made; stopped says that the trees of
// this machine made fewer than they should.
func (m *rootTrees) round(
	ctx context.Context, asked []*mirror, before, size, depth int, stop func() bool,
) (done int, stopped bool, err error) {
	for _, one := range m.trees {
		one.done.Store(0)
	}
	m.before.Store(int64(before))
	all := len(m.trees) + len(asked)
	errs := make([]error, len(m.trees))
	own := 0
	var busy sync.WaitGroup
	for i, one := range m.trees {
		b := Budget{Stop: stop, Playouts: part(size, all-1-i, all)}
		own += b.Playouts
		if b.Playouts > 0 {
			busy.Go(func() { errs[i] = one.grow(ctx, b) })
		}
	}
	for i, one := range asked {
		if share := part(size, len(asked)-1-i, all); share > 0 {
			busy.Go(func() { one.grow(share, depth) })
		}
	}
	busy.Wait()
	for i, one := range m.trees {
		done += int(one.done.Load())
		if err == nil {
			err = errs[i]
		}
	}
	stopped = done < own
	others := m.receive(asked)
	m.before.Add(int64(others))
	return done + others, stopped, err
}

// part is the share of one of so many in a whole number. The shares differ by 1 at most, and the
// last one is not the smallest.
func part(whole, i, of int) int { return whole*(i+1)/of - whole*i/of }

// decided is worker.decided for all.
func (m *rootTrees) decided(b *Budget, done int) bool {
	if b.Settled == nil || b.Playouts == 0 && b.Left == nil {
		return false
	}
	left := b.Playouts - done
	if b.Left != nil {
		if l := b.Left(); b.Playouts == 0 || l < left {
			left = l
		}
	}
	leader := m.trees[0]
	leader.hold()
	defer leader.release()
	m.stats = leader.rootMoves(m.stats[:0])
	return b.Settled.Decided(m.stats, left)
}

// playouts is how many the present search made so far.
func (m *rootTrees) playouts() int {
	n := m.before.Load()
	for _, one := range m.trees {
		n += one.done.Load()
	}
	return int(n)
}

// average gives every tree the mean of all trees' statistics at the root, and so deep below,
// wherever several have the position (Gelly et al. 2012, §4.3): as many visits as before all
// in all, of the same mean for all. Nothing else in the trees changes, so what each has read
// further down stays its own.
func (m *rootTrees) average(depth int) {
	if depth == 0 || len(m.trees)+len(m.mirrors) == 1 {
		return
	}
	m.trees[0].hold()
	defer m.trees[0].release()
	for len(m.near) < depth {
		m.near = append(m.near, nil)
	}
	m.near[0] = m.trees[0].places(m.near[0][:0])
	visits := 0
	for _, p := range m.near[0] {
		visits += int(p.store.visits[p.node])
	}
	m.averageAt(0, depth, max(visits/nearShare, 1))
}

// averageAt averages the edges of the places near[level].
func (m *rootTrees) averageAt(level, depth, least int) {
	places := m.near[level]
	if len(places) < 2 {
		return
	}
	first := places[0]
	for i := range uint32(first.store.count[first.node]) {
		n, all := 0, true
		for _, p := range places {
			edge := p.edge(first, i)
			if all = all && edge != none; all {
				n += p.store.outcomes[edge].Load().N()
			}
		}
		if !all || n == 0 {
			continue
		}
		m.averageEdge(places, i, n)
		if level+1 == depth || n < least {
			continue
		}
		m.near[level+1] = behind(m.near[level+1][:0], places, i)
		m.averageAt(level+1, depth, least)
	}
}

// averageEdge averages edge i of the first place, which has n visits in all, with the edges of the
// same move at the other places.
func (m *rootTrees) averageEdge(places []place, i uint32, n int) {
	first := places[0]
	var outcomes, rave, values, squares uint64
	raves, judged, virtual := 0, 0, 0
	for _, p := range places {
		edge, s := p.edge(first, i), p.store
		outcomes += uint64(s.outcomes[edge].Load() & stat.SumMask)
		if s.experience != nil {
			virtual += s.experience[edge].visits()
		}
		if s.rave != nil {
			rave += uint64(s.rave[edge].Load() & stat.SumMask)
			raves += s.rave[edge].Load().N()
		}
		if s.values != nil {
			values += uint64(s.values[edge].Load() & stat.SumMask)
			judged += s.values[edge].Load().N()
		}
		if s.squares != nil {
			squares += atomic.LoadUint64(&s.squares[edge])
		}
	}
	// Playouts and virtual experience are parted each for itself: trees may differ in what they
	// believed beforehand, and none shall have fewer visits than experience.
	until := func(k int) int { return virtual*k/len(places) + (n-virtual)*k/len(places) }
	for k, p := range places {
		edge, s := p.edge(first, i), p.store
		low, high := until(k), until(k+1)
		was := s.outcomes[edge].Load()
		s.outcomes[edge].Add(stat.ShareAt(outcomes, n, low, high) - was)
		atomic.AddUint32(&s.visits[p.node], uint32(high-low-was.N()))
		if s.experience != nil {
			s.experience[edge] = s.experience[edge].with(part(virtual, k, len(places)))
		}
		if s.rave != nil {
			s.rave[edge].Add(stat.ShareOf(rave, raves, k, len(places)) - s.rave[edge].Load())
		}
		if s.values != nil {
			s.values[edge].Add(stat.ShareOf(values, judged, k, len(places)) - s.values[edge].Load())
		}
		if s.squares != nil {
			atomic.StoreUint64(&s.squares[edge], stat.Proportion(squares, high, n)-stat.Proportion(squares, low, n))
		}
		if s.finished != nil {
			atomic.StoreUint32(&s.finished[edge], uint32(s.playouts(edge)))
		}
	}
}

// places appends the roots of all trees that have one. The roots on other machines come last.
func (t *Tree) places(buf []place) []place {
	if t.rootTrees == nil {
		if t.root != none {
			buf = append(buf, place{t.store, t.root})
		}
		return buf
	}
	for _, one := range t.rootTrees.trees {
		if one.root != none {
			buf = append(buf, place{one.store, one.root})
		}
	}
	for _, one := range t.rootTrees.mirrors {
		if one.root != none {
			buf = append(buf, place{one.store, one.root})
		}
	}
	return buf
}

// behind appends the nodes behind edge i of the first place and the same move of the others.
func behind(buf, places []place, i uint32) []place {
	for _, p := range places {
		edge := p.edge(places[0], i)
		if edge == none {
			continue
		}
		if child := p.store.childOf(edge); child != none && child != claimed {
			buf = append(buf, place{p.store, child})
		}
	}
	return buf
}

// edge is the place's edge for the move of edge i of another place; none if it has none.
func (p place) edge(other place, i uint32) uint32 {
	m := other.store.moves[other.store.first[other.node]+i]
	first, count := p.store.first[p.node], uint32(p.store.count[p.node])
	if i < count && p.store.moves[first+i] == m {
		return first + i
	}
	return p.store.edgeOf(p.node, m)
}

// look sets e to the sums of all trees at the root. It keeps as many visits of virtual experience as
// the leader has, with the mean of all visits of all trees. The virtual experience of the RAVE
// statistics stays unchanged.
func (m *rootTrees) look(e *Edges) {
	leader := m.trees[0]
	leader.store.look(e, leader.root)
	places := leader.places(nil)
	all := &m.edges
	all.outcomes, all.rave = append(all.outcomes[:0], e.outcomes...), append(all.rave[:0], e.rave...)
	all.values, all.squares = append(all.values[:0], e.values...), append(all.squares[:0], e.squares...)
	all.finished = append(all.finished[:0], e.finished...)
	for i := range e.outcomes {
		others := 0 // virtual visits of theirs
		for _, p := range places[1:] {
			edge := p.edge(places[0], uint32(i))
			if edge == none {
				continue
			}
			if e.experience != nil {
				others += p.store.experience[edge].visits()
			}
			all.outcomes[i] += p.store.outcomes[edge].Load()
			if e.rave != nil {
				all.rave[i] += p.store.rave[edge].Load()
			}
			if e.values != nil {
				all.values[i] += p.store.values[edge].Load()
			}
			if e.squares != nil {
				all.squares[i] += atomic.LoadUint64(&p.store.squares[edge])
			}
			if e.finished != nil {
				all.finished[i] += uint32(p.store.playouts(edge))
			}
		}
		if e.experience != nil {
			n, o := all.outcomes[i].N(), all.outcomes[i]
			once := n - others
			all.outcomes[i] = stat.ShareAt(uint64(o&stat.SumMask), n, 0, once)
			if e.squares != nil && n > 0 {
				all.squares[i] = stat.Proportion(all.squares[i], once, n)
			}
		}
	}
	// What the trees do not keep is nil in e, and so it is in all.
	e.outcomes, e.rave, e.values = all.outcomes, all.rave, all.values
	e.squares, e.finished = all.squares, all.finished
	e.Visits = 0
	for _, o := range e.outcomes {
		e.Visits += o.N()
	}
}
