package analysis

import (
	"io"
	"sync"
)

// How many bytes may wait to be read by the other program: above the first limit reports during a
// reading are left out, above the second one workers wait, above the third one no more input is read.
// The last one is large: a program that first writes all its queries and then reads would wait for
// ever.
const (
	reportLimit = 1 << 20
	answerLimit = 16 << 20
	replyLimit  = 256 << 20
)

// output writes lines in the order in which they come, in a goroutine of its own.
type output struct {
	mu     sync.Mutex
	change *sync.Cond
	lines  [][]byte
	bytes  int // waiting, or being written
	closed bool
	err    error
	done   chan struct{}
}

func newOutput(w io.Writer, failed func()) *output {
	o := &output{done: make(chan struct{})}
	o.change = sync.NewCond(&o.mu)
	go o.write(w, failed)
	return o
}

// write writes until the output is closed. After an error it drops what comes.
func (o *output) write(w io.Writer, failed func()) {
	defer close(o.done)
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		for len(o.lines) == 0 {
			if o.closed {
				return
			}
			o.change.Wait()
		}
		line := o.lines[0]
		o.lines = o.lines[1:]
		if o.err == nil {
			o.mu.Unlock()
			_, err := w.Write(line)
			o.mu.Lock()
			if err != nil {
				o.err = err
				failed()
			}
		}
		o.bytes -= len(line)
		o.change.Broadcast()
	}
}

// put adds a line when fewer bytes than the limit wait.
func (o *output) put(line []byte, limit int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for o.bytes > limit && o.err == nil {
		if limit == reportLimit {
			return
		}
		o.change.Wait()
	}
	o.lines = append(o.lines, append(line, '\n'))
	o.bytes += len(line) + 1
	o.change.Broadcast()
}

// close waits until all is written.
func (o *output) close() error {
	o.mu.Lock()
	o.closed = true
	o.change.Broadcast()
	o.mu.Unlock()
	<-o.done
	return o.err
}
