// Package gpu describes work for a graphics card and knows no card. A [Plan] lists buffers and
// programs; a program is a list of kernel calls. Whoever records a network makes a plan once.
// A [Device] loads it and runs its programs, each as one submission:
//
//	var p gpu.Plan
//	w := p.Add(gpu.Buffer{Name: "weights", Kind: kernels.Float32, Size: 1000})
//	g := p.Add(gpu.Buffer{Name: "gradient", Kind: kernels.Float32, Size: 1000})
//	step := p.Add(gpu.Buffer{Name: "step", Kind: kernels.Float32, Size: kernels.StepSize})
//	flag := p.Add(gpu.Buffer{Name: "flag", Kind: kernels.Uint32, Size: 1})
//	p.Programs = []gpu.Program{{Name: "update", Calls: []gpu.Call{
//		{Kernel: kernels.SGD, Buffers: []int{w, g, step, flag},
//			Args: []uint32{1000, kernels.Bits(1), kernels.Bits(0)}},
//	}}}
//	runner, err := device.Load(&p)
//	err = runner.Run("update", []gpu.Transfer{{Buffer: g, Data: gpu.Bytes(gradient)}}, nil)
//
// Package twin is a device in plain Go: the definition that every other device is tested against.
//
// Package kernels has the kernels: what each takes and computes, and the grid of rows on which activations lie.
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
