// Package nets has the policy and the value network: their shapes, weights, files and
// answers. It trains nothing: that is package learn.
//
// Load the networks of a model and ask them:
//
//	model, _, err := nets.LoadModel("shipped:9x9")
//	evaluator, err := nets.NewEvaluator(model, 0) // all cores
//	planes := make([]float32, evaluator.Points()*evaluator.Stride())
//	features.NewExtractor().Extract(planes, evaluator.Stride(), &position, features.Planes(evaluator.Planes()), 0)
//	priors, values := make([]float32, evaluator.Points()), make([]float32, 1)
//	err = evaluator.Evaluate(priors, values, planes, 1)
//
// Priors are the probabilities of the points, row-major from the top left. The value is
// −1 to 1, from a lost to a won game for the player to move.
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
// good in some networks as drawn. In training this plane may also learn who owns each
// point at the end of the game.
//
// # Lists of layers
//
// Each network is one file, policy.go and value.go, which describes it as a list of layers.
// Parameters, the drawing of weights, inference, the graph of training, the check of a file and
// the ONNX file follow from that list.
// [Reference] and [ValueReference] are the same networks written out in plain loops of
// float64; the tests compare both ways through a network with them.
//
// The weights are one flat array. [Param] names its parts. The files of package models
// and the tensors of training are views of the same memory, or copies.
//
// # Inference
//
// [Evaluator], [Policy.Evaluate] and [Value.Evaluate] call the kernels directly, from
// any number of goroutines, without a graph and without allocation. A call with fewer
// positions than threads has these share every layer: the earliest answer for one
// position. They work on a transformed copy of the weights and renew it by themselves
// after the weights changed.
//
// On the CPU, filters of zeros are left out, with the weights that read them. A [Watch] finds filters that respond in
// none of some positions. Policy.Prune sets them to zero, Policy.Refresh gives them a new start.
//
// # Devices
//
// A network is computed on the [CPU], or after SetDevice on a [GPU]: its evaluations, those of an
// [Evaluator] made afterwards, and its trainer. Nothing above this package sees a difference. When
// a card fails during an evaluation, the CPU gives this answer and all later ones. In float16 an
// answer differs from the CPU's by some thousandths.
//
// # Activations
//
// An activation is [batch][point][channel], points row-major from the top left,
// channels padded by zeros to a multiple that suits the kernels. A caller meets
// the padding once: input planes stand [Policy.Stride] apart, which is what
// features.Extract takes as its stride, and the rest of each point stays zero.
//
// # Stability
//
// The files of weights, the names and shapes of parameters and the results for given
// weights are stable. Network, on both networks, is for package learn alone.
package nets
