package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxWaiting bounds the lines that are read ahead while a command runs.
const maxWaiting = 256

// errInterrupted is why a command's context ended when it was the input that
// ended it.
var errInterrupted = errors.New("interrupted")

// input is one line that has arrived.
type input struct {
	command   command
	asks      bool  // it is a command, or a line too long to be one
	interrupt bool  // the comment that asks to come to an end
	err       error // errLineTooLong, or the end of the input
}

// parseInput reads what a line says.
func parseInput(line string, err error) input {
	if err != nil && !errors.Is(err, errLineTooLong) {
		return input{err: err}
	}
	in := input{err: err}
	in.command, in.asks = parseCommand(line)
	if err != nil {
		in.asks, in.command.name = true, ""
	}
	if !in.asks {
		comment, ok := strings.CutPrefix(strings.TrimSpace(scrub(line)), "#")
		in.interrupt = ok && strings.TrimSpace(comment) == "interrupt"
	}
	return in
}

// silent says whether a line has no meaning but that it has arrived: a blank one, or a comment.
func (in input) silent() bool { return !in.asks && !in.interrupt && in.err == nil }

// ends says whether nothing follows.
func (in input) ends() bool { return in.err != nil && !errors.Is(in.err, errLineTooLong) }

// conversation is the input side of an engine: a reader apart, so that what
// arrives while a command runs is noticed at once.
type conversation struct {
	arriving chan input
	waiting  []input // arrived while a command ran; the first is a command or the end
	stop     chan struct{}
}

// listen begins to read. The reader outlives close until its next line comes.
func listen(in io.Reader) *conversation {
	c := &conversation{arriving: make(chan input), stop: make(chan struct{})}
	go func() {
		defer close(c.arriving)
		r := bufio.NewReader(in)
		for silent := false; ; {
			atOnce := r.Buffered() > 0
			next := parseInput(readLine(r))
			if silent && atOnce && next.silent() { // the one before has ended what this one could end
				continue
			}
			silent = next.silent()
			select {
			case c.arriving <- next:
			case <-c.stop:
				return
			}
			if next.ends() {
				return
			}
		}
	}()
	return c
}

func (c *conversation) close() { close(c.stop) }

// idle says whether nothing waits to be answered.
func (c *conversation) idle() bool { return len(c.waiting) == 0 }

// next waits for a line.
func (c *conversation) next(ctx context.Context) (input, error) {
	if len(c.waiting) > 0 {
		in := c.waiting[0]
		c.waiting = c.waiting[1:]
		return in, nil
	}
	select {
	case <-ctx.Done():
		return input{}, ctx.Err()
	case in := <-c.arriving:
		return in, nil
	}
}

// during runs f and reads on meanwhile. A line ends f's context, with
// errInterrupted as the cause, if it is the first after f's own command and stops
// says so. Commands wait for their turn; what is none and belongs to f is dropped.
func (c *conversation) during(ctx context.Context, stops func(input) bool, f func(context.Context)) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for len(c.waiting) > 0 {
		in := c.waiting[0]
		if stops(in) {
			cancel(errInterrupted)
		}
		if in.asks || in.ends() {
			break
		}
		c.waiting = c.waiting[1:]
	}
	done, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		for len(c.waiting) < maxWaiting {
			select {
			case <-done:
				return
			case in, ok := <-c.arriving:
				if !ok {
					return
				}
				first := len(c.waiting) == 0
				if first && stops(in) {
					cancel(errInterrupted)
				}
				if !first || in.asks || in.ends() {
					c.waiting = append(c.waiting, in)
				}
			}
		}
	}()
	f(ctx)
	close(done)
	<-watched
}

// anything is any input, be it a bare newline.
func anything(input) bool { return true }

// nothing is no input.
func nothing(input) bool { return false }

// interrupts is only the comment by which GoGui interrupts.
func interrupts(in input) bool { return in.interrupt }

// reply is the response to one command: whole at once, or begun and then line by
// line while the command runs.
type reply struct {
	out   io.Writer
	id    string
	begun bool
	err   error // of out; nothing is written after it
	buf   []byte
}

func (r *reply) write() error {
	if r.err == nil {
		if _, err := r.out.Write(r.buf); err != nil {
			r.err = fmt.Errorf("gtp: write: %w", err)
		}
	}
	return r.err
}

// begin writes the mark of success; the response is open then.
func (r *reply) begin() error {
	r.begun = true
	r.buf = append(append(append(r.buf[:0], '='), r.id...), '\n')
	return r.write()
}

// line writes one line of an open response, and opens it before if need be.
func (r *reply) line(text []byte) error {
	if !r.begun {
		if err := r.begin(); err != nil {
			return err
		}
	}
	r.buf = append(append(r.buf[:0], text...), '\n')
	return r.write()
}

// end completes the response with the command's result. An error can no longer be
// reported once the response is open.
func (r *reply) end(text string, done bool) error {
	switch {
	case !r.begun:
		r.buf = appendResponse(r.buf[:0], r.id, text, done)
	case done && text != "":
		r.buf = append(append(r.buf[:0], text...), "\n\n"...)
	default:
		r.buf = append(r.buf[:0], '\n')
	}
	return r.write()
}
