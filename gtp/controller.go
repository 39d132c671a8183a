package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// maxResponse bounds one response in bytes: a program that talks without end
// is an error, not a reason to run out of memory.
const maxResponse = 1 << 20

// closeGrace is how long Close waits after "quit" before it ends the program.
const closeGrace = 2 * time.Second

// ErrClosed is returned by Send after Close, or after the program has ended.
var ErrClosed = errors.New("gtp: the program is closed")

// FailureError is the program's own refusal of a command ("? unknown command").
// The conversation is intact after it.
type FailureError struct {
	Command string // the line that was sent
	Text    string // what follows the question mark
}

func (e *FailureError) Error() string {
	return fmt.Sprintf("gtp: %q was refused: %s", e.Command, e.Text)
}

// Controller drives another program through GTP: it starts the program, sends
// it commands, and reads its answers. Methods are for one goroutine at a time,
// but Close may be called from any.
type Controller struct {
	name    string
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     io.ReadCloser
	answers chan answer
	stderr  *tail

	mu     sync.Mutex
	broken error // why no further command can be sent; nil while all is well
	done   chan struct{}
	once   sync.Once
	exit   error // how the program ended; valid after done is closed
}

type answer struct {
	text string
	ok   bool
	err  error
}

// Start starts the program args[0] with the arguments args[1:]. The program
// lives until Close.
func Start(args ...string) (*Controller, error) {
	if len(args) == 0 || args[0] == "" {
		return nil, errors.New("gtp: no program to start")
	}
	c := &Controller{
		name:    args[0],
		cmd:     exec.Command(args[0], args[1:]...),
		answers: make(chan answer, 1),
		stderr:  &tail{limit: 4096},
		done:    make(chan struct{}),
	}
	in, err := c.cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("gtp: start %s: %w", c.name, err)
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("gtp: start %s: %w", c.name, err)
	}
	c.in, c.out = in, out
	c.cmd.Stderr = c.stderr
	// A program that it has started may keep the pipes open after it has ended: see end.
	c.cmd.WaitDelay = closeGrace
	if err := c.cmd.Start(); err != nil {
		return nil, fmt.Errorf("gtp: start %s: %w%s", c.name, err, remedy(c.name, err))
	}
	go c.read()
	return c, nil
}

// remedy is what to do where a program is not found.
func remedy(name string, err error) string {
	switch {
	case !errors.Is(err, exec.ErrNotFound):
		return ""
	case name == "gnugo": // on Debian its folder is in the PATH of few
		return ": install it, or give its path, such as /usr/games/gnugo"
	}
	return ": install it, or give its path"
}

// StartCommand starts a program from one command line such as
// `gnugo --mode gtp --level 1`. Quotes, single or double, keep spaces together;
// no shell is involved.
func StartCommand(line string) (*Controller, error) {
	args, err := SplitCommand(line)
	if err != nil {
		return nil, err
	}
	return Start(args...)
}

// read turns the program's output into answers until it ends.
func (c *Controller) read() {
	r := bufio.NewReader(c.out)
	for {
		a := readAnswer(r)
		if a.err != nil {
			// The output is over, or is no GTP and nothing can follow: get the exit
			// status first, so that the error can tell what the program said last.
			if !errors.Is(a.err, io.EOF) && !errors.Is(a.err, io.ErrUnexpectedEOF) {
				c.end()
			}
			late := time.AfterFunc(closeGrace, c.end)
			c.exit = c.cmd.Wait()
			late.Stop()
			close(c.done)
			c.answers <- a
			return
		}
		c.answers <- a
	}
}

// errLongAnswer is why a program's output is not read on.
var errLongAnswer = fmt.Errorf("a response of more than %d bytes", maxResponse)

// answerLine reads a line with its end, of maxResponse bytes at most.
func answerLine(r *bufio.Reader) (string, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if len(line)+len(part) > maxResponse {
			return "", errLongAnswer
		}
		line = append(line, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return string(line), err
		}
	}
}

// readAnswer reads one response: the lines up to an empty one.
func readAnswer(r *bufio.Reader) answer {
	var b strings.Builder
	started := false
	for {
		line, err := answerLine(r)
		if err != nil {
			if err == io.EOF && (started || line != "") {
				err = io.ErrUnexpectedEOF
			}
			return answer{err: err}
		}
		line = cleanLine(line)
		switch {
		case line == "" && started:
			return parseAnswer(strings.TrimRight(b.String(), "\n"))
		case line == "":
			continue // blank lines between responses carry nothing
		case !started && line[0] != '=' && line[0] != '?': // no answer, and the end of it may never come
			return answer{err: fmt.Errorf("a response that starts with neither = nor ?: %.80q", line)}
		case b.Len()+len(line) > maxResponse:
			return answer{err: errLongAnswer}
		}
		started = true
		b.WriteString(line)
		b.WriteByte('\n')
	}
}

// parseAnswer splits "=12 text" or "?12 text" into its status and text.
func parseAnswer(s string) answer {
	text := strings.TrimLeft(s[1:], "0123456789")
	return answer{text: strings.TrimPrefix(text, " "), ok: s[0] == '='}
}

// Send sends one command line and waits for its response. A refusal is a
// *FailureError and leaves the conversation usable. When ctx ends first, a late
// answer would be taken for the answer to the next command. So Send ends the
// program, and every later Send fails.
func (c *Controller) Send(ctx context.Context, command string, args ...string) (string, error) {
	line := strings.Join(append([]string{command}, args...), " ")
	if strings.ContainsAny(line, "\r\n#") || strings.TrimSpace(line) == "" {
		return "", fmt.Errorf("gtp: %q is not one command line", line)
	}
	if err := c.broke(); err != nil {
		return "", err
	}
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("gtp: %s: %q: %w", c.name, line, err)
	}
	// The write runs aside: a program that does not read its input would block it.
	wrote := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.in, line+"\n")
		wrote <- err
	}()
	select {
	case a := <-c.answers:
		return c.take(line, a)
	case <-ctx.Done():
		err := fmt.Errorf("gtp: %s gave no answer to %q: %w", c.name, line, context.Cause(ctx))
		c.fail(err)
		c.kill()
		return "", err
	case err := <-wrote:
		if err != nil {
			// The pipe is broken because the program has ended; the reader knows why.
			select {
			case a := <-c.answers:
				return c.take(line, a)
			case <-ctx.Done():
				c.kill()
				return "", fmt.Errorf("gtp: %s: %q: %w", c.name, line, err)
			}
		}
	}
	select {
	case a := <-c.answers:
		return c.take(line, a)
	case <-ctx.Done():
		err := fmt.Errorf("gtp: %s gave no answer to %q: %w", c.name, line, context.Cause(ctx))
		c.fail(err)
		c.kill()
		return "", err
	}
}

// take turns an answer into Send's results.
func (c *Controller) take(line string, a answer) (string, error) {
	switch {
	case a.err != nil:
		err := fmt.Errorf("gtp: %s ended during %q: %w%s", c.name, line, a.err, c.last())
		if !errors.Is(a.err, io.EOF) && !errors.Is(a.err, io.ErrUnexpectedEOF) {
			err = fmt.Errorf("gtp: %s does not speak GTP: %q got %w", c.name, line, a.err)
		}
		c.fail(err)
		return "", err
	case !a.ok:
		return "", &FailureError{Command: line, Text: a.text}
	}
	return a.text, nil
}

// last describes the program's exit status and its last words on stderr.
func (c *Controller) last() string {
	<-c.done
	s := ""
	if c.exit != nil {
		s = " (" + c.exit.Error() + ")"
	}
	if t := strings.TrimSpace(c.stderr.String()); t != "" {
		s += "; it said: " + t
	}
	return s
}

// ended says that the program has ended, or was given up.
func (c *Controller) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return c.broke() != nil
	}
}

func (c *Controller) broke() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.broken
}

func (c *Controller) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken == nil {
		c.broken = fmt.Errorf("%w: %w", ErrClosed, err)
	}
}

func (c *Controller) kill() {
	c.end()
	c.fail(ErrClosed)
}

// end ends the program, and the reading of what programs that it has started may still write:
// a script's engine holds the script's pipes.
func (c *Controller) end() {
	_ = c.cmd.Process.Kill()
	_ = c.out.Close()
}

// Close sends "quit", waits two seconds for the program to end and then ends it. It
// may be called more than once.
func (c *Controller) Close() error {
	c.once.Do(func() {
		c.fail(errors.New("closed by us"))
		wrote := make(chan struct{})
		go func() {
			defer close(wrote)
			_, _ = io.WriteString(c.in, "quit\n")
			_ = c.in.Close()
		}()
		deadline := time.NewTimer(closeGrace)
		defer deadline.Stop()
		for {
			select {
			case <-c.answers: // late answers, and the one to quit
			case <-deadline.C:
				c.end()
			case <-c.done:
				<-wrote
				return
			}
		}
	})
	return nil
}

// cleanLine removes what GTP tells a reader to discard: control characters
// other than the tab, which counts as a space.
func cleanLine(s string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		}
		return r
	}, s), " ")
}

// SplitCommand splits a command line into words. Single and double quotes keep spaces. A backslash outside single
// quotes keeps a space, a quote or a backslash after it. Elsewhere, and where two begin a word, it is a letter as
// others, for paths on Windows.
func SplitCommand(line string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	inside, escaped := false, false
	for i, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'' && word.Len() == 0 && strings.HasPrefix(line[i+1:], `\`):
			word.WriteString(`\`)
			escaped, inside = true, true
		case r == '\\' && quote != '\'' && (i+1 == len(line) || strings.ContainsRune(" \t'\"\\", rune(line[i+1]))):
			escaped, inside = true, true
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '\'' || r == '"':
			quote, inside = r, true
		case r == ' ' || r == '\t':
			if inside {
				words = append(words, word.String())
				word.Reset()
				inside = false
			}
		default:
			word.WriteRune(r)
			inside = true
		}
	}
	switch {
	case quote != 0:
		return nil, fmt.Errorf("gtp: the quote %c is not closed in %q", quote, line)
	case escaped:
		return nil, fmt.Errorf("gtp: %q ends in a backslash", line)
	}
	if inside {
		words = append(words, word.String())
	}
	if len(words) == 0 {
		return nil, errors.New("gtp: no program to start")
	}
	return words, nil
}

// tail keeps the last bytes written to it.
type tail struct {
	mu    sync.Mutex
	buf   []byte
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if over := len(t.buf) - t.limit; over > 0 {
		t.buf = append(t.buf[:0], t.buf[over:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.buf)
}
