// Package vk is as much of Vulkan 1.2 as computing needs, loaded at run time without cgo.
//
//	instance, err := vk.Load(vk.Options{})
//	devices, err := instance.Devices()
//	device, err := instance.Open(devices[0])
//	buffers, err := device.Buffers([]int{4096, 4096})
//	kernel, err := device.Kernel(spirv, 2, []uint32{32}, 0, 0)
//	bound, err := device.Bind([]vk.Binding{{kernel, buffers}})
//	list, err := device.Record(func(r *vk.Recorder) { r.Dispatch(bound[0], [3]int{16, 1, 1}, nil) })
//	err = device.Run(writes, []*vk.List{list}, reads)
//
// A kernel is a compute shader with one set of storage buffers, constants of specialisation and a
// block of push constants. A list of commands is recorded once and run often. A run is one
// submission: copies to the device, the list, copies back. Start does not wait for the device, so that the next
// submission can be prepared meanwhile; Run does.
//
// # Memory
//
// Arguments of Vulkan's functions are structures full of addresses. They lie in blocks of
// numbers which Go's collector neither moves nor reads; see arena. Buffers share large blocks of
// device memory, because drivers allow only some thousand of these.
//
// # Threads
//
// An [Instance] and its devices serve one goroutine at a time.
//
// # Platforms
//
// Linux and macOS load the library with purego, which makes the program dynamic.
// That is why the program tengen does not import this package there: package client starts
// a child that does. Windows needs no purego. Other systems have no Vulkan here: Load says so.
//
// Nothing here is stable: the package is internal.
package vk
