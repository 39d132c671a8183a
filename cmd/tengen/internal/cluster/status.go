package cluster

import (
	"context"
	"fmt"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/cluster/hub"
)

// HubStatusCmd shows a hub.
type HubStatusCmd struct {
	flags.Answer
	Token string `arg:"" name:"hub" help:"File with an owner's token, or the URL of a NATS server."`
}

// Help shows an example.
func (c *HubStatusCmd) Help() string {
	return `Workers say every 20 seconds how many games they have played. One that was killed is shown for 90
seconds. A worker with strikes is always shown. A bundle is the games of one ticket. A strike is a
bundle that was refused. A sample is a bundle that another worker has played again. With --json
there are more figures.

Example:

    tengen hub status owner.token`
}

// hubTime is how long a question to a hub may take.
const hubTime = 30 * time.Second

// errLate says that a hub does not answer.
var errLate = fmt.Errorf("no answer within %v; is the hub running?", hubTime)

// Run shows it.
func (c *HubStatusCmd) Run(ctx context.Context) error {
	box, err := ownerBox(ctx, c.Token, c.Say)
	if err != nil {
		return err
	}
	defer box.Close()
	ctx, stop := context.WithTimeoutCause(ctx, hubTime, errLate)
	defer stop()
	s, err := hub.ReadStatus(ctx, box)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.JSON(s)
	}
	return writeStatus(output.Stdout, s)
}

// Status reaches a hub, for those who look at it again and again, until leave.
func Status(ctx context.Context, token string, say func(format string, args ...any)) (
	read func(context.Context) (hub.Status, error), leave func(), err error,
) {
	box, err := ownerBox(ctx, token, say)
	if err != nil {
		return nil, nil, err
	}
	return func(ctx context.Context) (hub.Status, error) { return hub.ReadStatus(ctx, box) }, box.Close, nil
}

// HubDropCmd removes a run.
type HubDropCmd struct {
	flags.Answer
	Token string   `arg:"" name:"hub" help:"File with an owner's token, or the URL of a NATS server."`
	Runs  []string `arg:"" name:"run" help:"Runs, as tengen hub status names them."`
}

// Help shows an example.
func (c *HubDropCmd) Help() string {
	return `This removes the tickets of a run that wait, its games that no command has fetched, and its models.
Games in files stay. If the command of the run is at work, stop it first.

Example:

    tengen hub drop owner.token 3f1c5a0be2d94c77a1b0`
}

// Run removes them.
func (c *HubDropCmd) Run(ctx context.Context) error {
	box, err := ownerBox(ctx, c.Token, c.Say)
	if err != nil {
		return err
	}
	defer box.Close()
	ctx, stop := context.WithTimeoutCause(ctx, hubTime, errLate)
	defer stop()
	for _, run := range c.Runs {
		if err := hub.Drop(ctx, box, run); err != nil {
			return err
		}
		c.Say("run %s is removed", run)
	}
	if c.JSON {
		return output.JSON(map[string]any{"dropped": c.Runs})
	}
	return nil
}
