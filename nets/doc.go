// Package nets defines, trains and evaluates the networks. It is the only
// package that knows gorgonia.
//
// # The policy network
//
// [Policy] is the network of Silver et al. 2016 ("Neural network architecture",
// Methods), of any board size, planes, filters and layers:
//
//	planes ─ 5×5 ReLU ─ 3×3 ReLU ─ … ─ 3×3 ReLU ─ 1×1, one filter,       ─ softmax
//	         layer 1     layer 2       layer L-1     a bias for each point
//
// The match version has 13 layers of 192 filters over 48 planes on 19×19. There
// is no pass: a player decides about passing.
//
// # The value network
//
// [Value] judges a position, from −1 (the player to move loses) to 1, as in the
// same paper:
//
//	planes ─ 5×5 ReLU ─ 3×3 ReLU ─ … ─ 3×3 ReLU ─ 1×1, one  ─ 256 units ─ tanh
//	         layer 1     layer 2       layer L-1     filter     ReLU
//
// The match version has 49 planes, the last for the colour of the player to move,
// and as many convolutions as the policy network: the paper's hidden layer 12 stands
// where the policy has its twelfth, and the 1×1 is the 13th. Of the 1×1 filter the
// paper does not say that a rectifier follows, as it does of every other hidden
// layer. There is none here: one unit that all else goes through would be off for
// good in about every fifteenth network as drawn.
//
// # One set of weights, two ways through
//
// The weights are one flat array; [Param] names its parts, the tensors of
// gorgonia and the files of package models are views of the same memory.
//
//   - Training: [Trainer] and [ValueTrainer] hold one gorgonia graph and tape for
//     each thread, each over its slice of the batch, all over the same weights;
//     where there are too few positions, several threads share the layers of a
//     graph (division.go tells what was measured).
//     gorgonia owns the graph, differentiates it and schedules it; the operations
//     are our own (conv_op.go, head_op.go, dense_op.go, loss_op.go) over package
//     kernel, because its stock convolution is fifty times slower and its stock
//     SoftMax is wrong for batches. Gradients are summed in a fixed order, so a run
//     repeats bit for bit for a given seed and number of threads.
//   - Inference: [Evaluator], [Policy.Evaluate] and [Value.Evaluate] call the
//     kernels directly, from any number of goroutines, without a graph and without
//     allocation. A call with fewer positions than threads has these share every
//     layer: the earliest answer for one position. They work on a transformed copy
//     of the weights, which is renewed by itself after they changed.
//
// A test holds the two ways within 1e-5 of each other, and both to [Reference]
// and [ValueReference], the same networks in plain loops of float64.
//
// # Activations
//
// An activation is [batch][point][channel], points row-major from the top left,
// channels padded by zeros to a multiple that suits the kernels. A caller meets
// the padding once: input planes stand [Policy.Stride] apart, which is what
// features.Extract takes as its stride, and the rest of each point stays zero.
package nets
