// Package devices finds the device that --device names. A command has the flag, opens the device, and hands it
// to its networks:
//
//	type EvalCmd struct { devices.Flag; … }
//
//	device, done, err := c.OpenDevice(ctx, threads)
//	defer done()
//	policy.SetDevice(device)
//
// A graphics card that is not there or cannot be used is a line on stderr, and the CPU is the device.
package devices

import (
	"context"
	"errors"
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
	Device Name `help:"Where networks are computed: cpu, gpu, gpu:1 or auto (default: cpu)." default:"cpu" placeholder:"DEVICE"`
}

// kind is what a flag asks for.
type kind int

const (
	processor kind = iota
	faster
	numbered
	pretended // the twin in plain Go, for tests
)

// choice is a flag, taken apart.
type choice struct {
	kind   kind
	number int
	grade  gpu.Grade // empty: the card's first
}

// parse takes a flag apart.
func parse(text string) (c choice, err error) {
	wrong := usage.Errorf("%s: want cpu, gpu, gpu:N, gpu:N:GRADE or auto; grades are %v", text, gpu.Grades())
	name, rest, more := strings.Cut(text, ":")
	switch name {
	case "cpu":
		c.kind = processor
	case "auto":
		c.kind = faster
	case "twin":
		c.kind = pretended
	case "gpu":
		c.kind = numbered
	default:
		return c, wrong
	}
	if !more {
		return c, nil
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
	cards func(ctx context.Context) ([]gpu.Info, error)
	open  func(ctx context.Context, number int) (gpu.Device, error)
	say   io.Writer
}

// here are the cards of this machine.
func here() finder { return finder{client.Cards, client.Open, os.Stderr} }

// Name is what --device takes.
type Name string

// Validate refuses what is no name; kong asks it.
func (n Name) Validate() error {
	_, err := parse(string(n))
	return err
}

// OpenDevice opens the device. Threads are those that the CPU would have, for --device auto. done gives
// the device back.
func (f Flag) OpenDevice(ctx context.Context, threads int) (device nets.Device, done func(), err error) {
	return here().device(ctx, string(f.Device), threads)
}

// device opens the device that a flag names.
func (f finder) device(ctx context.Context, text string, threads int) (nets.Device, func(), error) {
	c, err := parse(text)
	if err != nil {
		return nil, nil, err
	}
	var card gpu.Device
	switch c.kind {
	case processor:
		return nets.CPU{}, func() {}, nil
	case pretended:
		card = twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half, gpu.Single, gpu.Matrix}})
	case faster:
		return f.faster(ctx, threads)
	default:
		card, err = f.open(ctx, c.number)
	}
	if err == nil {
		var g *nets.GPU
		if g, err = f.network(card, c.grade); err == nil {
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

// network makes a card a device of networks.
func (f finder) network(card gpu.Device, grade gpu.Grade) (*nets.GPU, error) {
	info := card.Info()
	if grade == "" {
		if len(info.Grades) == 0 {
			return nil, fmt.Errorf("%s: %w: its driver is too old", info.Name, gpu.ErrNone)
		}
		grade = info.Grades[0]
		for _, why := range info.Refused {
			fmt.Fprintf(f.say, "%s: %s: the grade %s computes instead\n", info.Name, why, grade)
		}
	} else if !slices.Contains(info.Grades, grade) {
		return nil, fmt.Errorf("%s: %w in grade %s: %s", info.Name, gpu.ErrNone, grade,
			strings.Join(append(info.Refused, fmt.Sprintf("it has %v", info.Grades)), "; "))
	}
	return nets.NewGPU(card, grade, func(err error) {
		fmt.Fprintf(f.say, "%s: %v: the CPU goes on\n", info.Name, err)
	})
}

// faster is the first card if networks are faster there than on the CPU, else the CPU.
func (f finder) faster(ctx context.Context, threads int) (nets.Device, func(), error) {
	cpu, none := nets.CPU{}, func() {}
	cards, err := f.cards(ctx)
	if err != nil || len(cards) == 0 || cards[0].Type == "software" || len(cards[0].Grades) == 0 {
		if errors.Is(err, context.Canceled) {
			return nil, nil, err
		}
		return cpu, none, nil
	}
	card, err := f.open(ctx, 0)
	if err != nil {
		return cpu, none, nil
	}
	g, err := f.network(card, "")
	if err == nil {
		var on, off float64
		if on, off, err = compare(ctx, g, threads); err == nil && on > off {
			fmt.Fprintf(f.say, "--device auto: %s, %.0f positions/s against %.0f on the CPU\n", g.Name(), on, off)
			return g, func() { _ = card.Close() }, nil
		}
	}
	_ = card.Close()
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	if err != nil {
		fmt.Fprintf(f.say, "--device auto: %v: the CPU computes instead\n", err)
	}
	return cpu, none, nil
}
