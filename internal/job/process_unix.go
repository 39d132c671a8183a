//go:build unix

package job

import (
	"os"
	"os/exec"
	"syscall"
)

// gentle is a command that leaves the processors to others who want them. The program nice does that
// for all threads of what it becomes, which no call from outside does on Linux.
func gentle(path string, words []string) (name string, all []string) {
	if nice, err := exec.LookPath("nice"); err == nil {
		return nice, append([]string{"-n", "10", path}, words...)
	}
	return path, words
}

func apart(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
