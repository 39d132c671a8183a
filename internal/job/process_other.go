//go:build !unix && !windows

package job

import (
	"os"
	"os/exec"
)

func gentle(path string, words []string) (name string, all []string) { return path, words }

func apart(*exec.Cmd) {}

func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
