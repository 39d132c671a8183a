// Command behaviour holds what tengen computes while its inside is rebuilt. It makes tiny
// seeded runs of everything that has results (trainings, self-play, matches, tournaments,
// experiments, reviews, GTP scripts), with one thread and with two, and compares a hash of
// each result with the committed list.
//
//	behaviour            compare with hashes.txt
//	behaviour -update    write hashes.txt anew
//	behaviour -os windows -under "sh wine.sh"
//	                     compare what the program for another system computes, run by a command
//
// make behaviour and make behaviour-update call it. A commit that changes a line of the
// list says which result changed and why. Times, versions and dates are left out of what
// is hashed (normal.go); the kernels are the portable ones, so that the list holds on
// every amd64 processor.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "behaviour:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	var (
		root    = flag.String("root", "..", "the checkout, for its example games")
		list    = flag.String("list", "behaviour/hashes.txt", "the committed list of hashes")
		update  = flag.Bool("update", false, "write the list instead of comparing with it")
		only    = flag.String("only", "", "only runs with a name that this regular expression matches")
		keep    = flag.String("keep", "", "keep what the runs leave in this folder")
		timed   = flag.Bool("v", false, "say what each run takes")
		system  = flag.String("os", runtime.GOOS, "the system to build for")
		under   = flag.String("under", "", "command that runs programs for that system; empty if this machine does")
		workers = flag.Int("workers", runtime.NumCPU(), "runs at once")
	)
	flag.Parse()
	wanted, err := regexp.Compile(*only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	machine, err := newMachine(ctx, *root, *keep, *system)
	if err != nil {
		return err
	}
	defer machine.close()
	machine.timed, machine.under = *timed, strings.Fields(*under)

	chosen := runs()
	if *only != "" {
		chosen = withNeeds(chosen, wanted)
	}
	lines, err := machine.all(ctx, chosen, *workers)
	if err != nil {
		return err
	}
	if *update && *only == "" {
		return os.WriteFile(*list, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
	}
	committed, err := os.ReadFile(*list)
	if err != nil {
		return fmt.Errorf("%w; make it with -update", err)
	}
	held := strings.Split(strings.TrimSpace(string(committed)), "\n")
	names := map[string]bool{}
	for _, r := range chosen {
		names[r.name] = true
	}
	held = slices.DeleteFunc(held, func(line string) bool { return !names[strings.Fields(line)[0]] })
	if *update {
		return errors.New("-update writes the whole list: it goes without -only")
	}
	return compare(held, lines)
}

// compare says which lines differ; nil if none does.
func compare(held, found []string) error {
	changed := 0
	for _, line := range held {
		if !slices.Contains(found, line) {
			fmt.Println("-", line)
			changed++
		}
	}
	for _, line := range found {
		if !slices.Contains(held, line) {
			fmt.Println("+", line)
			changed++
		}
	}
	if changed > 0 {
		return fmt.Errorf("%d lines differ from the committed list: results of seeded runs changed; "+
			"where a mended fault is the reason, run make behaviour-update and say so in the commit", changed)
	}
	fmt.Printf("%d results are as committed\n", len(found))
	return nil
}

// withNeeds is the runs that match and those they take files from.
func withNeeds(all []runSpec, wanted *regexp.Regexp) []runSpec {
	need := map[string]bool{}
	for i := len(all) - 1; i >= 0; i-- {
		if r := all[i]; wanted.MatchString(r.name) || need[r.name] {
			need[r.name] = true
			for _, n := range r.needs {
				need[n] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r runSpec) bool { return !need[r.name] })
}

// all does the runs, each as soon as what it needs is there, and gives their lines in order.
func (m *machine) all(ctx context.Context, specs []runSpec, workers int) ([]string, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := map[string]chan struct{}{}
	for _, s := range specs {
		done[s.name] = make(chan struct{})
	}
	lines := make([][]string, len(specs))
	free := make(chan struct{}, workers)
	var group sync.WaitGroup
	for i, s := range specs {
		group.Go(func() {
			defer close(done[s.name])
			for _, n := range s.needs {
				<-done[n]
			}
			free <- struct{}{}
			defer func() { <-free }()
			if ctx.Err() != nil {
				return
			}
			var err error
			if lines[i], err = m.do(ctx, s); err != nil {
				cancel(fmt.Errorf("%s: %w", s.name, err))
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return slices.Concat(lines...), nil
}

// machine runs the binary in a folder of its own.
type machine struct {
	tengen, root, work string
	temporary          bool
	timed              bool     // say what each run takes
	under              []string // command that runs the binary, if this machine does not
}

// newMachine builds the binary of a checkout for a system and lays out what runs read. The binary has a
// version of its own, since records of games name the version.
func newMachine(ctx context.Context, root, keep, system string) (*machine, error) {
	m := &machine{work: keep}
	var err error
	if m.root, err = filepath.Abs(root); err != nil {
		return nil, err
	}
	if keep == "" {
		m.temporary = true
		m.work, err = os.MkdirTemp("", "behaviour")
	} else if m.work, err = filepath.Abs(keep); err == nil {
		err = os.MkdirAll(m.work, 0o755)
	}
	if err != nil {
		return nil, err
	}
	for _, in := range inputs {
		if err := m.bring(filepath.Join(m.root, in)); err != nil {
			return nil, err
		}
	}
	m.tengen = filepath.Join(m.work, "tengen")
	if system == "windows" {
		m.tengen += ".exe"
	}
	build := exec.CommandContext(ctx, "go", "build", "-trimpath",
		"-ldflags", "-X github.com/tengen-go/tengen/internal/version.stamp=behaviour",
		"-o", m.tengen, "./cmd/tengen")
	build.Dir = m.root
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system)
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, out)
	}
	return m, nil
}

// bring copies a file or a folder to where the runs are made.
func (m *machine) bring(from string) error {
	to := filepath.Join(m.work, filepath.Base(from))
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	about, err := os.Stat(from)
	if err != nil {
		return err
	}
	if about.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o644)
}

func (m *machine) close() {
	if m.temporary {
		os.RemoveAll(m.work)
	}
}
