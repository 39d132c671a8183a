// Package kernel holds the arithmetic of the networks: padded convolutions with
// bias and ReLU, forward and backward, inner products and optimiser steps, all over
// flat float32 slices.
package kernel

import "fmt"

// Name returns the kernel in use: "avx512", "avx2" or "portable".
func Name() string { return "portable" }

// Use chooses the kernel by name.
func Use(name string) error {
	if name != "portable" {
		return fmt.Errorf("kernel: no kernel %q: want portable", name)
	}
	return nil
}
