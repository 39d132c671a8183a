//go:build !windows && !((linux || darwin) && (amd64 || arm64))

package vk

import (
	"fmt"
	"runtime"
)

func libraries() []string { return nil }

func load([]string) (uintptr, error) {
	return 0, fmt.Errorf("tengen has no graphics cards on %s/%s", runtime.GOOS, runtime.GOARCH)
}

func call(uintptr, ...uintptr) uintptr { panic("vk: no function is loaded on this system") }
