package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/cluster"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/pipeline"
)

// HubCmd is where many machines meet.
type HubCmd struct {
	Chain HubChainCmd `cmd:"" default:"withargs" help:"Run the chain of tengen pipeline, and hand out its games (default)." set:"config=What the stages do, a TOML file."`
	cluster.HubCmd
}

// HubChainCmd is the whole chain, with games by many machines.
type HubChainCmd struct {
	PipelineCmd
	Listen     string `help:"Address and port for workers (default: 0.0.0.0:4222); port 0 takes a free one." placeholder:"HOST:PORT"`
	NATS       string `name:"nats" help:"Use this NATS server in place of a port: its URL, or a file with it or with an owner's token." placeholder:"URL"`
	Metrics    string `help:"Address for Prometheus, which finds the hub's metrics at /metrics there." placeholder:"HOST:PORT"`
	OwnThreads *int   `help:"Threads of this machine that play along; 0: none (default: --threads)." placeholder:"N"`
	Bytes      int64  `help:"Most bytes of games, tickets and models on the disk; 0: three quarters of what is free." placeholder:"N"`
}

// Help is printed below the flags.
func (c *HubChainCmd) Help() string {
	return `This runs tengen pipeline: the same file, the same folder, the same result. Workers on other
machines play all games: of reinforcement learning, for the value network, of tuning and of the
tournament. This machine trains, and plays along unless --own-threads is 0. The keys for workers
are in hub/ of the chain's folder.

Press Ctrl-C whenever you like: the same command goes on, and so does tengen pipeline.

Examples:

    tengen hub chain -o runs/chain --config examples/9x9.toml
    tengen hub token runs/chain/hub --host THIS-MACHINE:4222 -o worker.token
    tengen worker worker.token      # on other machines
    tengen hub chain -o runs/chain --config examples/9x9.toml --nats nats://nats-1:4222`
}

// Run goes through the stages.
func (c *HubChainCmd) Run(ctx context.Context, k *kong.Context) error {
	hub := pipeline.Hub{
		Listen: cmp.Or(c.Listen, "0.0.0.0:4222"), Metrics: c.Metrics, MaxBytes: c.Bytes, Ready: c.ready,
	}
	if c.NATS != "" && c.Listen != "" {
		return usage.Errorf("--listen %s and --nats: workers come to one place; leave one of the flags out", c.Listen)
	}
	if err := errors.Join(cluster.CheckAddresses(hub.Listen, c.Metrics), cluster.CheckBytes(c.Bytes)); err != nil {
		return err
	}
	if c.NATS != "" {
		var err error
		if hub.Reach, hub.Name, err = cluster.ForChain(c.NATS, c.Output, c.Say); err != nil {
			return err
		}
		hub.Listen = ""
	}
	switch {
	case c.Bytes != 0 && c.NATS != "":
		return usage.Errorf("--bytes is for a hub of this program; the server of --nats has bounds of its own")
	case c.OwnThreads == nil:
	case *c.OwnThreads < 0 || *c.OwnThreads > 1024:
		return usage.Errorf("--own-threads %d: want 0 to 1024", *c.OwnThreads)
	case *c.OwnThreads == 0:
		hub.Alone = true
	default:
		hub.Threads = *c.OwnThreads
	}
	return c.run(ctx, k, hub)
}

// ready says how workers come.
func (c *HubChainCmd) ready(port int) {
	if !c.Quiet {
		fmt.Fprintf(os.Stderr, "workers find this chain at port %d; a token for them: tengen hub token %s --host "+
			"THIS-MACHINE:%[1]d -o FILE\n", port, filepath.Join(c.Output, pipeline.HubDir))
	}
}
