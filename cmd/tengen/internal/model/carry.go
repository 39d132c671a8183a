package model

import (
	"fmt"
	"io"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/version"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
)

// CarryCmd makes a model for another size of the board.
type CarryCmd struct {
	flags.Common
	Model string `arg:"" help:"The model: a folder, or one in the program, as shipped:19x19."`
	Board int    `required:"" help:"Side of the new board." placeholder:"N"`
	Out   string `name:"output" aliases:"out" short:"o" required:"" help:"Folder of the new model; it replaces a model there." placeholder:"DIR"`
}

// Help is printed below the flags.
func (c *CarryCmd) Help() string {
	return `The policy network keeps its convolutions, which fit any board. Only its biases, one for each
point, move: a point takes the bias of the point with the same distances to the edges. The value
network is left out, because its last layers fit one size only. Train the new policy further with
tengen train policy --init DIR, and make its value network with tengen train value.

Rollout and tree policies are left out, too. They fit any board, so you can add the old ones with
tengen model join.

Example:

    tengen model carry shipped:19x19 --board 13 -o runs/policy13
    tengen play --board 13 --player search:model=runs/policy13`
}

// Run carries the policy over.
func (c *CarryCmd) Run() error { return c.print(output.Stdout) }

func (c *CarryCmd) print(w io.Writer) error {
	if err := board.CheckSize(c.Board); err != nil {
		return usage.Wrap(err)
	}
	p, from, err := nets.LoadPolicy(c.Model)
	if err != nil {
		return err
	}
	carried, err := p.Carry(c.Board)
	if err != nil {
		return err
	}
	old := from.Networks[models.Policy]
	about := models.Training{
		Program: version.String(), Data: old.Training.Data, Games: old.Training.Games, Parent: old.File.SHA256,
		Notes: fmt.Sprintf("carried over from %d×%d", from.Board, from.Board),
	}
	if split, noted := models.HeldOutSplit(old.Training.Figures); noted {
		about.Figures = models.HeldOut(split)
	}
	m, err := nets.SavePolicy(c.Out, carried, about)
	if err != nil {
		return err
	}
	if c.JSON {
		return output.WriteJSON(w, map[string]any{"dir": c.Out, "manifest": m})
	}
	_, err = fmt.Fprintf(w, "%s: %s\n", c.Out, describe(m, models.Policy))
	return err
}
