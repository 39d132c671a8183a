// Package flags has the flags that several commands share.
package flags

import (
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/game"
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

// Words are texts of the help that a command may change, or that are long; every parser needs them.
var Words = kong.Vars{
	"config": "Options from a TOML file with lines flag = value. Flags win.",
	"games": "A small game instead of Go: " + strings.Join(game.AllKinds().Names(), " or ") + "; options follow a " +
		"colon, as gomoku:size=15.",
	"learned_positions": "Positions of each game. marked: the one that tengen selfplay --value-data marked (default " +
		"if there are marks). one: a position drawn anew for each epoch, never before the mark of a game (default if " +
		"there are no marks). all: every position; the network then learns games by heart.",
	"measured_part": "Part of the games, by the split of the training: all, train, validation or test. auto: " +
		"validation if the model learned from these games and held that part out, else all. After a training with " +
		"--validation no part of its games is new to the model.",
	"measured_positions": "Positions of each game: marked, one (drawn at random, never before the mark of a game) or " +
		"all (default: marked if the games have marks, else all).",
}
