// Package gpu describes work for a graphics card and knows no card. A [Plan] lists buffers and
// programs; a program is a list of kernel calls. Whoever records a network makes a plan once.
// A [Device] loads it and runs its programs, each as one submission:
//
//	var p gpu.Plan
//	w := p.Add(gpu.Buffer{Name: "weights", Kind: gpu.Float32, Size: 1000})
//	g := p.Add(gpu.Buffer{Name: "gradient", Kind: gpu.Float32, Size: 1000})
//	step := p.Add(gpu.Buffer{Name: "step", Kind: gpu.Float32, Size: gpu.StepSize})
//	flag := p.Add(gpu.Buffer{Name: "flag", Kind: gpu.Uint32, Size: 1})
//	p.Programs = []gpu.Program{{Name: "update", Calls: []gpu.Call{
//		{Kernel: gpu.SGD, Buffers: []int{w, g, step, flag}, Args: []uint32{1000, gpu.Bits(1), gpu.Bits(0)}},
//	}}}
//	runner, err := device.Load(&p)
//	err = runner.Run("update", []gpu.Transfer{{Buffer: g, Data: gpu.Bytes(gradient)}}, nil)
//
// Package twin is a device in plain Go: the definition that every other device is tested against.
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
// A buffer of the kind [Activation] holds float16 or float32, as the plan's [Grade] says. All
// sums are float32, whatever the grade. The formulas of the grades [Matrix] and [Half] are the same.
// Weights, biases, gradients of parameters and the memory of optimisers are float32.
//
// # Constants
//
// A call has two lists of constants. Shape is what a kernel may be compiled for, such as channels
// and the side of the filter. Args are cheap to change, such as the number of boards. The kernel's
// [Signature] has the order of buffers, shape and args. The number of groups of threads is not in
// the plan: it depends on the tiles of the variant that a device chooses.
//
// # Gradients
//
// The kernels of a loss multiply its gradient by the scale in the step buffer and do not divide it
// by the batch, so that float16 does not underflow. The kernels that make the gradient of a
// parameter multiply by the inverse in the step buffer, which undoes both.
//
// # Repeatability
//
// The order of every sum depends on the plan and the device alone. So a run repeats to the bit on
// one device and driver. Two devices agree within rounding.
//
// # Stability
//
// The package is internal. A plan names its [Version]; a device refuses plans of other versions.
package gpu
