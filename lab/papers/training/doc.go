// Package training trains networks for experiments, so that the package of the experiments, which plays too, does
// without the libraries of training:
//
//	env := papers.Env{Players: player.Players(), Train: training.Policy}
//	list := papers.Experiments(env)
//
// # How it works
//
// A lesson is one training by package train, on one thread, so that several run at once and each repeats. Its folder is
// within the folder of the experiment, and an interrupted lesson goes on there.
//
// # Stability
//
// No name here is stable.
package training
