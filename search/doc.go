// Package search chooses moves by Monte-Carlo tree search.
//
// There is one Tree. What makes it UCT, MC-RAVE or the search of Silver et al. 2016 are its
// Parts and how the move is chosen in the end:
//
//	Rule       chooses the edge of a node         UCT, UCB1Tuned, Greedy, Rave, PUCT, AOAP, OCBA, TTTS;
//	                                              Flat, AtRandom; AtLeast and Models, made of others
//	Leaf       evaluates where a playout arrives  Mixed: a Playout, an Evaluator, or both
//	Heuristic  believes something beforehand      virtual experience
//	Choice     picks the move at the end          MostVisits, HighestMean, HighestLCB, HighestPosterior
//
// A new algorithm is one new file with one of these. The tree knows the game through State.
//
// A playout goes down from the root by the rule until a move has no node behind it; makes
// one if the move has been there often enough (Config.ExpandAt); has the leaf evaluated; and
// adds the outcome to every edge on the way. Values are from −1 to 1 for player 0 outside of
// the tree; inside, a Stat keeps rewards from 0 to 1 for the player who moves, so nothing in
// it changes sign.
//
// Nodes and edges lie in arrays of fixed size (store) and are named by index. Workers share
// them by atomic additions only. When they are full, the workers meet between two playouts
// and one makes room (recycle).
//
// Several goroutines may instead have a tree each, whose statistics near the root are averaged,
// or play on together from one leaf (Parallel).
//
// # Negamax
//
// Beside the tree stands the older way: Negamax reads all moves to a depth, with alpha-beta, a
// table of transpositions and iterative deepening. It knows games through the same State; what
// values its horizon is a Judge: the mean of playouts, an Evaluator, or nothing, so that only
// finished games count.
//
// # Networks
//
// The search of Silver et al. 2016 is APV: its Parts are a PUCT and a Leaf that asks a
// Network. Between many searches and a model's networks stands one Queue:
//
//	leaf ─ Network ─ key ─ cache ─┬─ known ──────────────────────────────┬─► priors, value
//	       β, mask,               └─ Queue ─ batch ─ planes ─ networks ──┘
//	       pass
//
// A question either waits for its answer, or is posted with a Ticket that brings priors or a
// value into the tree when they come. Whoever brings a question while the networks have time
// for one more call makes the call, so on processors that make the playouts themselves
// nothing ever waits, and n_thr is fixed; where the networks run elsewhere, n_thr follows the
// queue (threshold).
package search
