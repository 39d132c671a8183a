// Command devices compares trainings on a graphics card with trainings on the CPU:
//
//	devices -work FOLDER -device gpu:0:float16 GAMES...
//
// It trains the same network from the same seeds on both, and measures every network on the same held-out games, on
// the CPU. The card's mean shall lie in the interval of the CPU's mean. The program may be stopped at any time: the
// same command goes on from the last checkpoint and does nothing twice. make compare-devices calls it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sync/errgroup"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := run(ctx, os.Args[1:])
	if err != nil {
		if ctx.Err() != nil {
			err = errors.New("interrupted: the same command goes on")
		}
		fmt.Fprintln(os.Stderr, "devices:", err)
		os.Exit(1)
	}
}

// setup is what is compared.
type setup struct {
	tengen string // the binary
	work   string // folder of the runs and results
	device string // the card and its grade, as --device has it
	seeds  int
	most   int // trainings at a time
	layers int
	filter int
	batch  int
	steps  int
	games  []string
}

func run(ctx context.Context, args []string) error {
	var s setup
	flags := flag.NewFlagSet("devices", flag.ContinueOnError)
	flags.StringVar(&s.tengen, "tengen", "bin/tengen", "the tengen `binary`")
	flags.StringVar(&s.work, "work", "bin/devices", "`folder` of the runs and results")
	flags.StringVar(&s.device, "device", "gpu:0:float16", "the `card` and its grade, or cpu:bfloat16")
	flags.IntVar(&s.seeds, "seeds", 3, "how many trainings on each device, 2 to 10")
	flags.IntVar(&s.most, "parallel", 1, "trainings at a time")
	flags.IntVar(&s.layers, "layers", 7, "convolutions of the network")
	flags.IntVar(&s.filter, "filters", 64, "channels of the network")
	flags.IntVar(&s.batch, "batch", 16, "positions of a step")
	flags.IntVar(&s.steps, "steps", 20000, "steps of a training")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.games = flags.Args(); len(s.games) == 0 {
		return errors.New("which games? name files or folders: make compare-devices DATA=\"games/*\"")
	}
	if s.seeds < 2 || s.seeds-1 > len(studentT) {
		return fmt.Errorf("-seeds %d: want 2 to %d", s.seeds, len(studentT)+1)
	}
	if s.most < 1 {
		return fmt.Errorf("-parallel %d: want 1 or more", s.most)
	}
	if err := os.MkdirAll(s.work, 0o755); err != nil {
		return err
	}
	if err := s.same(); err != nil {
		return err
	}
	return s.compare(ctx)
}

// compare trains and measures what is missing, the CPU's part first, and prints the table.
func (s setup) compare(ctx context.Context) error {
	cpu, err := s.results(ctx, "cpu", "cpu")
	if err != nil {
		return err
	}
	card, err := s.results(ctx, "card", s.device)
	if err != nil {
		return err
	}
	text := s.table(cpu, card)
	if err := os.WriteFile(filepath.Join(s.work, "table.md"), []byte(text), 0o644); err != nil {
		return err
	}
	_, err = os.Stdout.WriteString(text)
	return err
}

// results trains and measures all seeds on a device, a few at a time.
func (s setup) results(ctx context.Context, name, device string) ([]result, error) {
	out := make([]result, s.seeds)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(s.most)
	for i := range out {
		group.Go(func() error {
			r, err := s.result(ctx, fmt.Sprintf("%s-%d", name, i+1), device, i+1)
			if err != nil {
				return err
			}
			out[i] = r
			fmt.Fprintf(os.Stderr, "%s, seed %d: %.4f nats, top-1 %.2f%%\n", device, i+1, r.Loss, 100*r.Top1)
			return nil
		})
	}
	return out, group.Wait()
}

// training are the flags of a training, without its folder, device and seed.
func (s setup) training() []string {
	return append([]string{
		"--layers", strconv.Itoa(s.layers), "--filters", strconv.Itoa(s.filter),
		"--batch", strconv.Itoa(s.batch), "--steps", strconv.Itoa(s.steps), "--eval-every", "0",
	}, s.games...)
}
