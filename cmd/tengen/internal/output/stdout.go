package output

import (
	"fmt"
	"io"
	"os"
	"sync"
)

// Stdout is the standard output. It remembers the first write that failed, such as into a full disk, so that a
// command can print without asking after each line; Failed gives it to the program at the end.
var Stdout io.Writer = out

var out = &remembering{to: func() io.Writer { return os.Stdout }}

// Failed is the first error of a write to Stdout, nil if there was none.
func Failed() error {
	out.mu.Lock()
	defer out.mu.Unlock()
	return out.failed
}

// Print is fmt.Print on Stdout.
func Print(a ...any) { _, _ = fmt.Fprint(Stdout, a...) }

// Println is fmt.Println on Stdout.
func Println(a ...any) { _, _ = fmt.Fprintln(Stdout, a...) }

// Printf is fmt.Printf on Stdout.
func Printf(format string, a ...any) { _, _ = fmt.Fprintf(Stdout, format, a...) }

// remembering is a writer that keeps its first error.
type remembering struct {
	to     func() io.Writer // asked at each write: tests exchange os.Stdout
	mu     sync.Mutex
	failed error
}

func (r *remembering) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	n, err := r.to().Write(p)
	if err != nil && r.failed == nil {
		r.failed = err
	}
	return n, err
}
