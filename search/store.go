package search

import (
	"fmt"
	"math"
	"runtime"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/pages"
)

// none is the index of no node; claimed stands for a child that a worker is about to make.
const (
	none    uint32 = 0
	claimed uint32 = 1<<31 - 1
	// asked is a flag that an edge keeps with its child: the value of its position was asked for.
	asked uint32 = 1 << 31
)

// store holds nodes and edges in arrays. The edges of a node lie side by side, and later
// nodes have later edges. Arrays that the rule does not need are nil, and all are before open.
type store struct {
	size   storeSize
	memory *pages.Block // of the arrays
	nodeArrays
	edgeArrays
	// used counts the nodes (above) and edges (below) in use. Entry 0 of both is never used.
	used atomic.Uint64
	// table leads from hashes to nodes, by open addressing; nil without transpositions.
	table []uint32
}

// storeSize is what the arrays are made for.
type storeSize struct {
	nodes, edges               int64
	needs                      Needs
	experience, transpositions bool
}

type nodeArrays struct {
	hash   []uint64
	visits []uint32 // sum of the edges' N_r
	first  []uint32 // edge
	count  []uint16 // edges
	// above is the node that the node was made from, none for a root, and by which of its
	// edges.
	above []uint32
	by    []uint16
	// ended are the playouts through the node whose owners were counted.
	ended []Stat
	// For recycling: the visits by which the node is reached, and where it goes.
	weight []uint8
	to     []uint32
}

type edgeArrays struct {
	moves      []Move
	child      []uint32
	outcomes   []Stat
	values     []Stat
	rave       []Stat
	owned      []Stat   // playouts after which the place of the move was the player's
	squares    []uint64 // Σx² in steps of 1/1024²
	priors     []uint32 // bits of a float32
	experience []belief // what of N_r is virtual
	finished   []uint32 // playouts that came back
}

const (
	nodeBytes = 8 + 4 + 4 + 2 + 4 + 2 + 1 + 4
	edgeBytes = 2 + 4 + 8
)

// bytesPer are the bytes of an edge and of a node under the given needs.
func bytesPer(n Needs, experience, transpositions bool) (edge, node int64) {
	edge, node = edgeBytes, nodeBytes
	if n.Values {
		edge += 8
	}
	if n.Rave {
		edge += 8
	}
	if n.Owners {
		edge, node = edge+8, node+8
	}
	if n.Squares {
		edge += 8
	}
	if n.Priors {
		edge += 4
	}
	if n.Finished {
		edge += 4
	}
	if experience {
		edge += 4
	}
	if transpositions {
		node += 8
	}
	return edge, node
}

// newStore divides the budget: a node for so many edges. The arrays are made by open.
func newStore(memory int64, edgesPerNode int, n Needs, experience, transpositions bool) *store {
	edge, node := bytesPer(n, experience, transpositions)
	nodes := memory / (node + int64(edgesPerNode)*edge)
	nodes = min(max(nodes, 2), int64(claimed))
	edges := min(max((memory-nodes*node)/edge, 1), math.MaxUint32-math.MaxUint16)
	s := &store{size: storeSize{nodes, edges, n, experience, transpositions}}
	s.clear()
	return s
}

// storeArrays is how many arrays there are at most.
const storeArrays = 20

// open makes the arrays, unless they are there. They are made for the first search and not for the
// tree: a player is often set to another board before it searches.
func (s *store) open() {
	if s.memory != nil {
		return
	}
	nodes, edges, n := s.size.nodes, s.size.edges, s.size.needs
	edge, node := bytesPer(n, s.size.experience, s.size.transpositions)
	s.memory = pages.New(storeArrays, edges*edge+nodes*node)
	s.hash = pages.Array[uint64](s.memory, nodes)
	s.visits = pages.Array[uint32](s.memory, nodes)
	s.first = pages.Array[uint32](s.memory, nodes)
	s.count = pages.Array[uint16](s.memory, nodes)
	s.above = pages.Array[uint32](s.memory, nodes)
	s.by = pages.Array[uint16](s.memory, nodes)
	s.weight = pages.Array[uint8](s.memory, nodes)
	s.to = pages.Array[uint32](s.memory, nodes)
	s.moves = pages.Array[Move](s.memory, edges)
	s.child = pages.Array[uint32](s.memory, edges)
	s.outcomes = pages.Array[Stat](s.memory, edges)
	if n.Values {
		s.values = pages.Array[Stat](s.memory, edges)
	}
	if n.Rave {
		s.rave = pages.Array[Stat](s.memory, edges)
	}
	if n.Owners {
		s.owned, s.ended = pages.Array[Stat](s.memory, edges), pages.Array[Stat](s.memory, nodes)
	}
	if n.Squares {
		s.squares = pages.Array[uint64](s.memory, edges)
	}
	if n.Priors {
		s.priors = pages.Array[uint32](s.memory, edges)
	}
	if n.Finished {
		s.finished = pages.Array[uint32](s.memory, edges)
	}
	if s.size.experience {
		s.experience = pages.Array[belief](s.memory, edges)
	}
	if s.size.transpositions {
		s.table = pages.Array[uint32](s.memory, 2*nodes)
	}
}

// close gives the memory back. The store has no nodes then.
func (s *store) close() {
	if s.memory == nil {
		return
	}
	s.memory.Free()
	s.memory, s.nodeArrays, s.edgeArrays, s.table = nil, nodeArrays{}, edgeArrays{}, nil
	s.clear()
}

// clear forgets all nodes.
func (s *store) clear() {
	s.used.Store(1<<32 | 1)
	clear(s.table)
	runtime.KeepAlive(s) // the table is not of Go's memory
}

// take sets aside a node with so many edges. Its statistics are zero and its priors uniform.
// It is none if there is no room.
func (s *store) take(moves []Move, hash uint64) uint32 {
	var was uint64
	for {
		was = s.used.Load()
		if was>>32+1 > uint64(len(s.hash)) || was&math.MaxUint32+uint64(len(moves)) > uint64(len(s.moves)) {
			return none
		}
		if s.used.CompareAndSwap(was, was+1<<32+uint64(len(moves))) {
			break
		}
	}
	node, first := uint32(was>>32), uint32(was)
	end := first + uint32(len(moves))
	s.hash[node], s.first[node], s.count[node] = hash, first, uint16(len(moves))
	s.visits[node], s.above[node], s.by[node] = 0, none, 0
	copy(s.moves[first:end], moves)
	clear(s.child[first:end])
	clear(s.outcomes[first:end])
	if s.values != nil {
		clear(s.values[first:end])
	}
	if s.rave != nil {
		clear(s.rave[first:end])
	}
	if s.owned != nil {
		clear(s.owned[first:end])
		s.ended[node] = 0
	}
	if s.squares != nil {
		clear(s.squares[first:end])
	}
	if s.experience != nil {
		clear(s.experience[first:end])
	}
	if s.finished != nil {
		clear(s.finished[first:end])
	}
	if s.priors != nil {
		uniform := math.Float32bits(1 / float32(len(moves)))
		for i := range s.priors[first:end] {
			s.priors[int(first)+i] = uniform
		}
	}
	return node
}

// look sets e to the edges of the node.
func (s *store) look(e *Edges, node uint32) {
	first := s.first[node]
	end := first + uint32(s.count[node])
	e.Visits = int(atomic.LoadUint32(&s.visits[node]))
	e.Moves = s.moves[first:end]
	e.outcomes = s.outcomes[first:end]
	if s.values != nil {
		e.values = s.values[first:end]
	}
	if s.rave != nil {
		e.rave = s.rave[first:end]
	}
	if s.owned != nil {
		e.owned, e.ended = s.owned[first:end], s.ended[node].Load()
	}
	if s.squares != nil {
		e.squares = s.squares[first:end]
	}
	if s.priors != nil {
		e.priors = s.priors[first:end]
	}
	if s.experience != nil {
		e.experience = s.experience[first:end]
	}
	if s.finished != nil {
		e.finished = s.finished[first:end]
	}
}

// finish counts a playout of the edge that came back, after its outcome, so that there are never
// more of them than visits.
func (s *store) finish(edge uint32) {
	if s.finished != nil {
		atomic.AddUint32(&s.finished[edge], 1)
	}
}

// childOf is the node behind an edge: none, claimed or an index.
func (s *store) childOf(edge uint32) uint32 {
	return atomic.LoadUint32(&s.child[edge]) &^ asked
}

// edgeOf is the node's edge of a move; none if it has none.
func (s *store) edgeOf(node uint32, m Move) uint32 {
	first := s.first[node]
	for i := range uint32(s.count[node]) {
		if s.moves[first+i] == m {
			return first + i
		}
	}
	return none
}

// claim makes the caller the one who makes the edge's child; it must setChild afterwards.
func (s *store) claim(edge uint32) bool {
	for {
		was := atomic.LoadUint32(&s.child[edge])
		if was&^asked != none {
			return false
		}
		if atomic.CompareAndSwapUint32(&s.child[edge], was, was|claimed) {
			return true
		}
	}
}

// setChild replaces a claim by a node, or by none.
func (s *store) setChild(edge, node uint32) {
	for {
		was := atomic.LoadUint32(&s.child[edge])
		if atomic.CompareAndSwapUint32(&s.child[edge], was, was&asked|node) {
			return
		}
	}
}

// ask says whether the caller is the first to ask for the value of the edge's position.
func (s *store) ask(edge uint32) bool {
	return atomic.OrUint32(&s.child[edge], asked)&asked == 0
}

// find is the node of a hash; none if there is none.
func (s *store) find(hash uint64) uint32 {
	for i := hash % uint64(len(s.table)); ; i = (i + 1) % uint64(len(s.table)) {
		node := atomic.LoadUint32(&s.table[i])
		if node == none || s.hash[node] == hash {
			return node
		}
	}
}

// enter puts a finished node into the table. The table has twice as many places as there are
// nodes, so one is free.
func (s *store) enter(node uint32) {
	for i := s.hash[node] % uint64(len(s.table)); ; i = (i + 1) % uint64(len(s.table)) {
		if atomic.CompareAndSwapUint32(&s.table[i], none, node) {
			return
		}
	}
}

// nodes and edges are how many are in use.
func (s *store) nodes() int { return int(s.used.Load()>>32) - 1 }
func (s *store) edges() int { return int(s.used.Load()&math.MaxUint32) - 1 }

// room is how many nodes there may be.
func (s *store) room() int { return int(s.size.nodes) - 1 }

// tooSmall is the error of a budget that cannot hold a node with so many moves.
func (t *Tree) tooSmall(moves int) error {
	edge, node := bytesPer(t.needs, t.parts.Heuristic != nil, t.config.Transpositions)
	want := 2*node + int64(moves+1)*edge + node + int64(t.perNode)*edge
	return fmt.Errorf("search memory of %d bytes holds no position with %d moves: want %d or more",
		t.config.Memory, moves, want)
}
