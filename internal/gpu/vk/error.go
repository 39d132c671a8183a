package vk

import (
	"errors"
	"fmt"
)

// What goes wrong with devices. An [*Error] is one of the first three where its code says so.
var (
	ErrNoDriver    = errors.New("no Vulkan driver")
	ErrLost        = errors.New("the device was lost")
	ErrOutOfMemory = errors.New("out of device memory")
	ErrLacking     = errors.New("the device cannot do what tengen needs")
)

// Code is what a function of Vulkan answers, VkResult.
type Code int32

// The codes that are tested for or injected.
const (
	outOfHostMemory      Code = -1
	OutOfDeviceMemory    Code = -2
	initializationFailed Code = -3
	DeviceLost           Code = -4
	incompatibleDriver   Code = -9
	incomplete           Code = 5
	timeout              Code = 2
)

var codes = map[Code]string{
	1: "not ready", timeout: "timeout", incomplete: "incomplete",
	outOfHostMemory: "out of host memory", OutOfDeviceMemory: "out of device memory",
	initializationFailed: "initialization failed", DeviceLost: "device lost", -5: "memory map failed",
	-6: "layer not present", -7: "extension not present", -8: "feature not present",
	incompatibleDriver: "incompatible driver", -10: "too many objects", -11: "format not supported",
	-12: "fragmented pool", -13: "unknown error", -1000069000: "out of pool memory",
}

// Error is a function that failed.
type Error struct {
	Call string // the function, such as vkQueueSubmit
	Code Code
}

func (e *Error) Error() string {
	if s, ok := codes[e.Code]; ok {
		return e.Call + ": " + s
	}
	return fmt.Sprintf("%s: VkResult %d", e.Call, int32(e.Code))
}

// problem is the error of a function that answered a code. Positive codes are successes, except that time is up.
func problem(call string, c Code) error {
	if c >= 0 && c != timeout {
		return nil
	}
	return &Error{call, c}
}

// Is makes the codes that matter to callers errors of this package.
func (e *Error) Is(target error) bool {
	switch e.Code {
	case outOfHostMemory, OutOfDeviceMemory:
		return target == ErrOutOfMemory
	case DeviceLost, timeout:
		return target == ErrLost
	case incompatibleDriver:
		return target == ErrNoDriver
	}
	return false
}
