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
// # One set of weights, two ways through
//
// The weights are one flat array; [Param] names its parts, the tensors of
// gorgonia and the files of package models are views of the same memory.
//
//   - Training: [Trainer] holds one gorgonia graph and tape for each thread, each
//     over its slice of the batch, all over the same weights. gorgonia owns the
//     graph, differentiates it and schedules it; the operations are our own
//     (conv_op.go, head_op.go, loss_op.go) over package kernel, because its stock
//     convolution is fifty times slower and its stock SoftMax is wrong for batches.
//     Gradients are summed in a fixed order, so a run repeats bit for bit for
//     a given seed and number of threads.
//   - Inference: [Policy.Evaluate] calls the kernels directly, from any number of
//     goroutines, without a graph and without allocation. It works on a
//     transformed copy of the weights, which is renewed by itself after they
//     changed.
//
// A test holds the two ways within 1e-5 of each other, and both to [Reference],
// the same network in plain loops of float64.
//
// # Activations
//
// An activation is [batch][point][channel], points row-major from the top left,
// channels padded by zeros to a multiple that suits the kernels. A caller meets
// the padding once: input planes stand [Policy.Stride] apart, which is what
// features.Extract takes as its stride, and the rest of each point stays zero.
//
// # The value network
//
// The value network (49 planes; one more 3×3 layer, the 1×1 head, 256 ReLU, one
// tanh unit) shares all of this: a ValueConfig beside [PolicyConfig], the same
// trunk, two dense operations and a squared error beside the loss here, and
// models.Value as its place in the folder. It belongs to a later stage.
package nets
