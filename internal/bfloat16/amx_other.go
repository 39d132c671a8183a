//go:build !amd64 || !linux || noasm

package bfloat16

import "fmt"

// available says that this program has no assembly for tiles.
func available() (*loops, error) {
	return nil, fmt.Errorf("%w: this program has no code for them, only that for Linux on amd64 has", ErrNone)
}
