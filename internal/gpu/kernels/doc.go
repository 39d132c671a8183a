// Package kernels names the kernels of graphics cards. It says what each takes and what it computes:
//
//	signature, ok := kernels.Of(kernels.SGD)
//	sizes, err := signature.Sizes(nil, []uint32{1000, kernels.Bits(1), kernels.Bits(0)})
//
// The formulas stand with the names. Package twin computes them in plain Go, package shader has the code for
// cards.
//
// # Rows
//
// Activations lie on a row grid. A board of side S has (S+1)² rows, row y·(S+1)+x for the point
// in column x and line y. Column S and line S are a border of zeros, which neighbours share: the
// border right of one line is left of the next one. A tap of a 3×3 filter is then a constant
// distance in rows, for all boards of a batch. [Pad] rows of zeros lie before the first board and
// after the last one, whose number of rows is rounded up to a multiple of 64. Each row has the
// channels of one point. Planes are padded to a multiple of [PlaneMultiple], filters to one of
// [FilterMultiple]; channels beyond the network's own are zero. Every
// kernel that writes rows writes zeros to the border.
//
// # Kinds
//
// A buffer of the kind [Activation] holds float16 or float32, as the grade of the plan says. All
// sums are float32, whatever the grade. The formulas do not depend on the grade.
// Weights, biases, gradients of parameters and the memory of optimisers are float32.
//
// A kernel stores as not-a-number what its grade has no finite number for. The ReLU keeps it, so
// that the network's answers or its loss show that something overflowed. In a training in float16,
// [BoundedReLU] stores the largest number of float16 for larger finite sums.
//
// # Constants
//
// A call has two lists of constants. Shape is what a kernel may be compiled for, such as channels
// and the side of the filter. Args are cheap to change, such as the number of boards. The kernel's
// [Signature] has the order of buffers, shape and args. The number of groups of threads is not in
// a call: it depends on the tiles of the variant that a device chooses.
//
// # Gradients
//
// The kernels of a loss multiply its gradient by the scale in the step buffer and do not divide it
// by the batch, so that float16 does not underflow. The kernels that make the gradient of a
// parameter multiply by the inverse in the step buffer, which undoes both.
//
// # Stability
//
// The package is internal. A change to a signature or a formula needs a new version of plans, gpu.Version.
package kernels
