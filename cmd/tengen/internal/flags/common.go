// Package flags has the flags that several commands share.
package flags

import (
	"fmt"
	"log/slog"
	"os"
	"runtime"
)

// Answer are the flags about what a command prints. Every command understands them.
type Answer struct {
	JSON  bool `name:"json" help:"Print one JSON object on stdout and nothing else there."`
	Quiet bool `help:"No progress on stderr; what fails is still said there."`
}

// Common are the flags that every command understands which computes something.
type Common struct {
	Answer
	Seed    uint64 `help:"Seed of all randomness; the same seed repeats the run." default:"1"`
	Threads int    `help:"Worker threads (default: all cores)." placeholder:"N"`

	Config Config `help:"${config}" placeholder:"FILE"`
}

// Workers is how many worker threads the flags ask for.
func (c *Common) Workers() int {
	if c.Threads > 0 {
		return c.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// maxThreads is more than any machine has cores; many more than that would only take
// memory and time.
const maxThreads = 1024

// Validate refuses what no command can work with; kong asks it.
func (c *Common) Validate() error {
	if c.Threads < 0 || c.Threads > maxThreads {
		return fmt.Errorf("--threads %d: want 1 to %d, or 0 for all cores", c.Threads, maxThreads)
	}
	return nil
}

// Say tells on stderr, unless quiet.
func (c *Answer) Say(format string, args ...any) {
	if !c.Quiet {
		fmt.Fprintf(os.Stderr, format+"\n", args...)
	}
}

// LogLevel is what messages of a log need at least to be printed: --quiet leaves only errors.
func (c *Answer) LogLevel() slog.Level {
	if c.Quiet {
		return slog.LevelError
	}
	return slog.LevelWarn
}

// Fault says on stderr that something failed and the command goes on without it. --quiet does not hide this.
func Fault(sentence string) { fmt.Fprintln(os.Stderr, sentence) }
