package cluster

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// HubStatusCmd shows a hub.
type HubStatusCmd struct {
	flags.Common
	Token string `arg:"" name:"hub" help:"File with an owner's token, or the URL of a NATS server."`
}

// Help shows an example.
func (c *HubStatusCmd) Help() string {
	return `Workers say every 20 seconds how many games they have played. One that was killed is shown for 90
seconds. A worker with strikes is always shown. A bundle is the games of one ticket. A strike is a
bundle that was refused. A sample is a bundle that another worker has played again: good if the
games were the same.

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
	fmt.Printf("tickets: %d wait, %d are with workers, %d of these not for the first time; %d bundles of games not "+
		"fetched; %d faults; %.1f MB on disk\n",
		s.Waiting, s.Taken, s.Redelivered, s.Bundles, s.Faults, float64(s.Bytes)/1e6)
	for _, id := range slices.Sorted(maps.Keys(s.Runs)) {
		fmt.Printf("run %s: %s\n", id, runText(s.Runs[id]))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Workers)) {
		fmt.Printf("worker %s: %s\n", name, workerText(s.Workers[name]))
	}
	return nil
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

// runText is a run on one line.
func runText(r hub.RunStatus) string {
	mail := fmt.Sprintf("%s, %d with workers, %s that came again, %s, %d refused", output.Count(r.Tickets, "ticket"),
		r.Taken, output.Count(r.Again, "ticket"), output.Count(r.Bundles, "bundle"), r.Progress.Refused)
	switch {
	case r.Seen.IsZero():
		return fmt.Sprintf("nobody collects its games; %s; tengen hub drop removes them", mail)
	case !r.UnderWay:
		return fmt.Sprintf("%d of %d games for %s; interrupted: the same command goes on, tengen hub drop gives it "+
			"up; %s", r.Kept, r.Games, r.For, mail)
	}
	left := ""
	if r.Left > 0 {
		left = fmt.Sprintf(", %v left", (time.Duration(r.Left) * time.Second).Round(time.Second))
	}
	return fmt.Sprintf("%d of %d games for %s, %.0f an hour%s; %s", r.Kept, r.Games, r.For, r.PerHour, left, mail)
}

// workerText is a worker on one line.
func workerText(w hub.WorkerStatus) string {
	text := "not here"
	switch {
	case w.Unreadable != "":
		text = "cannot be read: " + w.Unreadable + "; install the same version of tengen there, or shut out its key"
	case w.Here:
		text = fmt.Sprintf("tengen %s, %s, %s, %s, %.0f an hour", w.Version, w.Arithmetic,
			output.Count(w.Threads, "thread"), output.Count(w.Games, "game"), w.PerHour)
	}
	text += fmt.Sprintf("; %s; samples: %d good, %d bad", output.Count(w.Strikes, "strike"), w.Good, w.Bad)
	switch {
	case w.Barred != "":
		text += "; it gets no more tickets: " + w.Barred
	case w.Unreadable != "":
	case w.Here && w.Protocol != ticket.Protocol:
		text += fmt.Sprintf("; it gets no tickets: its protocol is %d, the hub's %d; install the same version "+
			"everywhere", w.Protocol, ticket.Protocol)
	case w.Here && w.Peers == 0:
		text += "; no other worker computes like it, so its games are not sampled"
	case w.Last != "":
		text += "; refused: " + w.Last
	}
	return text
}

// HubDropCmd removes a run.
type HubDropCmd struct {
	flags.Common
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
