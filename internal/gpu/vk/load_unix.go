//go:build (linux || darwin) && (amd64 || arm64)

package vk

import (
	"fmt"
	"runtime"

	"github.com/ebitengine/purego"
)

// libraries are the names of Vulkan's loader.
func libraries() []string {
	if runtime.GOOS == "darwin" {
		return []string{
			"libvulkan.1.dylib", "libMoltenVK.dylib",
			"/opt/homebrew/lib/libvulkan.1.dylib", "/usr/local/lib/libvulkan.1.dylib",
			"/opt/homebrew/lib/libMoltenVK.dylib", "/usr/local/lib/libMoltenVK.dylib",
		}
	}
	return []string{"libvulkan.so.1", "libvulkan.so"}
}

// load opens the first library that is there and returns its vkGetInstanceProcAddr.
func load(names []string) (uintptr, error) {
	// The C library keeps its last error by thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var errs []error
	for _, n := range names {
		lib, err := purego.Dlopen(n, purego.RTLD_NOW|purego.RTLD_LOCAL)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		return purego.Dlsym(lib, "vkGetInstanceProcAddr")
	}
	if runtime.GOOS == "linux" {
		return 0, fmt.Errorf("%w (install libvulkan1 or vulkan-loader)", errs[0])
	}
	return 0, errs[0]
}

func call(function uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(function, args...)
	return r
}
