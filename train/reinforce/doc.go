// Package reinforce improves a policy network by the games that it plays against earlier versions of
// itself (Silver et al. 2016, Methods, "Policy network: reinforcement learning").
//
//	cfg := reinforce.Practical()
//	cfg.Updates = 100
//	in := reinforce.Input{Init: policy, InitSHA256: hash}
//	result, err := reinforce.Run(ctx, cfg, in, reinforce.Options{Dir: "out"})
//
// An update:
//
//	pool: weights every so many updates ─► one opponent an update
//	                                         │
//	learner ─► selfplay.Play: n games, half with Black ─► moves drawn, allowed, outcome z
//	   ▲                                                       │
//	   │      replay, make the planes, chunk by chunk  ─► learn.Trainer.Accumulate
//	   └──────────────────────── Apply: one step ◄─────────────┘
//
// Input.Play may have other machines play. With Config.Async the games of an update are ordered some updates
// ahead: then they are played while the updates before learn, by weights that are as many updates old. What
// comes out does not depend on who plays, or when.
//
// Entropy, divergence and matches against the first weights are watched; a fall sends the
// learner back to its best weights. The moves of update u are games u·n to u·n+n−1 of a
// seed, so there is no state of randomness to save.
//
// What a run writes on disk is stable. The Go API is not part of what other modules may rely on.
package reinforce
