package vk

import (
	"errors"
	"syscall"

	"golang.org/x/sys/windows"
)

// libraries are the names of Vulkan's loader, which display drivers install.
func libraries() []string { return []string{"vulkan-1.dll"} }

// load opens the first library that is there and returns its vkGetInstanceProcAddr.
func load(names []string) (uintptr, error) {
	var errs []error
	for _, n := range names {
		// The system's folder alone: a file of that name next to the program is nobody's driver.
		lib, err := windows.LoadLibraryEx(n, 0, windows.LOAD_LIBRARY_SEARCH_SYSTEM32)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		return windows.GetProcAddress(lib, "vkGetInstanceProcAddr")
	}
	return 0, errors.Join(errs...)
}

func call(function uintptr, args ...uintptr) uintptr {
	r, _, _ := syscall.SyscallN(function, args...)
	return r
}
