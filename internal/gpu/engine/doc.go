// Package engine runs plans of package gpu on a graphics card, with Vulkan.
//
//	cards, err := engine.Open(engine.Options{})
//	defer cards.Close()
//	for i, info := range cards.List() { … }
//	device, err := cards.Device(0)
//	runner, err := device.Load(plan)
//
// Each program of a plan becomes lists of commands, recorded once. A run is one submission: what goes
// to the card, the program, what comes back. Calls that do not need each other's results may run at the
// same time; the engine makes the card wait where a call reads what an earlier one wrote.
//
// # Kernels
//
// Package shader has the code. The shape of a call becomes constants for the card's compiler, so
// that calls of one shape share a compiled kernel. Compiled kernels are kept in a folder, one
// file for each card and version of its driver, and read again by the next process.
//
// # Processes
//
// A driver that crashes takes its process with it, and on Linux the library makes a program dynamic. So
// the program tengen uses the engine through package client, in a process of its own.
//
// Nothing here is stable: the package is internal.
package engine
