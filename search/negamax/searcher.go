package negamax

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/tengen-go/tengen/internal/wyrand"
	"github.com/tengen-go/tengen/search"
)

// Searcher reads all moves to a depth, deepening by one ply at a time, and prunes by alpha-beta
// (Knuth and Moore 1975) with a table of transpositions. With v(s) the value for the player to
// move at s,
//
//	v(s, d) = the outcome                    if the game is over
//	        = the judge's value of s         if d = 0
//	        = max over moves m of −v(sm, d−1)  else
//
// Pruning and move order (the table's move, two killers a ply, history) change what it costs
// and not the value at the root. The table may: a position met with fewer plies to go than
// before takes the better knowledge where that decides (else what is read now replaces it), and
// positions that differ only in history (superko) count as one. What is known to win or lose
// counts from the depth on that shows it: so the nearest win is found first, and what loses
// latest holds out longest, whatever earlier searches knew. Their knowledge beyond the depth
// that was read decides at the root, in the end.
//
// What judges the horizon is the evaluation function of minimax search (Gelly et al. 2012, §3.1):
// the mean of playouts, a network, or nothing, so that only finished games count. A value of ±1
// is always proven: a judge's are kept inside (see surest).
//
// A Searcher belongs to one goroutine, except for Nodes. It repeats exactly with the seed, for
// any time.
type Searcher struct {
	config Config
	judge  Judge
	table  *transpositions
	order  order

	plies []ply
	root  []rootMove
	line  []search.Move
	rand  search.Rand
	seed  uint64

	nodes  atomic.Int64
	judged int64
	budget *Budget
	polled int64
	end    bool
	cancel atomic.Bool
	err    error
}

// Config is what a Searcher is set to for its life.
type Config struct {
	// Memory is the budget in bytes of the table of transpositions, which takes the largest
	// power of two in it, set aside at once; 0 for no table.
	Memory int64
	// Seed is the seed of the playouts, and of the order of moves nothing is
	// known of, by which one of several best is played.
	Seed uint64
}

// Validate refuses settings that no search can have.
func (c Config) Validate() error {
	if c.Memory < 0 || c.Memory > 1<<44 {
		return fmt.Errorf("negamax memory of %d bytes: want 0 to %d", c.Memory, int64(1)<<44)
	}
	return nil
}

// Budget says when a search ends. Whatever comes first ends it; it ends in any case
// when the value is proven or MaxDepth is read.
type Budget struct {
	// Depth is the number of plies to read, 1 to MaxDepth; 0 for MaxDepth.
	Depth int
	// Nodes is the number of positions to visit; 0 for no limit.
	Nodes int
	// Stop is asked every few positions, and after every one that was judged; nil for never.
	Stop func() bool
	// Settled ends the search after one ply where there is only one move.
	Settled bool
}

// MaxDepth is the deepest that a Searcher reads.
const MaxDepth = 250

// surest bounds what a judge may say: nothing is as sure as a finished game.
const surest = 0.999

// ply is what the reading of one ply works on.
type ply struct {
	state  search.State
	moves  []search.Move
	scores []int32
	line   []search.Move
}

// Reading is what a Searcher found.
type Reading struct {
	// Move is the best move.
	Move search.Move
	// Value is the value of the position for the player to move, −1 to 1.
	Value float64
	// Depth is how many plies the whole of it was read.
	Depth int
	// Proven says that finished games alone decide the value: deeper reading cannot change it.
	Proven bool
	// Line is what both play best, Move first.
	Line []search.Move
	// Nodes and Judged are how many positions were visited, and how many of them were judged.
	Nodes, Judged int
}

// New makes a search for games like the game of state. judge values the positions at the horizon.
// With a nil judge a game that is not read to its end counts as drawn.
func New(config Config, judge Judge, state search.State) (*Searcher, error) {
	if err := config.Validate(); err != nil {
		return nil, err
	}
	n := &Searcher{config: config, judge: judge, table: newTranspositions(config.Memory)}
	n.order.init(state.Range())
	n.plies = append(n.plies, ply{state: state.Clone()})
	n.Reseed(config.Seed)
	return n, nil
}

// Reseed forgets everything and sets where the chance of the searches to come is from.
func (n *Searcher) Reseed(seed uint64) {
	n.Forget()
	n.seed, n.rand = seed, wyrand.New(seed)
}

// Forget empties the table. What is in it holds for every position of the same game.
func (n *Searcher) Forget() {
	n.table.forget()
	n.order.clear()
}

// Nodes is how many positions the last search visited, or the present one so far. Anyone may
// ask.
func (n *Searcher) Nodes() int { return int(n.nodes.Load()) }

// Search reads the position until the budget is spent or ctx ends, which is no error; then it
// tells what it knows, which may be no more than a legal move. Errors come from the judge;
// ErrOver says that there was nothing to read. The reading is valid until the next search.
func (n *Searcher) Search(ctx context.Context, state search.State, b Budget) (Reading, error) {
	if b.Depth < 0 || b.Depth > MaxDepth {
		return Reading{}, fmt.Errorf("negamax depth %d: want 1 to %d, or 0 for %d", b.Depth, MaxDepth, MaxDepth)
	}
	n.cancel.Store(false)
	stopped := make(chan struct{})
	release := context.AfterFunc(ctx, func() {
		n.cancel.Store(true)
		close(stopped)
	})
	defer func() {
		if !release() {
			<-stopped
		}
	}()
	n.budget, n.end, n.err = &b, false, nil
	n.nodes.Store(0)
	n.judged, n.polled = 0, 0
	n.plies[0].state.Set(state)
	if err := n.plant(); err != nil {
		return Reading{}, err
	}
	n.table.begin()
	n.order.begin()
	r := n.deepen()
	r.Nodes, r.Judged = n.Nodes(), int(n.judged)
	return r, n.err
}

// ply is the stack's place of so many plies from the root.
func (n *Searcher) ply(k int) *ply {
	for len(n.plies) <= k {
		n.plies = append(n.plies, ply{state: n.plies[0].state.Clone()})
	}
	return &n.plies[k]
}

// node is the value for the player to move of the position at ply k, read so deep, if it lies
// between alpha and beta; a value at most alpha is an upper bound, one at least beta a lower
// (fail-soft). proof is in how many plies the games finish that alone make it so; unproven if
// there are others.
func (n *Searcher) node(k, depth int, alpha, beta float32) (value float32, proof int) {
	p := &n.plies[k]
	p.line = p.line[:0]
	if n.spent() {
		return 0, unproven
	}
	player := p.state.Player()
	if v, over := p.state.Over(); over {
		return seenBy(v, player), 0
	}
	useTable := depth > 0 || n.judge != nil
	hash, first := uint64(0), search.NoMove
	if useTable {
		hash = p.state.Hash()
		if e := n.table.find(hash); e != nil {
			first = e.move
			if e.holds(depth) {
				b := e.bound()
				if b == exactly || b == atLeast && e.value >= beta || b == atMost && e.value <= alpha {
					if first != search.NoMove && p.state.Legal(first) {
						p.line = append(p.line, first)
					}
					return e.value, e.proof()
				}
			}
		}
	}
	if depth == 0 {
		return n.horizon(p.state, hash)
	}
	p.moves = p.state.Moves(p.moves[:0])
	if len(p.moves) == 0 {
		return n.horizon(p.state, hash)
	}
	p.scores = n.order.score(p.scores[:0], p.moves, first, k, player)
	child := n.ply(k + 1)
	p = &n.plies[k] // which may have moved
	best, low := search.NoMove, alpha
	value, proof = -2, 0
	top := min(beta, 1) // nothing is better than a win
	for i := range p.moves {
		m := pick(p.moves, p.scores, i)
		child.state.Set(p.state)
		child.state.Play(m)
		v, below := n.node(k+1, depth-1, -top, -low)
		if n.end {
			return 0, unproven
		}
		child, p = &n.plies[k+1], &n.plies[k]
		proof = both(proof, above(below))
		if v = -v; v <= value {
			continue
		}
		value = v
		if v > low {
			best, low = m, v
			p.line = append(append(p.line[:0], m), child.line...)
			if v >= top {
				proof = above(below) // the others do not matter
				n.order.cut(m, k, depth, player)
				break
			}
		}
	}
	n.store(hash, value, alpha, top, depth, proof, best)
	return value, proof
}

// unproven is the proof of a value that does not rest on finished games alone.
const unproven = -1

// above is the proof one ply before a proven move.
func above(proof int) int {
	if proof == unproven {
		return unproven
	}
	return proof + 1
}

// both is the proof of what rests on two proofs.
func both(a, b int) int {
	if a == unproven || b == unproven {
		return unproven
	}
	return max(a, b)
}

// store keeps what was read of a position between alpha and beta.
func (n *Searcher) store(hash uint64, value, alpha, beta float32, depth, proof int, best search.Move) {
	kind := exactly
	switch {
	case value >= beta && value < 1:
		kind = atLeast
	case value <= alpha && value > -1:
		kind = atMost
	}
	n.table.keep(hash, value, kind, depth, proof, best)
}

// horizon is what the judge says of a position that is read no deeper, for the player to
// move.
func (n *Searcher) horizon(s search.State, hash uint64) (value float32, proof int) {
	if n.judge == nil {
		return 0, unproven
	}
	v, err := n.judge.Judge(s, n.seed)
	if err != nil {
		n.err, n.end = err, true
		return 0, unproven
	}
	n.judged++
	n.polled += poll // judging takes longer than playing
	v = seenBy(min(max(v, -surest), surest), s.Player())
	n.table.keep(hash, v, exactly, 0, unproven, search.NoMove)
	return v, unproven
}

// seenBy is a value for player 0 as a player sees it.
func seenBy(value float32, player int) float32 {
	if player != 0 {
		return -value
	}
	return value
}

// poll is how many positions go by between two questions to the budget's Stop.
const poll = 64

// spent counts a position and says whether the search is over.
func (n *Searcher) spent() bool {
	nodes := n.nodes.Add(1)
	if b := n.budget; b.Nodes > 0 && nodes > int64(b.Nodes) {
		n.end = true
	}
	if n.polled++; n.polled >= poll {
		n.polled = 0
		if n.budget.Stop != nil && n.budget.Stop() {
			n.end = true
		}
	}
	if n.cancel.Load() {
		n.end = true
	}
	return n.end
}
