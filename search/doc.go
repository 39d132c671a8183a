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
// # Games and networks
//
// This package knows no game. The states of games are in packages of their own:
// search/gostate has Go, search/smallstate has gomoku and tic-tac-toe. The search of Silver et al. 2016, with its
// queue before the networks, is in search/alphago.
package search
