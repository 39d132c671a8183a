// Package alphago is the search of Silver et al. 2016 on the tree of package search.
//
// APV makes the Parts of a tree: a PUCT and a leaf that asks a Network. Between many searches
// and a model's networks stands one Queue:
//
//	queue, err := alphago.NewQueue(evaluator, alphago.DefaultQueueConfig())
//	apv := alphago.PaperAPV()
//	apv.Network, err = alphago.NewNetwork(queue, alphago.DefaultNetworkConfig())
//	apv.Playout = func() search.Playout { return gostate.NewPlayout(policy, 9) }
//	parts, err := apv.Parts(&config)
//	tree, err := search.New(config, parts, gostate.New(game))
//
// The way of a question:
//
//	leaf ─ Network ─ key ─ cache ─┬─ known ──────────────────────────────┬─► priors, value
//	       β, mask,               └─ Queue ─ batch ─ planes ─ networks ──┘
//	       pass
//
// A question either waits for its answer, or is posted with a Ticket that brings priors or a
// value into the tree when they come. Whoever brings a question while the networks have time
// for one more call makes the call. With as many evaluations at once as threads nothing ever
// waits, and n_thr is fixed. With fewer the search is asynchronous, as in the paper: what waits
// makes batches, the tree policy's priors stand in for the network's, and n_thr follows the
// queue (threshold).
//
// # Stability
//
// The names used above are stable. The example goes from a record to the best move. A search with the same
// seed, one thread and one evaluation at once repeats exactly in one version.
package alphago
