package cluster

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/cluster/hub"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/selfplay"
)

// Machines are the workers of a hub, for games that belong to a file or folder.
type Machines struct {
	*hub.Machines
	box  *mailbox.Box
	stop func()
}

// NewMachines reaches the hub of an owner's token, or the NATS server of a URL. Close ends the connection.
func NewMachines(
	ctx context.Context, token, output string, say func(format string, args ...any),
) (*Machines, error) {
	name, err := ordererName(output)
	if err != nil {
		return nil, err
	}
	box, err := ownerBox(ctx, token, say)
	if err != nil {
		return nil, err
	}
	m := &Machines{box: box, stop: watch(box, say)}
	m.Machines = hub.NewMachines(box, hub.Orderer{
		Name: name, Report: func(text string) { fmt.Fprintln(os.Stderr, text) },
	})
	return m, nil
}

// Close ends the connection. What lies at the hub stays.
func (m *Machines) Close() {
	m.stop()
	m.box.Close()
}

// ordererName is the same for the same file or folder of the same machine.
func ordererName(output string) (string, error) {
	path, err := filepath.Abs(output)
	if err != nil {
		return "", err
	}
	host, _ := os.Hostname() // a machine without a name still differs by its path
	return host + "\n" + path, nil
}

// Selfplay is games of policies that go to a file.
type Selfplay struct {
	Token  string // file with an owner's token, or the URL of a NATS server
	Output string // path of the file
	File   *selfplay.File
	Order  selfplay.Order
	Made   func(*selfplay.Game) // called after each game
	Say    func(format string, args ...any)
}

// Run has the workers of a hub play the games that the file lacks, and finishes it.
func (r *Selfplay) Run(ctx context.Context) error {
	if r.Order.Pairing == nil {
		return usage.Errorf("--hub is for plain policies: give --black and --white as policy:model=DIR,temperature=T")
	}
	machines, err := NewMachines(ctx, r.Token, r.Output, r.Say)
	if err != nil {
		return err
	}
	defer machines.Close()
	if err := machines.Make(ctx, r.File, r.Order, r.Made); err != nil {
		return err
	}
	return machines.DropModels(ctx)
}
