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
// # Grades
//
// A card has up to three grades, and [Cards.List] names them, the fastest first. They differ in what activations are
// stored as, and in how convolutions multiply. Sums are float32 in all of them.
//
//   - float32 stores float32 and multiplies float32. Every card with Vulkan 1.2 has it. It is the slowest, needs
//     twice the memory, and agrees with float64 to 10⁻⁵.
//   - float16 packs activations as halves, which takes 16-bit storage, and multiplies them as float32. It agrees with
//     float64 to 5·10⁻³.
//   - matrix stores the same halves and multiplies them by the card's instructions for products of matrices
//     (VK_KHR_cooperative_matrix, float16 in, float32 out). It is as exact as float16.
//
// Callers take the first grade. They take float32 where numbers overflow in float16: a loss or a gradient that is
// not finite says so.
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
