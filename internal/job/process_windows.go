package job

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/windows"
)

func gentle(path string, words []string) (name string, all []string) { return path, words }

func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.BELOW_NORMAL_PRIORITY_CLASS,
	}
}

// interrupt presses Ctrl-Break, which Go programs take for an interrupt: a group of its own hears no Ctrl-C.
func interrupt(p *os.Process) error {
	return windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(p.Pid))
}
