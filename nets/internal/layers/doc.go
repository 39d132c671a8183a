// Package layers describes networks as lists of layers. A [Layer] is a description; its
// parameters, the drawing of its weights, its arithmetic in both directions and its part
// of an ONNX file follow from it. So a new kind of layer is one file here:
//
//	list := []layers.Layer{
//		layers.Conv{Name: "conv1", Board: 9, Channels: 48, Filters: 64, Side: 5},
//		layers.Plane{Name: "head", Points: 81, Channels: 64, Biases: 81},
//	}
//	n := layers.New(list) // parameters of 0, in one flat array
//	n.Draw(rng)
//
// A [Kernel] is the arithmetic of a layer. Package nets runs the kernels one after the
// other for inference; package learn makes a gorgonia operation of each for training. A
// test runs every kind against finite differences; nets.Reference is the same networks
// in plain loops.
//
// Nothing here knows files, gorgonia or games. The package is internal and promises
// nothing.
package layers
