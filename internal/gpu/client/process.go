package client

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/pipe"
)

// Deadlines of answers. The process itself gives up a card that takes longer for a run than the plan's deadline, and
// then has spare time to say so. To list cards, to open one or to load a plan, which may need many kernels compiled,
// has a deadline of its own.
const (
	spareTime = 15 * time.Second
	startTime = 5 * time.Minute
)

// process is the other one. A lock orders the requests of several goroutines.
type process struct {
	cmd    *exec.Cmd
	conn   *pipe.Conn
	end    func() // closes this side's files
	log    *tail
	done   chan struct{} // closed when the process has ended
	status error         // then
	// limit ends a process that does not answer in time; pipes of Windows have no deadlines.
	limit *time.Timer
	late  atomic.Bool

	mu   sync.Mutex
	lost error
}

// begin starts a command, which attach gives its ends of the pipes.
func begin(cmd *exec.Cmd, attach func(cmd *exec.Cmd, requests, answers *os.File)) (*process, error) {
	requests, toChild, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	fromChild, answers, err := os.Pipe()
	if err != nil {
		requests.Close()
		toChild.Close()
		return nil, err
	}
	grow(toChild)
	grow(fromChild)
	p := &process{
		cmd: cmd, conn: pipe.New(fromChild, toChild), log: new(tail), done: make(chan struct{}),
		end: func() {
			toChild.Close()
			fromChild.Close()
		},
	}
	cmd.Stderr = p.log
	cmd.Env = append(cmd.Environ(), "GOTRACEBACK=none") // last words are to be few
	cmd.WaitDelay = time.Second                         // for whoever still holds the log
	attach(cmd, requests, answers)
	err = cmd.Start()
	requests.Close()
	answers.Close()
	if err != nil {
		p.end()
		return nil, err
	}
	go func() {
		p.status = cmd.Wait()
		close(p.done)
	}()
	p.limit = time.AfterFunc(time.Hour, func() {
		p.late.Store(true)
		p.kill()
	})
	p.limit.Stop()
	return p, nil
}

// ask sends a request and waits for its answer, whose data go to out.
func (p *process) ask(m pipe.Message, out []gpu.Transfer, limit time.Duration) (pipe.Message, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lost != nil {
		return pipe.Message{}, p.lost
	}
	p.limit.Reset(limit)
	defer p.limit.Stop()
	err := p.conn.Send(m)
	var a pipe.Message
	if err == nil {
		a, err = p.conn.Answer(out)
	}
	if err != nil {
		p.lost = p.death(err, limit)
		return pipe.Message{}, p.lost
	}
	if err := a.Err(); err != nil {
		if errors.Is(err, gpu.ErrLost) {
			p.lost = err
		}
		return pipe.Message{}, err
	}
	return a, nil
}

// kill ends the process. That it may have ended just now is no error.
func (p *process) kill() { _ = p.cmd.Process.Kill() }

// ended waits so long for the end of the process. A process in a driver that hangs may not end even if it is killed.
func (p *process) ended(limit time.Duration) bool {
	select {
	case <-p.done:
		return true
	case <-time.After(limit):
		return false
	}
}

// endTime is how long a process may take to end, on its own and after it was killed.
const endTime = 3 * time.Second

// death ends a process that has failed, and says how.
func (p *process) death(err error, limit time.Duration) error {
	cause := ""
	switch ended := p.ended(time.Second); {
	case p.late.Load():
		cause = fmt.Sprintf("gave no answer in %v", limit)
	case !ended: // it closed its pipes, or still works
		cause = fmt.Sprintf("is not understood: %v", err)
	case p.status != nil:
		cause = "ended: " + p.status.Error()
	default:
		cause = "ended without a word"
	}
	p.kill() // it is of no use any more
	p.ended(endTime)
	p.end()
	if words := p.log.String(); words != "" {
		cause += "; its last words: " + words
	}
	return fmt.Errorf("%w: the process that works with it %s", gpu.ErrLost, cause)
}

// close lets the process end. A request that is under way has a little time; it holds the lock.
func (p *process) close() error {
	stop := time.AfterFunc(endTime, p.kill)
	defer stop.Stop()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lost == nil {
		p.lost = fmt.Errorf("%w: it was closed", gpu.ErrLost)
	}
	p.end()
	p.ended(2 * endTime)
	return nil
}

// tail keeps the end of what a process prints.
type tail struct {
	mu   sync.Mutex
	text []byte
}

const tailSize = 16 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if n := len(t.text); n > tailSize {
		t.text = append(t.text[:0], t.text[n-tailSize:]...)
	}
	return len(b), nil
}

// crash begins what Go prints when a process dies of a signal or a panic; stacks and registers follow.
var crash = regexp.MustCompile(`(?m)^(SIG[A-Z]+: |panic: |fatal error: |unexpected fault ).*$`)

// String is the last lines, or those up to a crash.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := t.text
	if at := crash.FindIndex(text); at != nil {
		text = text[:at[1]]
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	return strings.TrimSpace(string(bytes.Join(lines[max(0, len(lines)-3):], []byte(" / "))))
}

// stopped ends the process when the context does, until the returned function is called.
func (p *process) stopped(ctx context.Context) func() {
	stop := context.AfterFunc(ctx, p.kill)
	return func() { stop() }
}
