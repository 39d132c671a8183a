// Package learn trains the networks of package nets, as gorgonia graphs:
//
//	policy, err := nets.NewPolicy(nets.PolicyConfig{Board: 9, Planes: 48, Filters: 32, Layers: 6}, 1)
//	trainer, err := learn.NewTrainer(policy, learn.TrainerConfig{Batch: 16, Optimizer: learn.Muon})
//	result, err := trainer.Step(planes, targets, nil, 0.001) // a batch; result.Loss in nats
//
// [Trainer] is for policy networks: Step learns moves, Accumulate and Apply make the
// steps of REINFORCE. [ValueTrainer] is for value networks: it learns outcomes, and
// owners of points if it is asked to. Package train feeds both
// with games.
//
// # The graph
//
// A trainer holds one gorgonia graph and tape for each thread, each over its slice of
// the batch, all over the same weights. Where there are too few positions, several
// threads share the layers of a graph (division.go says what was measured). Gradients
// are summed in a fixed order, so a run repeats bit for bit for a given seed and number
// of threads.
//
// graph.go makes the graph from the network's list of layers. Every layer and the loss
// are an operation of package ops: gorgonia owns the graph, differentiates it and
// schedules it. The operations are our own because gorgonia's stock convolution is fifty
// times slower and its stock SoftMax is wrong for batches.
//
// Two things differ from what a user of package ops does, both for speed:
//
//   - The trainer transforms the weights of convolutions once a step for all graphs. An
//     operation checks that its weight node holds the memory which was transformed.
//     ops.Conv2d transforms the weights of its node in every run.
//   - The values of the gradients are tensors over one flat array a graph. The
//     optimisers work on that array, for gorgonia's solvers are slow (optimizer.go).
//
// Filters that are always zero learn nothing. So a trainer trains a network without them, and writes its weights to the
// whole network after every step (trainer.go, layers.Lean).
//
// # On a graphics device
//
// A network with a device (nets.GPU) is trained there: card.go gives the batch to a plan of package
// plans, and flight.go reads the loss. Gorgonia has no part in it. Weights and the optimiser's memory stay on the
// device until Settle. Their form in checkpoints is the same, so a run may change device between
// two sessions; the weights then differ by rounding. In float16 the gradient of the loss is
// multiplied by a power of two. If a gradient overflows, the step is repeated with a smaller power. The ReLU
// ends at the largest number of float16.
//
// # Stability
//
// The results of a run with the same seed, threads and kernel are stable, and so are the
// names of the optimiser's tensors in checkpoints. The Go interface may change.
package learn
