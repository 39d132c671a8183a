// Command bench measures tengen against other engines and against itself:
//
//	bench peers   networks in tengen, PyTorch and ONNX Runtime, alternating
//	bench train   tengen train policy from real games compared with tengen bench net
//
// A figure alone says little on a machine that is shared or virtual. So bench alternates
// between the programs, never runs two at once, and judges by ratios within one run. It
// watches the machine meanwhile and repeats a round that something else disturbed. make
// bench-peers and make bench-train call it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

// options are the flags of both commands.
type options struct {
	tengen    string        // the binary
	work      string        // folder for everything that is made
	modules   string        // folder that has ONNX Runtime under node_modules
	python    string        // that has PyTorch
	node      string        // Node.js
	quick     bool          // short and rough
	only      string        // what has this in its name
	limit     time.Duration // after which nothing is repeated any more
	patience  int           // repetitions of disturbed rounds, for each network
	board     int           // of the games to train on; 0: all
	data      []string      // those games
	optimizer string        // to train by
	log       io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:])
	var usage usageError
	switch {
	case err == nil:
	case errors.As(err, &usage):
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	default:
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// usageError is a fault of the command line.
type usageError string

func (e usageError) Error() string { return string(e) }

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return usageError("want a command: peers or train")
	}
	opt := options{log: os.Stderr}
	flags := flag.NewFlagSet("bench "+args[0], flag.ContinueOnError)
	flags.StringVar(&opt.tengen, "tengen", "bin/tengen", "the tengen `binary`")
	flags.StringVar(&opt.work, "work", "bin/bench", "`folder` for models, games and results")
	flags.StringVar(&opt.modules, "modules", "tools/onnx", "`folder` that has ONNX Runtime under node_modules")
	flags.BoolVar(&opt.quick, "quick", false, "one short round, nothing repeated: whether it works, not how fast")
	flags.StringVar(&opt.only, "only", "", "only suites with this in their name, as 64x7 or avx2")
	flags.DurationVar(&opt.limit, "limit", 11*time.Minute,
		"time after which every suite gets one round and nothing is repeated")
	flags.IntVar(&opt.patience, "patience", 4, "how many disturbed rounds of a network are repeated")
	flags.StringVar(&opt.python, "python", "/usr/bin/python3", "the Python that has PyTorch")
	flags.StringVar(&opt.node, "node", "node", "the Node.js that runs ONNX Runtime")
	flags.IntVar(&opt.board, "board", 0, "train: games on this board only")
	flags.StringVar(&opt.optimizer, "optimizer", "sgd",
		"train: sgd, momentum, adam or muon, in bench net and train policy alike")
	if err := flags.Parse(args[1:]); err != nil {
		return usageError(err.Error())
	}
	opt.data = flags.Args()
	for _, path := range []*string{&opt.tengen, &opt.work, &opt.modules} {
		absolute, err := filepath.Abs(*path)
		if err != nil {
			return err
		}
		*path = absolute
	}
	if err := os.MkdirAll(opt.work, 0o755); err != nil {
		return err
	}
	if opt.quick {
		opt.patience = 0
	}
	switch args[0] {
	case "peers":
		return peers(ctx, opt)
	case "train":
		return endToEnd(ctx, opt)
	}
	return usageError(fmt.Sprintf("no command %q: want peers or train", strings.Join(args[:1], " ")))
}
