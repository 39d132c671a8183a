// Package devices finds the device that --device names. A command has the flag, opens the device, and hands it
// to its networks:
//
//	type EvalCmd struct { devices.Flag; … }
//
//	device, done, err := c.OpenDevice(ctx, devices.Work{Threads: c.Workers(), Policy: &shape, Batch: 64})
//	defer done()
//	policy.SetDevice(device)
//
// A graphics card that is not there or cannot be used is a line on stderr, and the CPU is the device.
// --device auto measures the work on all devices, and remembers the result.
package devices

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/client"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/nets"
)

// Flag is for commands that can compute networks on a graphics card.
type Flag struct {
	Device Name `help:"What computes networks: cpu (default), cpu:bfloat16, gpu, gpu:1, auto." default:"cpu" placeholder:"DEVICE"`
}

// kind is what a flag asks for.
type kind int

const (
	processor kind = iota
	rounded        // the processor, in bfloat16
	faster
	first     // card, but no program that pretends to be one
	numbered  // whatever it is
	pretended // the twin in plain Go, for tests; its number is the run in which it is lost, 0: in no run
)

// choice is a flag, taken apart.
type choice struct {
	kind   kind
	number int
	grade  gpu.Grade // empty: the card's first
}

// parse takes a flag apart.
func parse(text string) (c choice, err error) {
	wrong := usage.Errorf("%q: want cpu, cpu:bfloat16, gpu, gpu:N, gpu:N:GRADE or auto; tengen device list has the "+
		"numbers N, and the grades are %s", text, list(gpu.Grades()))
	name, rest, more := strings.Cut(text, ":")
	switch name {
	case "cpu":
		c.kind = processor
	case "auto":
		c.kind = faster
	case "twin":
		c.kind = pretended
	case "gpu":
		c.kind = first
	default:
		return c, wrong
	}
	if !more {
		return c, nil
	}
	if c.kind == processor && rest == "bfloat16" {
		c.kind = rounded
		return c, nil
	}
	if c.kind == first {
		c.kind = numbered
	}
	number, grade, graded := strings.Cut(rest, ":")
	if c.kind != numbered && c.kind != pretended {
		return c, wrong
	}
	if c.number, err = strconv.Atoi(number); err != nil || c.number < 0 || c.number > 99 {
		return c, wrong
	}
	if c.grade = gpu.Grade(grade); graded && !slices.Contains(gpu.Grades(), c.grade) {
		return c, wrong
	}
	return c, nil
}

// finder is where cards come from.
type finder struct {
	tiles func() (nets.Device, error) // the processor in bfloat16
	cards func(ctx context.Context) ([]gpu.Info, error)
	open  func(ctx context.Context, number int) (gpu.Device, error)
	// rate is how many positions a second a device does.
	rate  func(ctx context.Context, d nets.Device, w Work) (float64, error)
	cache string // folder of what auto has found; empty: none
	say   io.Writer
}

// here are the cards of this machine.
func here() finder {
	return finder{nets.NewBFloat16, client.Cards, Open, rate, client.CacheDir(), os.Stderr}
}

// Open opens a card of this machine, and says so if that takes a while.
func Open(ctx context.Context, number int) (gpu.Device, error) {
	return client.Open(ctx, number, func(info gpu.Info) {
		took := "some seconds"
		if info.Type == gpu.Software {
			took = "a minute or more"
		}
		fmt.Fprintf(os.Stderr, "%s is used for the first time: its kernels are compared with the CPU, once, which "+
			"takes %s\n", info.Name, took)
	})
}

// Real is an error for a program that pretends to be a card.
func Real(card gpu.Info) error {
	if card.Type != gpu.Software {
		return nil
	}
	return fmt.Errorf("%w: %s is a program that pretends to be a card", gpu.ErrNone, card.Name)
}

// list is several grades in words.
func list(grades []gpu.Grade) string {
	var words []string
	for _, g := range grades {
		words = append(words, string(g))
	}
	return strings.Join(words, ", ")
}

// Name is what --device takes.
type Name string

// Here refuses a device where the workers of a hub compute, if one is named.
func (f Flag) Here(hub string) error {
	if hub != "" && f.Device != "cpu" {
		return usage.Errorf("--device %s: with --hub the workers compute; give it to tengen worker", f.Device)
	}
	return nil
}

// Validate refuses what is no name; kong asks it.
func (n Name) Validate() error {
	_, err := parse(string(n))
	return err
}

// OpenDevice opens the device for work, which --device auto measures. done gives the device back.
func (f Flag) OpenDevice(ctx context.Context, w Work) (device nets.Device, done func(), err error) {
	return here().device(ctx, string(f.Device), w)
}

// device opens the device that a flag names.
func (f finder) device(ctx context.Context, text string, w Work) (nets.Device, func(), error) {
	c, err := parse(text)
	if err != nil {
		return nil, nil, err
	}
	var card gpu.Device
	switch c.kind {
	case processor:
		return nets.CPU{}, func() {}, nil
	case rounded:
		d, err := f.tiles()
		if err != nil {
			fmt.Fprintf(f.say, "--device %s: %v: it computes in float32 instead\n", text, err)
			return nets.CPU{}, func() {}, nil
		}
		if !w.Quiet {
			fmt.Fprintf(f.say, "--device %s: %s computes\n", text, d.Place())
		}
		return d, func() {}, nil
	case pretended:
		runs := 0
		card = twin.New(twin.Card{
			Grades: []gpu.Grade{gpu.Half, gpu.Single, gpu.Matrix},
			Lose:   func(string) bool { runs++; return runs == c.number },
		})
	case faster:
		return f.faster(ctx, w)
	case first:
		card, err = f.first(ctx)
	default:
		card, err = f.open(ctx, c.number)
	}
	if err == nil {
		var g *nets.GPU
		if g, err = f.network(card, c.grade); err == nil {
			if !w.Quiet {
				fmt.Fprintf(f.say, "--device %s: %s computes\n", text, g.Name())
			}
			return g, func() { _ = card.Close() }, nil
		}
		_ = card.Close()
	}
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	fmt.Fprintf(f.say, "--device %s: %v: the CPU computes instead\n", text, err)
	return nets.CPU{}, func() {}, nil
}

// first opens the first card if it is one. What pretends to be a card is not opened: that could take a minute.
func (f finder) first(ctx context.Context) (gpu.Device, error) {
	cards, err := f.cards(ctx)
	if err != nil {
		return nil, err
	}
	if err := Real(cards[0]); err != nil {
		return nil, fmt.Errorf("%w; --device gpu:0 uses it all the same", err)
	}
	return f.open(ctx, 0)
}

// network makes a card a device of networks.
func (f finder) network(card gpu.Device, grade gpu.Grade) (*nets.GPU, error) {
	info := card.Info()
	if grade == "" {
		if len(info.Grades) == 0 {
			return nil, fmt.Errorf("%s: %w: the kernels need %s", info.Name, gpu.ErrNone, info.Lacking)
		}
		grade = info.Grades[0]
		for _, why := range info.Refused {
			fmt.Fprintf(f.say, "%s: %s: the grade %s computes instead\n", info.Name, why, grade)
		}
	} else if !slices.Contains(info.Grades, grade) {
		return nil, fmt.Errorf("%s: %w in grade %s: %s", info.Name, gpu.ErrNone, grade,
			strings.Join(append(info.Refused, "it has "+list(info.Grades)), "; "))
	}
	return nets.NewGPU(card, grade, func(err error) {
		fmt.Fprintf(f.say, "%s: %v: the CPU goes on\n", info.Name, err)
	})
}
