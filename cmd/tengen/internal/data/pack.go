package data

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/atomicfile"
	"github.com/tengen-go/tengen/record"
)

// PackCmd writes a packed file.
type PackCmd struct {
	flags.Common
	flags.Collection
	Output string `short:"o" required:"" help:"File to write; its name should end in .tengen." placeholder:"FILE"`
}

// Help is shown under the flags.
func (c *PackCmd) Help() string {
	return "Example: tengen data pack games/ --board 19 --min-rank 6d -o strong.tengen"
}

// Run reads, packs and tells the size.
func (c *PackCmd) Run(ctx context.Context) error {
	if !strings.HasSuffix(c.Output, record.PackedExtension) {
		return usage.Errorf("-o %s: the name of a packed file must end in %s", c.Output, record.PackedExtension)
	}
	if err := atomicfile.Check(c.Output); err != nil {
		return fmt.Errorf("-o: %w", err)
	}
	if err := c.Apart(c.Output); err != nil {
		return err
	}
	c.Thoughts = true
	set, _, err := c.Read(ctx, c.Common)
	if err != nil {
		return err
	}
	if err := record.WritePacked(c.Output, set); err != nil {
		return err
	}
	info, err := os.Stat(c.Output)
	if err != nil {
		return err
	}
	perMove := float64(info.Size()) / float64(max(set.Positions(), 1))
	if c.JSON {
		return output.JSON(map[string]any{
			"file":           c.Output,
			"games":          set.Len(),
			"moves":          set.Positions(),
			"bytes":          info.Size(),
			"bytes_per_move": perMove,
		})
	}
	output.Printf("%s: %d games, %d moves, %.1f MB, %.2f bytes a move\n",
		c.Output, set.Len(), set.Positions(), float64(info.Size())/1e6, perMove)
	return nil
}
