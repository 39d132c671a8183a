// Package cluster has tengen hub and tengen worker, and self-play through a hub.
package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/worker"
)

// HubCmd is where many machines meet.
type HubCmd struct {
	Serve  HubServeCmd  `cmd:"" help:"Be the hub: keep tickets and games for workers on other machines."`
	Token  HubTokenCmd  `cmd:"" help:"Make what a machine needs to reach a hub."`
	Status HubStatusCmd `cmd:"" help:"Show workers, their speed, and what lies at the hub."`
}

// HubServeCmd is a hub.
type HubServeCmd struct {
	flags.Common
	Dir    string `arg:"" help:"Folder for keys, tickets, and games on their way." type:"path"`
	Listen string `help:"Address and port (default: 0.0.0.0:4222); port 0 takes a free one." default:"0.0.0.0:4222" placeholder:"HOST:PORT"`
	Bytes  int64  `help:"Most bytes of games, tickets and models on the disk; 0: three quarters of what is free." placeholder:"N"`
}

// Help shows an example.
func (c *HubServeCmd) Help() string {
	return `The hub is a NATS JetStream server inside the program. It keeps tickets and games until the other
side has them, and syncs each to the disk. At the first start it makes a certificate and two keys.
Machines reach it with a token (tengen hub token). It runs until it is interrupted; what it keeps
stays.

Example:

    tengen hub serve runs/hub --listen 0.0.0.0:4222`
}

// Run serves until the interrupt.
func (c *HubServeCmd) Run(ctx context.Context) error {
	if c.Bytes < 0 {
		return usage.Errorf("--bytes %d: want 0 or more", c.Bytes)
	}
	server, err := mailbox.Serve(ctx, mailbox.ServerConfig{
		Dir: c.Dir, Listen: c.Listen, MaxBytes: c.Bytes, Report: func(text string) { fmt.Fprintln(os.Stderr, text) },
	})
	if err != nil {
		return err
	}
	box, err := server.Connect(ctx) // makes the streams
	if err != nil {
		return errors.Join(err, server.Close())
	}
	defer box.Close()
	if err := openKinds(ctx, box); err != nil {
		return errors.Join(err, server.Close())
	}
	if c.JSON {
		err = output.JSON(map[string]any{"dir": c.Dir, "port": server.Port()})
	} else {
		fmt.Printf("the hub listens on port %d; for workers: tengen hub token %s --host THIS-MACHINE:%[1]d -o FILE\n",
			server.Port(), c.Dir)
	}
	if err == nil {
		<-ctx.Done()
	}
	return errors.Join(err, server.Close())
}

// HubTokenCmd makes a token.
type HubTokenCmd struct {
	flags.Common
	Dir   string `arg:"" help:"Folder of the hub." type:"path"`
	Host  string `required:"" help:"Name and port under which other machines find the hub." placeholder:"HOST:PORT"`
	Owner bool   `help:"A token to order games and to read them; without it one for workers."`
	Out   string `name:"output" short:"o" help:"File for the token, which only you can read then (default: print it)." placeholder:"FILE" type:"path"`
}

// Help shows an example.
func (c *HubTokenCmd) Help() string {
	return `A token is one line: address, fingerprint of the hub's certificate, and a key. It is a secret. With
a worker's token a machine can take tickets, read models and send games, and nothing else.

Examples:

    tengen hub token runs/hub --host office-1:4222 -o worker.token
    tengen hub token runs/hub --host office-1:4222 --owner -o owner.token`
}

// Run prints it, or writes it.
func (c *HubTokenCmd) Run() error {
	token, err := mailbox.NewToken(c.Dir, c.Host, c.Owner)
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := atomicfile.WriteSecret(c.Out, []byte(token.String()+"\n")); err != nil {
			return err
		}
		if c.JSON {
			return output.JSON(map[string]string{"file": c.Out})
		}
		c.Say("%s holds the token; it is a secret", c.Out)
		return nil
	}
	if c.JSON {
		return output.JSON(map[string]string{"token": token.String()})
	}
	fmt.Println(token)
	return nil
}

// HubStatusCmd shows a hub.
type HubStatusCmd struct {
	flags.Common
	Token string `arg:"" name:"hub" help:"File with an owner's token, or the URL of a NATS server."`
}

// Help shows an example.
func (c *HubStatusCmd) Help() string {
	return `Workers say every 20 seconds how many games they have played. One that says nothing is shown for 90
seconds. A bundle is the games of one ticket.

Example:

    tengen hub status owner.token`
}

// hubStatus is what lies at a hub. The names of its JSON are a contract.
type hubStatus struct {
	mailbox.State
	Workers map[string]worker.About `json:"workers"`
}

// statusTime is how long a status may take.
const statusTime = 30 * time.Second

// Run shows it.
func (c *HubStatusCmd) Run(ctx context.Context) error {
	box, err := ownerBox(ctx, c.Token, c.Say)
	if err != nil {
		return err
	}
	defer box.Close()
	late := fmt.Errorf("no answer within %v; is the hub running?", statusTime)
	ctx, stop := context.WithTimeoutCause(ctx, statusTime, late)
	defer stop()
	s := hubStatus{Workers: map[string]worker.About{}}
	if s.State, err = box.State(ctx); err != nil {
		return err
	}
	all, err := box.Workers(ctx)
	if err != nil {
		return err
	}
	for name, data := range all {
		var about worker.About
		if err := json.Unmarshal(data, &about); err != nil {
			return fmt.Errorf("worker %s: what it says of itself: %w", name, err)
		}
		s.Workers[name.String()] = about
	}
	if c.JSON {
		return output.JSON(s)
	}
	fmt.Printf("tickets: %d wait, %d are with workers; %d bundles of games not fetched; %d faults; %.1f MB on disk\n",
		s.Waiting, s.Taken, s.Bundles, s.Faults, float64(s.Bytes)/1e6)
	for _, name := range slices.Sorted(maps.Keys(s.Workers)) {
		w := s.Workers[name]
		fmt.Printf("%-24s tengen %s, %s, %s, %.0f an hour\n",
			name, w.Version, output.Count(w.Threads, "thread"), output.Count(w.Games, "game"), w.PerHour)
	}
	return nil
}

// modelCache is where workers keep models if no folder is named.
func modelCache() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("cache of models: %w; name a folder with --cache", err)
	}
	return filepath.Join(dir, "tengen", "models"), nil
}
