package gpu

import (
	"errors"
	"time"
	"unsafe"
)

// Why a device does not run a plan, or no longer does. Errors of a [Device] and a [Runner] wrap one of them.
var (
	// ErrNone means that there is no device, or none that can be used: no driver, or one too old.
	ErrNone = errors.New("no usable graphics device")
	// ErrMemory means that the device has too little memory. What ran before may go on.
	ErrMemory = errors.New("the graphics device is out of memory")
	// ErrLost means that the device no longer answers, or its process has ended. All that it held is lost.
	ErrLost = errors.New("the graphics device is lost")
)

// Device is a graphics card, or a program that does as one.
type Device interface {
	// Info describes the device.
	Info() Info
	// Load makes the buffers and programs of a plan. A device may have several plans at the same time.
	Load(p *Plan) (Runner, error)
	// Close ends the device and all its runners.
	Close() error
}

// Runner is a plan on a device. One goroutine at a time may use it.
//
// A run writes to buffers, runs a program ("": none), and reads buffers, all in one submission. Runs go one after
// the other, in the order of their starts. After an error that wraps [ErrLost], every later call fails too.
type Runner interface {
	// Run makes a run. It is for when no other run is under way.
	Run(program string, in, out []Transfer) error
	// Start begins a run and does not wait for it. When it returns, the data of in are free for others. The data of
	// out belong to the run until its Wait.
	Start(program string, in, out []Transfer) error
	// Wait waits for the first of the runs under way.
	Wait() error
	// Close frees the memory.
	Close() error
}

// Clock is a [Runner] on a card with a clock.
type Clock interface {
	// Times runs a program and says how long each of its calls took, in the plan's order.
	Times(program string) ([]time.Duration, error)
}

// Transfer is bytes that go to a buffer or come from it. Values are little-endian.
type Transfer struct {
	Buffer int // by its number in the plan
	Offset int // in bytes, a multiple of four
	Data   []byte
}

// Software is the Type of a program that does as a card does.
const Software = "software"

// Info says what a device is.
type Info struct {
	// Name is as the driver has it, Driver its name and version.
	Name   string `json:"name"`
	Driver string `json:"driver,omitempty"`
	// Type is discrete, integrated, virtual, software or other.
	Type string `json:"type"`
	// Lacking is what the kernels need and the device has not, in words; empty: it can be used.
	Lacking string `json:"lacking,omitempty"`
	// Memory is the bytes of the device's own memory.
	Memory uint64 `json:"memory_bytes,omitempty"`
	// Grades are those that it has, the fastest first.
	Grades []Grade `json:"grades,omitempty"`
	// Winograd are the grades in which Winograd's convolutions were measured and are faster than direct ones.
	Winograd []Grade `json:"winograd,omitempty"`
	// Refused says why it has not more: in words, one for each grade whose kernels are not right.
	Refused []string `json:"refused,omitempty"`
}

// Bytes views values as bytes, without a copy. The processors that Tengen is built for are little-endian.
func Bytes[T float32 | uint32 | int32 | uint16](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
}
