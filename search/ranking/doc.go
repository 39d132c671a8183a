// Package ranking selects moves of a search by ranking and selection: rules that sample to find the best
// move, not to play it often. They are by Zhang, Peng and Xu, with the choice that goes with them:
//
//	bayes, config := ranking.NewBayes(), search.DefaultConfig()
//	config.Backup, config.ExpandAt = search.BackupMax, 9
//	tree, err := search.New(config, search.Parts{
//		Rule: search.AtLeast{Rule: ranking.AOAP{Bayes: bayes, RandomTies: true}, N0: 10},
//		Leaf: func() search.Leaf { return &search.PlayoutLeaf{Playout: &search.Uniform{}} },
//	}, state)
//	err = tree.Search(ctx, search.Budget{Playouts: 5000})
//	move := tree.Best(ranking.HighestPosterior{Bayes: bayes})
//
// [search.AtLeast] gives every move its first N0 playouts, from which the variances come. With
// [search.BackupMax] the rules find the best move for certain, in the end; with means AOAP and OCBA do
// not ([search.Backup] says why).
//
// # How it works
//
// The playouts of a move are samples of its value. [Bayes] takes them to be normal and has the posterior
// of their mean, by their number, mean and variance (§2 and §3 of the paper). A variance of 0 counts as
// its Epsilon. The rules differ in what they sample next:
//
//	AOAP  the move where one more playout best separates the best move from the others (§3, equations 3 to 5)
//	OCBA  the move that lacks most of its share in an ideal allocation (§4)
//	TTTS  one of the two best moves of a draw from the posteriors (§4)
//
// At the end [HighestPosterior] plays the move of the highest posterior mean (§3).
//
// A rule looks at every edge of a node once, keeps what it saw in [search.Scratch] and allocates nothing.
// Nodes keep sums of squared rewards for it (Squares of [search.Needs]).
//
// # Stability
//
// The names used above are stable, as the names of package search are.
package ranking
