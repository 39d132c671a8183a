// Package negamax chooses moves by reading all of them to a depth, in any game of two players:
//
//	s, err := negamax.New(negamax.Config{Memory: 16 << 20}, judge, state)
//	reading, err := s.Search(ctx, state, negamax.Budget{Depth: 4})
//	move := reading.Move
//
// A state is a search.State, the same that the tree of package search takes. The [Judge] values
// positions at the depth: [MeanOfPlayouts] by playouts, [EvaluatorJudge] by a network, your own by
// counting what your game counts. Without one (nil) only finished games count, and a small game is
// solved: Reading.Proven says so.
//
// # How it works
//
// [Searcher] is negamax with alpha-beta, which deepens by one ply at a time until its [Budget]
// ends. A table of transpositions keeps what was read, from one search to the next as well, and
// tells the order in which moves are tried, together with killer moves and history. Values are
// from −1 to 1 for the player to move; a Judge's are for player 0, as everywhere in package search.
//
// # Stability
//
// Searcher, Judge and the names used above are stable. A search with the same seed and the same budget of depth or
// positions repeats exactly in one version, but a new version may search otherwise.
package negamax
