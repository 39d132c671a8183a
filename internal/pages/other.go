//go:build !unix || race

package pages

import "errors"

// mapped is not there: elsewhere Go has no such memory, and the race detector watches its own memory alone.
func mapped(int64) ([]byte, error) { return nil, errors.ErrUnsupported }

func unmap([]byte) {}
