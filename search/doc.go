// Package search chooses moves by Monte-Carlo tree search, in any game of two players:
//
//	tree, err := search.New(search.DefaultConfig(), search.Parts{
//		Rule: search.NewUCT(),
//		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Random{}} },
//	}, state) // a State is your game, in nine small methods
//	err = tree.Search(ctx, search.Budget{Playouts: 5000})
//	move := tree.Best(search.MostVisits{})
//
// The example of [State] has a whole game. Go is in package search/gostate, gomoku and
// tic-tac-toe are in search/smallstate, and the search of Silver et al. 2016, with networks,
// is in search/alphago. This package knows no game.
//
// # Parts
//
// There is one [Tree]. Its [Parts], and how the move is chosen in the end, make it UCT,
// MC-RAVE or another search:
//
//	Rule       chooses the edge of a node         UCT, UCB1Tuned, Greedy, Rave, PUCT;
//	                                              Flat, AtRandom; AtLeast and Models, made of others
//	Leaf       evaluates where a playout arrives  PlayoutLeaf, by a Playout to the end
//	Heuristic  values moves before any visit      virtual experience
//	Choice     picks the move at the end          MostVisits, HighestMean, HighestLCB
//
// A new algorithm is one new file with one of these. Package search/ranking has more rules, AOAP, OCBA
// and TTTS, and their choice.
//
// # How it works
//
// A playout follows the rule from the root until a move has no node behind it. If the move
// has enough visits (Config.ExpandAt), the playout makes a node. Then the leaf evaluates the
// position, and the outcome is added to every edge on the way. Values outside of the tree are
// from −1 to 1 for player 0. Inside, a [Stat] keeps rewards from 0 to 1 for the player who
// moves, so nothing in the tree changes sign.
//
// Nodes and edges are in arrays of fixed size (store); an index names them. Workers share
// them by atomic additions only. When the arrays are full, the workers meet between two
// playouts and one of them makes room (recycle). Other ways to use several goroutines are a
// tree for each, with averages near the root, and several playouts from each leaf ([Parallel]).
//
// A rule may ask who owns the places of moves when playouts end (Needs.Owners). From that a node knows
// how critical each of its moves is (Edges.Criticality).
//
// [Tree.Trace] makes one playout and says what it did at each position: for whoever wants to see how a
// search thinks. It costs other playouts nothing.
//
// The older way, which reads all moves to a depth, is package search/negamax. It takes the same
// State.
//
// # Stability
//
// State, Rule, Leaf, Choice and the names used above are stable. A search with the same seed
// and one thread repeats exactly in one version, but a new version may search otherwise.
package search
