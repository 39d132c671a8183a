// Package cluster has tengen hub and tengen worker, and self-play through a hub.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// HubCmd is where many machines meet.
type HubCmd struct {
	Serve  HubServeCmd  `cmd:"" help:"Be the hub: keep tickets and games for workers on other machines."`
	Token  HubTokenCmd  `cmd:"" help:"Make what a machine needs to reach a hub."`
	Status HubStatusCmd `cmd:"" help:"Show workers, their speed, and what lies at the hub."`
	Drop   HubDropCmd   `cmd:"" help:"Remove the tickets and games of a run."`
}

// HubServeCmd is a hub.
type HubServeCmd struct {
	flags.Answer
	Config  flags.Config `help:"${config}" placeholder:"FILE"`
	Dir     string       `arg:"" help:"Folder for keys, tickets, and games on their way." type:"path"`
	Listen  string       `help:"Address and port (default: 0.0.0.0:4222); port 0 takes a free one." default:"0.0.0.0:4222" placeholder:"HOST:PORT"`
	Metrics string       `help:"Address for Prometheus, which finds the hub's metrics at /metrics there." placeholder:"HOST:PORT"`
	Bytes   int64        `help:"Most bytes of games, tickets and models on the disk; 0: three quarters of what is free." placeholder:"N"`
}

// Help shows an example.
func (c *HubServeCmd) Help() string {
	return `The hub is a NATS JetStream server inside the program. It keeps tickets and games until the other
side has them, and syncs each to the disk. At the first start it makes a certificate and two keys.
Machines reach it with a token (tengen hub token). It runs until it is interrupted; what it keeps
stays.

Examples:

    tengen hub serve runs/hub --listen 0.0.0.0:4222
    tengen hub serve runs/hub --metrics 127.0.0.1:9090`
}

// Run serves until the interrupt.
func (c *HubServeCmd) Run(ctx context.Context) error {
	if err := CheckBytes(c.Bytes); err != nil {
		return err
	}
	if err := CheckAddresses(c.Listen, c.Metrics); err != nil {
		return err
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
	at := ""
	if c.Metrics != "" {
		var silence func() error
		if at, silence, err = hub.ServeMetrics(box, server, c.Metrics); err != nil {
			return errors.Join(err, server.Close())
		}
		defer func() { _ = silence() }() // it ends with the program
		c.Say("metrics: http://%s/metrics", at)
	}
	if c.JSON {
		said := map[string]any{"dir": c.Dir, "port": server.Port()}
		if at != "" {
			said["metrics"] = at
		}
		err = output.JSON(said)
	} else {
		output.Printf("the hub listens on port %d; for workers: ", server.Port())
		output.Printf("tengen hub token %s --host THIS-MACHINE:%d -o FILE\n", c.Dir, server.Port())
	}
	if err == nil {
		hub.Guard{Box: box, Server: server, Report: func(text string) { c.Say("%s", text) }}.Run(ctx)
		hub.Part(ctx, box, ticket.Stopped)
	}
	return errors.Join(err, server.Close())
}

// CheckBytes refuses a hub that has no room for games.
func CheckBytes(bytes int64) error {
	if bytes != 0 && bytes < mailbox.LeastBytes {
		return usage.Errorf("--bytes %d: too little for networks and games; want 0, or %d (100 MB) or more",
			bytes, int64(mailbox.LeastBytes))
	}
	return nil
}

// CheckAddresses refuses addresses to listen at that are none. metrics may be empty.
func CheckAddresses(listen, metrics string) error {
	if _, _, err := mailbox.ParseListen(listen); err != nil {
		return usage.Wrap(err)
	}
	if metrics == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(metrics)
	if _, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil {
		return usage.Errorf("--metrics %s: want HOST:PORT, as 127.0.0.1:9090", metrics)
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
