package job

import (
	"errors"
	"os"
	"os/exec"
	"time"

	"github.com/tengen-go/tengen/internal/folder"
)

// Runner starts processes: [Program], or a fake in tests.
type Runner interface {
	// Start begins a command that writes to log. The process shares the lock until it ends.
	Start(words []string, log *os.File, lock *folder.Folder) (Process, error)
}

// Process is a command at work.
type Process interface {
	ID() int
	// Interrupt asks it to save and to end.
	Interrupt() error
	// Wait returns how it ended: nil, an *Exit, or that nobody knows.
	Wait() error
}

// Exit is an end of a process that is not the success of its command.
type Exit struct {
	Code int // -1: a signal ended it
	Text string
}

func (e *Exit) Error() string { return e.Text }

// exitInterrupted is the status with which our commands say that they were interrupted.
const exitInterrupted = 130

// errLost is the end of a process that an earlier server began: nobody heard how it ended.
var errLost = errors.New("it ended while no server ran")

// Program runs commands of an executable, as its child.
type Program struct {
	Path string
	// Env are the variables of its environment, as in exec.Cmd; nil for ours.
	Env []string
}

// Start begins a process, in a group of its own: an interrupt of the terminal is for the server, which
// passes it on once.
func (p Program) Start(words []string, log *os.File, lock *folder.Folder) (Process, error) {
	name, words := gentle(p.Path, words)
	cmd := exec.Command(name, words...)
	cmd.Env, cmd.Stdout, cmd.Stderr = p.Env, log, log
	apart(cmd)
	lock.Lend(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &child{cmd: cmd}, nil
}

// child is a process that this one began.
type child struct{ cmd *exec.Cmd }

func (c *child) ID() int          { return c.cmd.Process.Pid }
func (c *child) Interrupt() error { return interrupt(c.cmd.Process) }

func (c *child) Wait() error {
	err := c.cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return &Exit{exit.ExitCode(), exit.Error()}
	}
	return err
}

// orphan is a process that an earlier server began. It holds the lock of its job's folder.
type orphan struct {
	process int
	dir     string
	leave   chan struct{} // closed when the queue is
}

// lookEvery is how often an orphan's lock is tried.
const lookEvery = time.Second / 2

func (o *orphan) ID() int { return o.process }

func (o *orphan) Interrupt() error {
	if o.process <= 0 {
		return errors.New("its process was begun by a server that was killed, and its number is not known")
	}
	p, err := os.FindProcess(o.process)
	if err != nil {
		return err
	}
	return interrupt(p)
}

func (o *orphan) Wait() error {
	for {
		free, err := folder.Open(o.dir)
		if err == nil {
			return errors.Join(errLost, free.Close())
		}
		if !errors.Is(err, folder.ErrBusy) {
			return err
		}
		select {
		case <-o.leave:
			return errLost
		case <-time.After(lookEvery):
		}
	}
}
