// Package linear trains what is linear in its features: the rollout policy and the tree policy
// (package rollout), and values over local shapes (package shapes).
//
//	cfg := linear.DefaultRollout()
//	cfg.Epochs = 1
//	in := linear.RolloutInput{Train: learn, HeldOut: held}
//	result, err := linear.Rollout(ctx, cfg, in, linear.Options{Dir: "out"})
//
// [Rollout] learns a softmax policy from games by their log-likelihood, game by game in a seeded order:
// by stochastic gradient, or by minorisation-maximisation, which changes weights between passes only.
// [Balance] changes such a policy so that the mean outcome of its playouts comes near to the value of a
// position (simulation balancing). [Shapes] learns from self-play by temporal differences. All of them
// add weights to a model's folder, are resumed like the trainings of package train, and give the same
// guarantees; they need no gorgonia.
//
// What a run writes on disk is stable. The Go API is not part of what other modules may rely on.
package linear
