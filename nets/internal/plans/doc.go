// Package plans records networks as plans for a graphics card: the forward pass, and for training
// the loss, the gradients and the optimiser's step.
//
//	e, err := plans.NewEvaluation(network, 48, 64, gpu.Half)      // 48 planes, up to 64 positions
//	runner, err := card.Load(e.Plan)
//	err = runner.Run(plans.Load, e.Params.Pack(network.Params), nil)
//	in, out := gpu.Transfer{Buffer: e.Bits, Data: bits}, gpu.Transfer{Buffer: e.Out, Data: logits}
//	err = runner.Run(e.Program(n), []gpu.Transfer{in}, []gpu.Transfer{out})
//
// A plan follows from the list of layers, as inference and the graph of training do. The kinds of
// layers that a card computes are those of package layers; another kind is refused by its name.
//
// # Parameters
//
// The card's channels are padded, so a parameter has a [Layout]: where its values are in the
// padded array. Padding is zero and stays zero: padded filters have neither weights nor biases, so
// their activations and gradients are zero.
//
// # Stability
//
// The package is internal and promises nothing.
package plans
