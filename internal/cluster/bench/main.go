package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// options are how thoroughly is measured.
type options struct {
	quick bool
	work  string // folder for what is made on the way
	pairs int    // of runs with and without a hub
	games int    // of such a run

	profiles string // folder for processor profiles of hubs; empty for none
}

// length is how long something is measured that takes long if it shall be exact.
func (o options) length(exact time.Duration) time.Duration {
	if o.quick {
		return exact / 10
	}
	return exact
}

// section is what is measured together.
type section struct {
	name, title string
	measure     func(context.Context, options) ([]figure, error)
}

var sections = []section{
	{"overhead", "Self-play through a hub, compared with direct self-play", overhead},
	{"scaling", "Games a second with more workers", scaling},
	{"many", "What 1,000 workers cost the hub", many},
	{"capacity", "What a game costs the hub, and how many it takes", capacity},
	{"mail", "What JetStream stores, each message synced", mail},
	{"program", "The program before and after the cluster", program},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) > 0 && roles[args[0]] != nil { // a process that this program has started
		var t task
		if err := json.Unmarshal([]byte(strings.Join(args[1:], " ")), &t); err != nil {
			return err
		}
		return roles[args[0]](ctx, t)
	}
	var opt options
	var only string
	var asJSON bool
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.BoolVar(&opt.quick, "quick", false, "short runs: whether it works, not how fast")
	flags.StringVar(&opt.work, "work", "bin/bench", "`folder` for what is made on the way")
	flags.IntVar(&opt.pairs, "pairs", 7, "how many pairs of runs with and without a hub")
	flags.IntVar(&opt.games, "games", 2048, "how many games such a run has")
	flags.StringVar(&opt.profiles, "profiles", "", "`folder` for processor profiles of hubs")
	flags.StringVar(&only, "only", "", "some of the `sections`, with commas: "+strings.Join(names(), ", "))
	flags.BoolVar(&asJSON, "json", false, "print JSON")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if opt.quick {
		opt.pairs, opt.games = 1, 64
	}
	wanted := names()
	if only != "" {
		wanted = strings.Split(only, ",")
	}
	for _, name := range wanted {
		if !slices.Contains(names(), name) {
			return fmt.Errorf("-only %s: want some of %s", name, strings.Join(names(), ", "))
		}
	}
	var err error
	if opt.work, err = filepath.Abs(opt.work); err != nil {
		return err
	}
	if err := os.MkdirAll(opt.work, 0o755); err != nil {
		return err
	}
	if opt.pairs < 1 || opt.games < 1 {
		return errors.New("-pairs and -games: want 1 or more")
	}
	all := map[string][]figure{}
	if !asJSON {
		fmt.Println(machineLine())
	}
	for _, s := range sections {
		if !slices.Contains(wanted, s.name) {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s …\n", s.title)
		figures, err := s.measure(ctx, opt)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		all[s.name] = figures
		if !asJSON {
			fmt.Printf("\n%s\n\n%s", s.title, table(figures))
		}
	}
	if asJSON {
		text, err := json.MarshalIndent(map[string]any{"machine": machineLine(), "figures": all}, "", "  ")
		if err != nil {
			return err
		}
		fmt.Println(string(text))
	}
	return nil
}

func names() (all []string) {
	for _, s := range sections {
		all = append(all, s.name)
	}
	return all
}

// machineLine says where the figures are from, and how busy the machine was with other things.
func machineLine() string {
	line := fmt.Sprintf("%s/%s, %d cores", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		line += ", load " + strings.Join(strings.Fields(string(load))[:3], " ")
	}
	return line
}
