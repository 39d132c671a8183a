//go:build !amd64 || !linux || noasm

package bfloat16

// available is nil: this system has no tiles.
func available() *loops { return nil }
