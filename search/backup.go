package search

import "sync/atomic"

// Backup is which value a playout passes up the tree from node to node.
//
// Zhang, Peng and Xu (§3) print both. Their equations (10) and (11) average the reward Δ of
// the playout itself at every node of the path: BackupMean. Equations (8) and (12), which come
// from Li, Fu and Xu (2021), define Q̂(s_i,a_i) = R + V̂(s_{i+1}) with V̂(s) = max over a of
// Q̄(s,a), but as printed nothing uses them. BackupMax reads them as Li, Fu and Xu do: an edge
// averages Q̂, not Δ.
//
// AOAP, OCBA and TTTS of search/ranking are consistent with BackupMax only (the paper's Proposition 1). They
// sample to find the best move, not to play it. A fixed share of the playouts goes to lesser moves for
// ever, and a move that wins every time has no variance and gets hardly any. So the mean of a
// node's playouts is not the node's value, however many there are. UCT and UCB1-tuned select the
// best move ever more often: they are consistent either way. Greedy may never come back to a move
// that looked bad once: it is consistent neither way.
type Backup uint8

// The two ways.
const (
	// BackupMean passes the outcome of the playout to every edge of the path.
	BackupMean Backup = iota
	// BackupMax gives the outcome to the last edge of the path only. Each edge above gets a mean of
	// the node behind it: of the moves tried there, the mean that is best for the player to move.
	// Where a rule leaves the player's moves to chance (AtRandom) there is no best move, and the
	// value from below is passed on unchanged. All moves as first (RAVE) go by the outcome.
	BackupMax
)

// best is the value for player 0 of the best mean that the player to move at the node has.
// Virtual losses of other workers are left out: they go again, and the value that is passed up
// stays.
func (s *store) best(node uint32, player int) float32 {
	first := s.first[node]
	top := float32(0)
	for i := range uint32(s.count[node]) {
		o := s.outcomes[first+i].Load()
		n := o.N()
		if s.finished != nil {
			n = int(atomic.LoadUint32(&s.finished[first+i]))
			if s.experience != nil {
				n += s.experience[first+i].visits()
			}
		}
		if n > 0 { // a reward may be counted a moment before its playout
			top = max(top, min(1, o.Sum()/float32(n)))
		}
	}
	if player != 0 {
		return 1 - 2*top
	}
	return 2*top - 1
}
