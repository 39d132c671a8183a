package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"sync/atomic"

	"github.com/tengen-go/tengen/cmd/tengen/internal/devices"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/progress"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/cluster/games"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
	"github.com/tengen-go/tengen/internal/cluster/work"
	"github.com/tengen-go/tengen/internal/cluster/worker"
	"github.com/tengen-go/tengen/nets"
)

// WorkerCmd plays for a hub.
type WorkerCmd struct {
	flags.Common
	devices.Flag
	Token     string   `arg:"" name:"hub" help:"File with a token, made by tengen hub token, or the URL of a NATS server."`
	Allow     []string `sep:"none" help:"A program that games may run: its command, word for word as after gtp: in the player string. May be repeated." placeholder:"COMMAND"`
	Name      string   `help:"Name at the hub (default: the machine's name and the process number)." placeholder:"NAME"`
	Cache     string   `help:"Folder that keeps models (default: tengen/models in the user's folder for caches)." placeholder:"DIR" type:"path"`
	CacheSize int      `help:"Most megabytes of models in the cache." default:"1000" placeholder:"MB"`
}

// Help shows an example.
func (c *WorkerCmd) Help() string {
	return `The worker takes tickets from the hub and plays their games, until it is interrupted or the hub's
chain is done. Then it gives back its unfinished tickets. It may be killed at any time: after a
minute other workers play its games. If the hub goes away, the worker waits and goes on.

With --device gpu a graphics card computes the networks, with cpu:bfloat16 the processor's matrix
tiles. They round in another way, so some games may differ. The hub keeps the name of the device
with them until a command has collected them.

Games with another program (a player gtp:COMMAND) only come to workers that allow its command with
--allow.

Examples:

    tengen worker worker.token --threads 4
    tengen worker "nats://nats-1:4222?creds=worker.creds"`
}

// notInNames are letters that names at a hub do not have.
var notInNames = regexp.MustCompile(`[^A-Za-z0-9_-]+`)

// Run plays.
func (c *WorkerCmd) Run(ctx context.Context) error {
	access, err := workerAccess(c.Token)
	if err != nil {
		return err
	}
	switch given := givenName(access); {
	case given != "" && c.Name != "" && c.Name != given:
		return usage.Errorf("--name %s: %s is for the worker %s alone; leave out --name, or make a token for %s: "+
			"tengen hub token DIR --host HOST:PORT --worker %[1]s", c.Name, c.Token, given, c.Name)
	case given != "":
		c.Name = given
	}
	if c.Name == "" {
		host, _ := os.Hostname() // without one it is a machine like any other
		host = notInNames.ReplaceAllString(cmp.Or(host, "machine"), "-")
		c.Name = fmt.Sprintf("%.40s-%d", host, os.Getpid())
	}
	switch {
	case !ticket.Word(c.Name):
		return usage.Errorf("--name %s: want up to 64 letters, digits, - and _", c.Name)
	case c.CacheSize < 1:
		return usage.Errorf("--cache-size %d: want 1 or more", c.CacheSize)
	}
	if c.Cache == "" {
		if c.Cache, err = modelCache(); err != nil {
			return err
		}
	}
	programs := games.Programs(c.Allow)
	if err := programs.Validate(); err != nil {
		return usage.Errorf("--allow: %w", err)
	}
	if err := work.SelfTest(ctx, nil); err != nil {
		return fmt.Errorf("%w; its games would be wrong, so it takes no tickets", err)
	}
	cache, err := worker.OpenCache(c.Cache, int64(c.CacheSize)*1e6)
	if err != nil {
		return err
	}
	device, done, err := c.OpenDevice(ctx, devices.Work{Quiet: c.Quiet, Threads: c.Workers()})
	if err != nil {
		return err
	}
	defer done()
	if _, tiles := device.(nets.BFloat16); tiles { // a card was compared when it was opened
		if err := work.SelfTest(ctx, device); err != nil {
			return fmt.Errorf("%w; its games would be wrong, so it takes no tickets", err)
		}
	}
	box, err := workerBox(ctx, access)
	if err != nil {
		return err
	}
	defer box.Close()
	defer watch(box, c.Say)()
	c.Say("worker %s waits for games of %s", c.Name, access.Place())
	var played atomic.Int64
	bar := progress.New(c.Quiet, "worker "+c.Name, 0, "games")
	bar.Rest(true)
	err = worker.Run(ctx, box, worker.Config{
		Name: c.Name, Kinds: kindsOf(programs),
		Programs: programs, Threads: c.Workers(), Cache: cache, Show: true, Device: device,
		Report: func(text string) { fmt.Fprintln(os.Stderr, text) },
		Done:   func(n int) { bar.Set(played.Add(int64(n))) },
		Busy:   func(busy bool) { bar.Rest(!busy) },
	})
	bar.Finish()
	switch {
	case errors.Is(err, worker.ErrFinished):
		c.Say("the hub at %s has all its games and ends", access.Place())
	case !errors.Is(err, context.Canceled):
		return err
	}
	if c.JSON {
		return output.JSON(map[string]any{"name": c.Name, "games": played.Load()})
	}
	output.Printf("worker %s played %s\n", c.Name, output.Count(int(played.Load()), "game"))
	return nil
}
