package vk

import (
	"errors"
	"syscall"
)

// libraries are the names of Vulkan's loader, which display drivers install.
func libraries() []string { return []string{"vulkan-1.dll"} }

// load opens the first library that is there and returns its vkGetInstanceProcAddr.
func load(names []string) (uintptr, error) {
	var errs []error
	for _, n := range names {
		lib, err := syscall.LoadLibrary(n)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		return syscall.GetProcAddress(lib, "vkGetInstanceProcAddr")
	}
	return 0, errors.Join(errs...)
}

func call(function uintptr, args ...uintptr) uintptr {
	r, _, _ := syscall.SyscallN(function, args...)
	return r
}
