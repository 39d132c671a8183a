// Package trial compares the kernels of a graphics card with their twins in plain Go, on random data.
//
//	findings, err := trial.Kernels(ctx, device, gpu.Half, 1, 3)
//
// Drivers have faults, and a wrong number looks like any other. So a card is tried before it is
// trusted, on the user's machine. The tests try the shaders on Mesa's software device with
// the same code.
//
// The constants of a call are drawn by their names in the signature, and the data of a buffer by its
// kind and name. A new kernel that uses the usual names is tried without a line here; another one is an error.
//
// Nothing here is stable: the package is internal.
package trial
