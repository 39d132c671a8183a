// Package device is tengen device, one type a command.
package device

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/nets"
)

// Cmd is about what networks are computed on.
type Cmd struct {
	List ListCmd `cmd:"" help:"List the graphics cards, what they can do and how fast they are."`
}

// ListCmd lists graphics cards.
type ListCmd struct {
	flags.Common
	Speed    bool `help:"Measure the speed." default:"true" negatable:""`
	Software bool `help:"Measure programs that pretend to be a card, too. That takes minutes."`
}

// Help shows how the command is used.
func (c *ListCmd) Help() string {
	return `The processor is --device cpu. With cpu:bfloat16 it uses its matrix tiles, if it has them (Intel's
AMX, on Linux): it rounds what convolutions multiply to eight significant bits, which is faster.

The first card is --device gpu, the second gpu:1. Tengen needs the card's driver with Vulkan 1.2,
and on Linux Vulkan's loader, the package libvulkan1 or vulkan-loader. docs/gpu.md says more.

Speeds are positions per second on 19×19 in batches of 64, for the network of 64 filters (64x7 of
tengen bench net) and for the paper's 13 layers of 192 filters. latency is the time of one
position alone.

A card computes in one of the grades that its line shows, and Tengen takes the first:
    matrix   numbers of 16 bits, multiplied by the card's instructions for matrices: the fastest
    float16  numbers of 16 bits, packed in memory, ordinary arithmetic: as exact as matrix
    float32  numbers of 32 bits, ordinary arithmetic: the most exact, the slowest, twice the memory
Name another one only to compare, as --device gpu:0:float32, or if a driver computes wrong numbers
in the first. A training that overflows in 16 bits goes on in float32 automatically.

Examples:

    tengen device list
    tengen device list --no-speed --json`
}

// listed is a line of the list.
type listed struct {
	Device string `json:"device"`
	gpu.Info
	Speeds []devices.Speed `json:"speeds,omitempty"`
	Note   string          `json:"note,omitempty"`
}

// Run lists.
func (c *ListCmd) Run(ctx context.Context) error {
	cards, err := devices.List(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	none := ""
	if err != nil {
		if !errors.Is(err, gpu.ErrNone) {
			return err
		}
		none = err.Error()
	}
	var list []listed
	processors := []nets.Device{nets.CPU{}}
	list = append(list, listed{Device: "cpu", Info: gpu.Info{Name: "this machine's processor", Type: "cpu"}})
	tiles := listed{
		Device: "cpu:bfloat16", Info: gpu.Info{Name: "the same with its matrix tiles, in bfloat16", Type: "cpu"},
	}
	if rounded, err := nets.NewBFloat16(); err == nil {
		processors = append(processors, rounded)
	} else {
		tiles.Note = "not usable: " + err.Error()
	}
	list = append(list, tiles)
	total := len(processors) * devices.Measurements()
	for _, info := range cards {
		if c.unmeasured(info) == "" {
			total += devices.Measurements()
		}
	}
	bar := progress.New(c.Quiet || !c.Speed, "measuring", int64(total), "measurements")
	measured := int64(0)
	one := func() {
		measured++
		bar.Set(measured)
	}
	if !c.Speed {
		processors = nil
	}
	for i, processor := range processors {
		if list[i].Speeds, err = devices.Speeds(ctx, processor, c.Workers(), one); err != nil {
			bar.Finish()
			return err
		}
	}
	for i, info := range cards {
		card := listed{Device: fmt.Sprintf("gpu:%d", i), Info: info}
		if err := c.measure(ctx, i, &card, one); err != nil {
			bar.Finish()
			return err
		}
		list = append(list, card)
	}
	bar.Finish()
	if c.JSON {
		return output.JSON(struct {
			Devices []listed `json:"devices"`
			None    string   `json:"none,omitempty"`
		}{list, none})
	}
	for _, d := range list {
		output.Print(d.String())
	}
	if none != "" {
		output.Println(none)
	}
	return nil
}

// measure adds speeds to a card, or a note why not. one is called after each measurement. An error is that the user
// gave up.
func (c *ListCmd) measure(ctx context.Context, number int, d *listed, one func()) error {
	d.Note = c.unmeasured(d.Info)
	if d.Note != "" || !c.Speed {
		return nil
	}
	device, done, err := devices.Card(ctx, number)
	if err == nil {
		d.Speeds, err = devices.Speeds(ctx, device, c.Workers(), one)
		done()
	}
	if err != nil {
		d.Note = err.Error()
	}
	return ctx.Err()
}

// unmeasured says why the speed of a card is not measured; empty: it is.
func (c *ListCmd) unmeasured(card gpu.Info) string {
	switch {
	case len(card.Grades) == 0:
		return "not usable: the kernels need " + card.Lacking
	case c.Speed && card.Type == gpu.Software && !c.Software:
		return "a program that pretends to be a card; --software measures it"
	}
	return ""
}

// String is the device for people.
func (d listed) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s %s", d.Device, d.Name)
	if d.Type != "cpu" {
		fmt.Fprintf(&b, ", %s, driver %s, %.1f GB, grades", d.Type, d.Driver, float64(d.Memory)/1e9)
		for _, g := range d.Grades {
			fmt.Fprintf(&b, " %s", g)
		}
	}
	b.WriteString("\n")
	for _, s := range d.Speeds {
		fmt.Fprintf(&b, "             %-7s forward %.0f positions/s, training %.0f positions/s, latency %.1f ms\n",
			s.Network, s.Forward, s.Train, s.Latency)
	}
	if d.Note != "" {
		fmt.Fprintf(&b, "             %s\n", d.Note)
	}
	return b.String()
}
