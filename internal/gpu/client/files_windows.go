package client

import (
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

// attach gives a command the pipes as its standard input and output: Windows hands over no other files.
func attach(cmd *exec.Cmd, requests, answers *os.File) { cmd.Stdin, cmd.Stdout = requests, answers }

// files are the pipes, seen from the other process. What a driver prints shall not come among the
// answers: its library is loaded later and finds the error output in the output's place.
func files() (requests, answers *os.File, err error) {
	requests, answers = os.Stdin, os.Stdout
	os.Stdout = os.Stderr
	return requests, answers, windows.SetStdHandle(windows.STD_OUTPUT_HANDLE, windows.Handle(os.Stderr.Fd()))
}
