// Command tengen trains networks from Go game records and plays with them.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/bench"
	"github.com/tengen-go/tengen/cmd/tengen/internal/chain"
	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/completion"
	"github.com/tengen-go/tengen/cmd/tengen/internal/data"
	"github.com/tengen-go/tengen/cmd/tengen/internal/device"
	"github.com/tengen-go/tengen/cmd/tengen/internal/eval"
	"github.com/tengen-go/tengen/cmd/tengen/internal/experiments"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/matches"
	"github.com/tengen-go/tengen/cmd/tengen/internal/model"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/train"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/gpu/client"
	"github.com/tengen-go/tengen/internal/version"
)

// Exit statuses, as the command line promises them.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// CLI is the whole command line: one field a command. Commands of this package are in files that begin with their
// names. The others have packages of their own: a group such as train lists its commands in its Cmd.
type CLI struct {
	Data    data.Cmd   `cmd:"" help:"Look into, check and pack game records."`
	Train   train.Cmd  `cmd:"" help:"Train networks from game records."`
	Eval    eval.Cmd   `cmd:"" help:"Measure networks and players on recorded games."`
	Play    PlayCmd    `cmd:"" help:"Play Go or a small game against the program in the terminal."`
	Serve   ServeCmd   `cmd:"" help:"Play in a browser, on this machine or a phone."`
	Analyze AnalyzeCmd `cmd:"" help:"Review a recorded game: win rates, better moves, a curve."`
	GTP     GTPCmd     `cmd:"" name:"gtp" help:"Speak GTP 2 on stdin and stdout, for any Go program."`

	Analysis AnalysisCmd `cmd:"" help:"Speak KataGo's JSON analysis protocol, for KaTrain and programs like it."`

	Match matches.MatchCmd `cmd:"" help:"Play a match between two players."`

	Selfplay matches.SelfplayCmd `cmd:"" help:"Make games of networks or other players against each other."`

	Hub    chain.HubCmd      `cmd:"" help:"Share games among many machines: the hub."`
	Worker cluster.WorkerCmd `cmd:"" help:"Play games for a hub on another machine."`

	Tournament matches.TournamentCmd `cmd:"" help:"Play a tournament of several players and rate them."`
	Rate       matches.RateCmd       `cmd:"" help:"Rate the players of matches and tournaments."`

	Pipeline chain.PipelineCmd `cmd:"" help:"From games to a measured player: the whole chain, resumable." set:"config=What the stages do, a TOML file."`

	Lab experiments.LabCmd `cmd:"" help:"Repeat the experiments of the papers, with figures and a report."`

	Player  PlayerCmd  `cmd:"" help:"List the kinds of players and their options."`
	Model   model.Cmd  `cmd:"" help:"List, describe, check and export models."`
	Bench   bench.Cmd  `cmd:"" help:"Measure speed."`
	Device  device.Cmd `cmd:"" help:"List what networks can be computed on: graphics cards."`
	Doctor  DoctorCmd  `cmd:"" help:"Measure this machine and recommend threads, memory and times."`
	Version VersionCmd `cmd:"" help:"Print version, CPU features and kernels in use."`

	Help       HelpCmd              `cmd:"" help:"Explain a command or a topic: games, models, players, runs."`
	Completion completion.Cmd       `cmd:"" help:"Print a script with which a shell completes commands and flags."`
	Complete   completion.AnswerCmd `cmd:"" hidden:""`

	Number kong.VersionFlag `name:"version" short:"v" hidden:"" help:"Print the version."`
}

func main() {
	client.Main() // where this process owns the graphics card, it does nothing else
	os.Exit(run(os.Args[1:]))
}

// newParser is the parser of the whole command line.
func newParser(ctx context.Context, cli *CLI) (*kong.Kong, error) {
	return kong.New(cli,
		kong.Name("tengen"),
		kong.Description("From a folder of Go game records to a trained network that plays."),
		kong.UsageOnError(),
		kong.Writers(output.Stdout, os.Stderr),
		kong.Exit(func(status int) { os.Exit(written(status)) }), // after --help and --version
		kong.ConfigureHelp(kong.HelpOptions{NoExpandSubcommands: true, Compact: true}),
		kong.Help(helpFlagsFirst),
		flags.Words,
		kong.Vars{"version": "tengen " + version.String()},
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
}

// run runs the command that args name and returns the exit status of the program.
func run(args []string) int { return written(command(args)) }

func command(args []string) int {
	ctx, stop := interruptible()
	defer stop()
	parser, err := newParser(ctx, new(CLI))
	if err != nil {
		panic(err)
	}
	args = negatives(fromKataGo(args))
	if err := mistyped(parser, args); err != nil {
		fmt.Fprintf(os.Stderr, "tengen: %v\n%s --help lists the commands\n", err, "tengen "+args[0])
		return exitUsage
	}
	if len(args) == 1 {
		parser.Stdout = os.Stderr
		if listed(parser, args) {
			return exitUsage
		}
		parser.Stdout = output.Stdout
	}
	kctx, err := parser.Parse(args)
	if output.Failed() != nil {
		return exitDone // what --help prints could not be written: nothing is wrong with the arguments
	}
	if err != nil {
		var unfinished *kong.ParseError
		if errors.As(err, &unfinished) && wantsCommand(err.Error()) {
			parser.Stdout = os.Stderr
			_ = unfinished.Context.PrintUsage(false)
			return exitUsage
		}
		fmt.Fprintf(os.Stderr, "tengen: %s\n", usage.Words(err))
		if command := helpFor(err); command != "" {
			fmt.Fprintf(os.Stderr, "%s --help shows how it is used\n", command)
		}
		return exitUsage
	}
	if err := kctx.Run(); err != nil {
		var wrong *usage.Error
		switch {
		case errors.Is(err, context.Canceled):
			fmt.Fprintln(os.Stderr, "tengen:", usage.Interrupted(err))
			return exitInterrupted
		case errors.As(err, &wrong):
			fmt.Fprintf(os.Stderr, "tengen: %v\n", err)
			return exitUsage
		}
		fmt.Fprintf(os.Stderr, "tengen: %v\n", err)
		return exitFailed
	}
	return exitDone
}

// wantsCommand says whether an error of the parser is that a group stands without one of its commands. The name of an
// argument that is missing has brackets.
func wantsCommand(err string) bool {
	return strings.HasPrefix(err, "expected one of ") ||
		strings.HasPrefix(err, `expected "`) && !strings.HasPrefix(err, `expected "<`)
}

// written is the status of a command that ended with status: it failed if not all that it printed could be
// written.
func written(status int) int {
	if err := output.Failed(); err != nil && status == exitDone {
		fmt.Fprintf(os.Stderr, "tengen: not all of the output was written: %v\n", err)
		return exitFailed
	}
	return status
}

// interruptible is a context that ends with the first interrupt, request to end or loss of the
// terminal; a second one ends the program at once. Its cause is context.Canceled, while the cause of
// signal.NotifyContext names the signal.
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
		last := len(tied) - 1
		if number && last >= 0 && strings.HasPrefix(tied[last], "--") && !strings.Contains(tied[last], "=") {
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
	if at := parse.Context.Selected(); at != nil && at.DefaultCmd != nil {
		words = append(words, at.DefaultCmd.Name) // its flags stand there without its name
	}
	return strings.Join(words, " ")
}
