//go:build !linux

package client

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/tengen-go/tengen/internal/gpu/child"
	"github.com/tengen-go/tengen/internal/gpu/engine"
)

// Variable is set in the environment of the process that owns the card: to the folder for compiled
// kernels, after a point.
const Variable = "TENGEN_GPU_PROCESS"

// Main is the whole program in the process that owns the card, and returns at once in others. A
// program that uses this package calls it first.
func Main() {
	cache, ok := os.LookupEnv(Variable)
	if !ok {
		return
	}
	child.OutliveSignals()
	requests, answers, err := files()
	if err == nil {
		err = child.Serve(requests, answers, func() (child.Cards, error) {
			return engine.Open(engine.Options{Cache: cache[1:]})
		})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// start starts this program a second time.
func start() (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), Variable+"=."+CacheDir())
	return begin(cmd, attach)
}

// grow does nothing here: the pipe has the system's size.
func grow(*os.File) {}
