// Package train trains policy networks on the moves of games (Silver et al. 2016, Methods, "Policy
// network: classification") and value networks on their outcomes ("Value network: regression"),
// and on who owns the points at their end.
//
//	games, heldOut := sample.Divide(set)
//	learn, err := sample.NewData(games, features.PolicyPlanes)
//	held, err := sample.NewData(heldOut, features.PolicyPlanes)
//	cfg := train.PracticalPolicy()
//	cfg.Board, cfg.Epochs = 9, 2
//	in := train.PolicyInput{Train: learn, HeldOut: held, Start: train.FromSeed{}}
//	result, err := train.Policy(ctx, cfg, in, train.Options{Dir: "out"})
//
// # From games to steps
//
//	sample.Data                     games at two bytes a move, positions numbered
//	    │
//	sample.Order: sample s ─► (position, symmetry)       seeded, nothing stored
//	    │
//	loader: workers replay, make the planes ─► Batch ─► learn.Trainer.Step
//	    │                                                       │
//	session.Schedule: rate of a step        metrics, measurements, checkpoints
//
// Both kinds of network run through the same loop; the interface learner stands for all that differs
// between them. Package measure measures what was learnt.
//
// # What a run guarantees
//
// A run with the same configuration, the same games and the same number of threads ends
// with the same weights, bit for bit, however often it was interrupted or killed,
// as long as its length is given in steps or epochs: the batches do not depend on
// the number or the timing of the workers, the network repeats for a number of
// threads, and a checkpoint holds all else (optimiser, cursor, sums towards the
// next line of metrics, the lowest loss, the best measurement and, of a value network, its
// weights, which become the model). metrics.jsonl then repeats too, except for the columns
// that hold times.
//
// With another number of threads the sums of the gradient are split otherwise and
// the weights differ in their last bits. With a length in time the schedule follows
// the fraction of the time that has passed: a checkpoint holds the time used, so a
// resumed run goes on at the same point of its schedule and uses what is left, but
// no two such runs take the same steps.
//
// A run is refused when its folder holds another one, resumed only onto the same
// games and configuration, and stopped when the loss is not a number or has not
// fallen below the loss of guessing after Config.StallAfter steps.
//
// What a run writes on disk is stable. The Go API is not part of what other modules may rely on.
package train
