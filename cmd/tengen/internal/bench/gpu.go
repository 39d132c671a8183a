package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/bench"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/kernels"
	"github.com/tengen-go/tengen/internal/gpu/trial"
)

// GPUCmd measures the kernels of a graphics card.
type GPUCmd struct {
	flags.Common
	Card    int `help:"Number of the card, as tengen device list has it (default: the first, if it is real)." default:"-1" placeholder:"N"`
	Board   int `help:"Side of the board." default:"19"`
	Filters int `help:"Filters of the convolutions, a multiple of 32." default:"192"`
	Batch   int `help:"Positions of a step." default:"64"`
	Rounds  int `help:"Calls of each kernel, of which the best counts." default:"10"`
}

// Help is printed below the flags.
func (c *GPUCmd) Help() string {
	return `It first compares every kernel with its twin in plain Go, on random data, in every number format
that the card has. A difference is an error. Then it measures the kernels of a training step, each
alone, by the card's own clock. GFLOP/s count direct convolution; GB/s count what the
kernel's buffers hold.

Examples:

    tengen bench gpu
    tengen bench gpu --filters 64 --batch 256 --json`
}

// cardSpeed is what bench gpu prints.
type cardSpeed struct {
	gpu.Info
	Board   int                           `json:"board"`
	Filters int                           `json:"filters"`
	Batch   int                           `json:"batch"`
	Tried   map[string]float64            `json:"tried"`   // worst difference by grade
	Kernels map[string][]bench.CardKernel `json:"kernels"` // by grade
}

// Run measures and prints.
func (c *GPUCmd) Run(ctx context.Context) error {
	for _, f := range []struct {
		name         string
		value        int
		least, most  int
		wanted       string
		wrongAnother bool
	}{
		{"--board", c.Board, 2, 19, "2 to 19", false},
		{"--filters", c.Filters, 32, 1024, "a multiple of 32 up to 1024", c.Filters%kernels.FilterMultiple != 0},
		{"--batch", c.Batch, 1, 1 << 12, "1 to 4096", false},
		{"--rounds", c.Rounds, 1, 1 << 20, "1 or more", false},
		{"--card", c.Card, -1, 99, "0 to 99", false},
	} {
		if f.value < f.least || f.value > f.most || f.wrongAnother {
			return usage.Errorf("%s %d: want %s", f.name, f.value, f.wanted)
		}
	}
	number := c.Card
	if number < 0 {
		cards, err := devices.List(ctx)
		if err != nil {
			return err
		}
		if err := devices.Real(cards[0]); err != nil {
			return fmt.Errorf("%w; --card 0 measures it", err)
		}
		number = 0
	}
	d, err := devices.Open(ctx, number)
	if err != nil {
		return err
	}
	defer d.Close()
	err = c.measure(ctx, d, output.Stdout)
	if errors.Is(err, gpu.ErrMemory) {
		return fmt.Errorf("%w: make --batch smaller", err)
	}
	return err
}

func (c *GPUCmd) measure(ctx context.Context, d gpu.Device, w io.Writer) error {
	out := cardSpeed{
		Info: d.Info(), Board: c.Board, Filters: c.Filters, Batch: c.Batch,
		Tried: map[string]float64{}, Kernels: map[string][]bench.CardKernel{},
	}
	tried, timed := len(kernels.All()), bench.CardKernels()
	bar := progress.New(c.Quiet, "kernels", int64(len(out.Grades)*(tried+timed)), "kernels")
	defer bar.Finish()
	done := int64(0)
	next := func(what string) {
		done++
		bar.Relabel(what, done)
	}
	for _, g := range out.Grades {
		worst := 0.0
		err := trial.Each(ctx, d, g, c.Seed, 3, func(f trial.Finding) {
			worst = max(worst, f.Worst)
			next(fmt.Sprintf("comparing with the CPU, %s", g))
		})
		if err != nil {
			return err
		}
		out.Tried[string(g)] = worst
		kernels, err := bench.Card(ctx, d, bench.CardConfig{
			Board: c.Board, Filters: c.Filters, Batch: c.Batch, Grade: g, Rounds: c.Rounds,
			Measured: func() { next(fmt.Sprintf("measuring, %s", g)) },
		})
		if err != nil {
			return err
		}
		out.Kernels[string(g)] = kernels
	}
	bar.Finish()
	if c.JSON {
		return output.WriteJSON(w, out)
	}
	return out.print(w)
}

// print is the report for people.
func (s cardSpeed) print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s, %s), %.1f GB\n", s.Name, s.Type, s.Driver, float64(s.Memory)/1e9)
	for _, g := range s.Grades {
		fmt.Fprintf(&b, "\n%s: all kernels agree with their twins, relative difference %.0e at most\n",
			g, s.Tried[string(g)])
		fmt.Fprintf(&b, "%d×%d, %d filters, batches of %d\n", s.Board, s.Board, s.Filters, s.Batch)
		t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(t, "kernel\t\tms\tGFLOP/s\tGB/s\t")
		for _, k := range s.Kernels[string(g)] {
			work := "–"
			if k.GFLOPS > 0 {
				work = fmt.Sprintf("%.0f", k.GFLOPS)
			}
			fmt.Fprintf(t, "%s\t%s\t%.3f\t%s\t%.1f\t\n", k.Kernel, k.Note, k.Millis, work, k.GBS)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
