// Package ops has fast operations for gorgonia graphs. Use it in any graph: it needs
// nothing else of this module. [Conv2d] is a convolution with bias, and with ReLU if wanted:
//
//	y, err := ops.Conv2d(x, w, b, ops.ReLU) // x [batch][channel][height][width]
//	cost, err := gorgonia.Mean(y)           // stock operations before and behind it
//	_, err = gorgonia.Grad(cost, w, b)
//	machine := gorgonia.NewTapeMachine(g, gorgonia.BindDualValues(w, b))
//	solver := gorgonia.NewAdamSolver()
//
// # Convolutions
//
// The value is a function of the values of x, w and b. All three gradients are values
// of the graph. It works with gorgonia.Grad, BindDualValues and every solver, on the
// tape machine; the LispMachine is not supported. The example of Conv2d trains a
// network.
//
// The arithmetic is Winograd's minimal filtering in AVX-512 or AVX2, in plain Go
// elsewhere, and without cgo. The result is the same to the bit for every number of
// threads, and does not depend on the other images of a batch. The benchmark of the
// package compares it with gorgonia.Conv2d.
//
// # Operations of your own
//
// [Apply] makes a node of any [Function]: forward and backward over float32 slices.
// Package learn builds its networks and their losses with it.
//
//	y, err := ops.Apply(ops.Operation{Name: "square", Function: square{}, Shape: x.Shape()}, x)
//
// The operations own the memory of their values and write it anew in every run: a run
// allocates next to nothing, where gorgonia allocates all values of a graph again. Copy
// what must outlive the next run.
//
// # Stability
//
// Conv2d, Apply and the meaning of their arguments are stable. The last bits of the
// results may change with the kernels.
package ops
