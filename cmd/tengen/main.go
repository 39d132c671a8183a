// Command tengen trains networks from Go game records and plays with them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/internal/version"
)

// Exit statuses, as the command line promises them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// CLI is the whole command line: one field a command, one file a field.
type CLI struct {
	Data    DataCmd    `cmd:"" help:"Look into, check and pack game records."`
	Train   TrainCmd   `cmd:"" help:"Train networks from game records."`
	Eval    EvalCmd    `cmd:"" help:"Measure a network on held-out games."`
	Play    PlayCmd    `cmd:"" help:"Play Go or a small game against the program in the terminal."`
	Analyze AnalyzeCmd `cmd:"" help:"Review a recorded game: win rates, better moves, a curve."`
	GTP     GTPCmd     `cmd:"" name:"gtp" help:"Speak GTP 2 on stdin and stdout, for any Go program."`
	Match   MatchCmd   `cmd:"" help:"Play a match between two players."`

	Selfplay SelfplayCmd `cmd:"" help:"Make games of networks or other players against each other."`

	Tournament TournamentCmd `cmd:"" help:"Play a tournament of several players and rate them."`
	Rate       RateCmd       `cmd:"" help:"Rate the players of matches and tournaments."`

	Pipeline PipelineCmd `cmd:"" help:"From games to a measured player: the whole chain, resumable." set:"config=What the stages do, a TOML file."`

	Lab LabCmd `cmd:"" help:"Repeat the experiments of the papers, with figures and a report."`

	Player  PlayerCmd  `cmd:"" help:"List the kinds of players and their options."`
	Model   ModelCmd   `cmd:"" help:"List, describe, check and export models."`
	Bench   BenchCmd   `cmd:"" help:"Measure speed."`
	Doctor  DoctorCmd  `cmd:"" help:"Measure this machine and recommend threads, memory and times."`
	Version VersionCmd `cmd:"" help:"Print version, CPU features and kernels in use."`

	Help       HelpCmd       `cmd:"" help:"Explain a command or a topic: games, models, players, runs."`
	Completion CompletionCmd `cmd:"" help:"Print a script with which a shell completes commands and flags."`
	Complete   CompleteCmd   `cmd:"" hidden:""`

	Number kong.VersionFlag `name:"version" short:"v" hidden:"" help:"Print the version."`
}

// Common are the flags that every command understands.
type Common struct {
	JSON    bool   `name:"json" help:"Print one JSON object on stdout and nothing else there."`
	Seed    uint64 `help:"Seed of all randomness; the same seed repeats the run." default:"1"`
	Threads int    `help:"Worker threads (default: all cores)." placeholder:"N"`
	Quiet   bool   `help:"No progress on stderr."`

	Config configFlag `help:"${config}" placeholder:"FILE"`
}

// threads is how many worker threads the flags ask for.
func (c *Common) threads() int {
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

// helpWords are texts of the help that a command may change.
var helpWords = kong.Vars{
	"config": "Options from a TOML file: name = value, the names of the flags. Flags win.",
	"games":  "A small game instead of Go: " + strings.Join(game.AllKinds().Names(), " or ") + "; options follow a colon, as gomoku:size=15.",
}

func main() { os.Exit(run(os.Args[1:])) }

// newParser is the parser of the whole command line.
func newParser(ctx context.Context, cli *CLI) (*kong.Kong, error) {
	return kong.New(cli,
		kong.Name("tengen"),
		kong.Description("From a folder of Go game records to a trained network that plays."),
		kong.UsageOnError(),
		kong.ConfigureHelp(kong.HelpOptions{NoExpandSubcommands: true, Compact: true}),
		kong.Help(helpFlagsFirst),
		helpWords,
		kong.Vars{"version": "tengen " + version.String()},
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
}

func run(args []string) int {
	ctx, stop := interruptible()
	defer stop()
	parser, err := newParser(ctx, new(CLI))
	if err != nil {
		panic(err)
	}
	kctx, err := parser.Parse(negatives(args))
	if err != nil {
		var unfinished *kong.ParseError
		if errors.As(err, &unfinished) && strings.HasPrefix(err.Error(), "expected one of ") {
			parser.Stdout = os.Stderr
			_ = unfinished.Context.PrintUsage(false)
			return exitUsage
		}
		fmt.Fprintf(os.Stderr, "tengen: %s\n", choices(err))
		if command := helpFor(err); command != "" {
			fmt.Fprintf(os.Stderr, "%s --help shows how it is used\n", command)
		}
		return exitUsage
	}
	if err := kctx.Run(); err != nil {
		var usage *usageError
		switch {
		case errors.Is(err, context.Canceled):
			fmt.Fprintln(os.Stderr, "tengen:", interruption(err))
			return exitInterrupted
		case errors.As(err, &usage):
			fmt.Fprintf(os.Stderr, "tengen: %v\n", err)
			return exitUsage
		}
		fmt.Fprintf(os.Stderr, "tengen: %v\n", err)
		return exitFailed
	}
	return exitDone
}

var oneOf = regexp.MustCompile(`^(.* must be one of )(.*) but got "(.*)"$`)

// notA is what the parser says of a value of the wrong type, in the words of the programming language.
var notA = regexp.MustCompile(`expected (?:an? )?(?:valid \d+ bit )?(int|uint|float|duration|bool) but got ("(?:[^"\\]|\\.)*").*$`)

// noValue is what the parser says of a flag at the end of the line.
var noValue = regexp.MustCompile(`^(--?[\w-]+): expected .* but got "EOL".*$`)

// noArgument is what it says of an argument that is missing.
var noArgument = regexp.MustCompile(`^expected "(<.*)"$`)

// noFile is what it says of a file among the arguments.
var noFile = regexp.MustCompile(`^\[?<\w+>\]?: stat (.*)$`)

// kinds are the same types in words.
var kinds = map[string]string{
	"int": "a whole number", "uint": "a whole number, 0 or more", "float": "a number", "duration": "a time such as 90s, 5m or 1h30m", "bool": "true or false",
}

// choices is an error of the command line in words. Where a flag has a few values to choose from
// the empty one, which stands for the default, is left out, and the nearest is asked for.
func choices(err error) string {
	if m := noValue.FindStringSubmatch(err.Error()); m != nil {
		return m[1] + ": a value is missing"
	}
	if m := noArgument.FindStringSubmatch(err.Error()); m != nil {
		return m[1] + " is missing"
	}
	if m := noFile.FindStringSubmatch(err.Error()); m != nil {
		return m[1]
	}
	if m := notA.FindStringSubmatch(err.Error()); m != nil {
		return notA.ReplaceAllLiteralString(err.Error(), fmt.Sprintf("want %s, not %s", kinds[m[1]], m[2]))
	}
	m := oneOf.FindStringSubmatch(err.Error())
	if m == nil {
		return err.Error()
	}
	var values []string
	for _, v := range strings.Split(m[2], ",") {
		if v = strings.Trim(v, `"`); v != "" {
			values = append(values, v)
		}
	}
	return fmt.Sprintf("%s%s, and not %q%s", m[1], strings.Join(values, ", "), m[3], spelling.Nearest(m[3], values))
}

// interruptible is a context that ends with the first interrupt, request to end or loss of the
// terminal; a second one ends the program at once. Its cause is context.Canceled, and no signal
// by its name as that of signal.NotifyContext is.
func interruptible() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		list = append(list, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, list...)
	context.AfterFunc(ctx, func() { signal.Stop(signals) })
	go func() {
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// negatives ties numbers below zero to the options before them, as --rate=-1: no flag begins
// with a digit, but the parser would look for one.
func negatives(args []string) []string {
	var tied []string
	for i, arg := range args {
		if arg == "--" {
			return append(tied, args[i:]...)
		}
		number := len(arg) > 1 && arg[0] == '-' && (arg[1] == '.' || arg[1] >= '0' && arg[1] <= '9')
		if last := len(tied) - 1; number && last >= 0 && strings.HasPrefix(tied[last], "--") && !strings.Contains(tied[last], "=") {
			tied[last] += "=" + arg
			continue
		}
		tied = append(tied, arg)
	}
	return tied
}

// helpFor is the command, as far as it was understood, that an error of the
// command line is about.
func helpFor(err error) string {
	var parse *kong.ParseError
	if !errors.As(err, &parse) || parse.Context == nil {
		return ""
	}
	words := []string{"tengen"}
	for _, step := range parse.Context.Path {
		if step.Command != nil {
			words = append(words, step.Command.Name)
		}
	}
	return strings.Join(words, " ")
}

// interruption says that the person ended the command, and what became of it if
// the command told.
func interruption(err error) string {
	if told, ok := strings.CutSuffix(err.Error(), ": "+context.Canceled.Error()); ok {
		return "interrupted: " + told
	}
	return "interrupted"
}

// usageError marks an error of the caller's: exit status 2.
type usageError struct{ err error }

func (e *usageError) Error() string { return e.err.Error() }
func (e *usageError) Unwrap() error { return e.err }
