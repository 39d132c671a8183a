package search

import (
	"sync"

	"github.com/tengen-go/tengen/search/near"
)

// mirror is what another machine's tree knew near its root when it was last asked, as a store of this machine.
type mirror struct {
	remote near.Remote
	store  *store
	root   uint32 // none if nothing is known of the position
	lost   bool

	news near.Report // of the present round; without playouts if there is none
}

// mirror adds what reflects remote trees.
func (m *rootTrees) mirror(remotes []near.Remote) {
	leader := m.trees[0]
	size := storeSize{needs: leader.needs, experience: leader.parts.Heuristic != nil}
	size.needs.Priors, size.needs.Owners, size.needs.Finished = false, false, false // which are not averaged
	for _, r := range remotes {
		m.mirrors = append(m.mirrors, &mirror{remote: r, store: &store{size: size}})
	}
}

// asked are those that take part. Moves that are not allowed are not known to other machines, so these rest then.
func (m *rootTrees) asked() (asked []*mirror) {
	if m.trees[0].allow != nil {
		return nil
	}
	for _, one := range m.mirrors {
		if !one.lost {
			asked = append(asked, one)
		}
	}
	return asked
}

// forgetRemotes forgets what was known of other machines' trees, because the root is another.
func (t *Tree) forgetRemotes() {
	if t.rootTrees == nil {
		return
	}
	for _, one := range t.rootTrees.mirrors {
		one.root = none
	}
}

// grow has the other machine make a number of playouts.
func (m *mirror) grow(playouts, depth int) {
	r, err := m.remote.Grow(playouts, depth)
	if err != nil {
		m.lost = true
		return
	}
	before := near.Unknown
	if m.root != none {
		before = int(m.store.visits[m.root])
	}
	if err = r.Check(m.store.kept(), before, playouts); err != nil {
		m.lost = true
		m.remote.Lose(err)
		return
	}
	m.news = r
}

// receive notes what other machines reported in a round, and is how many playouts they made.
func (m *rootTrees) receive(asked []*mirror) (playouts int) {
	m.trees[0].hold()
	defer m.trees[0].release()
	for _, one := range asked {
		switch {
		case one.lost:
			one.root = none
		case one.news.Playouts > 0:
			playouts += one.news.Playouts
			one.reflect()
		}
	}
	return playouts
}

// reflect makes the last report the store's only content.
func (m *mirror) reflect() {
	news := m.news.Position
	m.root, m.news = none, near.Report{}
	if len(news.Moves) == 0 {
		return
	}
	positions, moves := news.Size()
	size := m.store.size
	size.nodes, size.edges = int64(positions+1), int64(moves+1) // the first of both is unused
	if m.store.size.nodes < size.nodes || m.store.size.edges < size.edges {
		m.store.close()
		m.store = &store{size: size}
		m.store.open()
	}
	m.store.clear()
	m.root = m.store.build(news)
	m.store.adopt(news, m.root)
}

// build makes nodes for what another tree knows; there is room for them.
func (s *store) build(p near.Position) uint32 {
	moves := make([]Move, len(p.Moves))
	for i, m := range p.Moves {
		moves[i] = Move(m)
	}
	node := s.take(moves, 0)
	for _, a := range p.After {
		s.child[s.first[node]+uint32(a.Index)] = s.build(a.Position)
	}
	return node
}

// share gives the averages to the other machines.
func (m *rootTrees) share(depth int) {
	var busy sync.WaitGroup
	for _, one := range m.mirrors {
		if one.root == none || one.lost {
			continue
		}
		p := one.store.near(one.root, depth, 0)
		busy.Go(func() { one.lost = one.remote.Adopt(p) != nil })
	}
	busy.Wait()
}
