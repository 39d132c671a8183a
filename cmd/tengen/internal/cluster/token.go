package cluster

import (
	"errors"
	"fmt"
	"os"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/internal/cluster/mailbox"
	"github.com/tengen-go/tengen/internal/cluster/ticket"
)

// HubTokenCmd makes a token, or shuts one out.
type HubTokenCmd struct {
	flags.Answer
	Dir    string `arg:"" help:"Folder of the hub." type:"path"`
	Host   string `help:"Name and port under which other machines find the hub." placeholder:"HOST:PORT"`
	Worker string `help:"A token with a key of its own for a worker of this name." placeholder:"NAME"`
	Revoke string `help:"Shut out the worker of this name: its token opens nothing any more." placeholder:"NAME"`
	Owner  bool   `help:"A token to order games and to read them; without it one for workers."`
	Out    string `name:"output" short:"o" help:"File for the token, which only you can read then (default: print it)." placeholder:"FILE" type:"path"`
}

// Help shows an example.
func (c *HubTokenCmd) Help() string {
	return `A token is one line: address, fingerprint of the hub's certificate, and a key. It is a secret. With
a worker's token a machine can take tickets, read models and send games, and nothing else.

Workers without --worker share one key, and nobody checks their names. Give each machine a key of
its own with --worker if you want to know who played what. Only such a worker can be shut out
alone.

Examples:

    tengen hub token runs/hub --host office-1:4222 --worker office-2 -o office-2.token
    tengen hub token runs/hub --revoke office-2
    tengen hub token runs/hub --host office-1:4222 -o worker.token
    tengen hub token runs/hub --host office-1:4222 --owner -o owner.token`
}

// check refuses flags that do not go together.
func (c *HubTokenCmd) check() error {
	switch {
	case c.Revoke != "" && (c.Host != "" || c.Worker != "" || c.Owner || c.Out != ""):
		return usage.Errorf("--revoke makes no token, so it takes no --host, --worker, --owner and --output")
	case c.Revoke != "":
		return nil
	case c.Worker != "" && c.Owner:
		return usage.Errorf("--worker and --owner: a token is for a worker or for the owner")
	case c.Worker != "" && !ticket.Word(c.Worker):
		return usage.Errorf("--worker %s: want up to 64 letters, digits, - and _", c.Worker)
	case c.Host == "":
		return usage.Errorf("--host HOST:PORT is missing: under which name do other machines find the hub, as " +
			"office-1:4222?")
	}
	if err := mailbox.CheckHost(c.Host); err != nil {
		return usage.Wrap(err)
	}
	return nil
}

// Run prints it, or writes it.
func (c *HubTokenCmd) Run() error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Revoke != "" {
		return c.revoke()
	}
	if info, err := os.Stat(c.Out); c.Out != "" && err == nil && info.Mode().IsRegular() {
		// A worker's token is nowhere else, and no other one can be made for its name.
		return fmt.Errorf("-o %s: the file is there, and may be another machine's token; choose another file, or "+
			"remove it", c.Out)
	}
	token, err := mailbox.NewToken(c.Dir, c.Host, c.Owner)
	if c.Worker != "" {
		token, err = mailbox.NewWorkerToken(c.Dir, c.Host, c.Worker)
	}
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := atomicfile.WriteSecret(c.Out, []byte(token.String()+"\n")); err != nil {
			if c.Worker != "" { // nobody has its key, and the same command shall make one
				err = errors.Join(err, mailbox.Revoke(c.Dir, c.Worker))
			}
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
	output.Println(token)
	return nil
}

func (c *HubTokenCmd) revoke() error {
	if err := mailbox.Revoke(c.Dir, c.Revoke); err != nil {
		return err
	}
	if c.JSON {
		return output.JSON(map[string]string{"revoked": c.Revoke})
	}
	c.Say("the token of worker %s opens nothing any more", c.Revoke)
	return nil
}
