// Package train is learning from games: of policies from game records (Silver et al.
// 2016, Methods, "Policy network: classification"), by self-play ("Policy network:
// reinforcement learning"), of value networks from outcomes ("Value network:
// regression"), and the measurement of what was learnt.
//
// # From games to steps
//
//	record.Set ─ NewData ─► Data          games at two bytes a move, positions numbered
//	                         │
//	Order: sample s ─► (position, symmetry)         seeded, nothing stored
//	                         │
//	loader: workers replay, features.Extract ─► Batch ─► learn.Trainer.Step
//	                         │                                 │
//	Schedule: rate of a step ┘            metrics, measurements, checkpoints
//
// A sample is a position of a game in one of its eight symmetries. There are no
// planes on disk and no list of shuffled positions in memory: [Permutation] is a
// bijection that is computed, so the order of an epoch is a key, and the data
// cursor of a checkpoint is one number. Passes are no labels.
//
// A value network runs through the same loop ([Value]): [ValueData] gives positions with
// their outcomes, one of each game or all, and the interface learner stands for all that
// differs between the two kinds of network. [Compare] sets what it learnt beside rollouts.
//
// Linear softmax policies (package rollout) learn by [RunRollout], game by game in a seeded
// order, and by [RunBalance] from positions with known values; runs are resumed alike.
//
// # From self-play to steps
//
// [Reinforce] improves a policy by the games it plays against earlier selves (Silver et al.
// 2016, Methods, "Policy network: reinforcement learning"):
//
//	pool: weights every so many updates ─► one opponent an update
//	                                         │
//	learner ─► selfplay.Play: n games, half with Black ─► moves drawn, allowed, outcome z
//	   ▲                                                       │
//	   │      replay, features.Extract, chunk by chunk ─► learn.Trainer.Accumulate
//	   └──────────────────────── Apply: one step ◄─────────────┘
//
// Entropy, divergence and matches against the first weights are watched; a fall sends the
// learner back to its best weights. The moves of update u are games u·n to u·n+n−1 of a
// seed, so there is no state of randomness to save.
//
// # What a run guarantees
//
// [Run] with the same [Config], the same games and the same number of threads ends
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
// fallen below that of guessing after Config.StallAfter steps.
//
// # Games held out
//
// [Divide] parts games, never positions, by a hash that is the same for all mirror
// images of a game; [Without] takes explicit held-out games and their images out
// of the training games. [Evaluate] measures top-1, top-5 and nats with 95%
// intervals over games ([Clusters]).
package train
