package data

import (
	"context"
	"errors"
	"fmt"

	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/record"
)

// VerifyCmd replays games and lists faults.
type VerifyCmd struct {
	flags.Common
	flags.Collection
}

// Help is shown under the flags.
func (c *VerifyCmd) Help() string {
	return `Example: tengen data verify games/

The exit status is 1 if there is any fault, or no game. Of a file with more than a thousand
faults, the first thousand are named.`
}

// verifyJSON is what --json prints: Games are all that were found. Sound are those without a fault that pass the
// filters. Moves are of the games kept, mended ones too.
type verifyJSON struct {
	Files  int         `json:"files"`
	Games  int         `json:"games"`
	Sound  int         `json:"sound"`
	Moves  int         `json:"moves"`
	Faults []faultJSON `json:"faults"`
}

type faultJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line,omitempty"`
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
}

func newFaultJSON(f record.Fault) faultJSON {
	return faultJSON{f.Source.File, f.Source.Line, f.Reason.String(), f.Err.Error()}
}

// Run prints each fault on a line of its own, then how many games are sound.
func (c *VerifyCmd) Run(ctx context.Context) error {
	opt, finish, err := c.Options(c.Common)
	if err != nil {
		return err
	}
	out := verifyJSON{Faults: []faultJSON{}}
	named := 0
	opt.EmptyFaults = true
	opt.OnFault = func(f record.Fault) {
		named++
		if c.JSON {
			out.Faults = append(out.Faults, newFaultJSON(f))
			return
		}
		output.Println(f.Error())
	}
	report, err := record.Each(ctx, c.Games, opt, func(g record.Game) error {
		if !g.Mended {
			out.Sound++
		}
		return nil
	})
	finish()
	if err != nil {
		return err
	}
	if c.JSON {
		out.Files, out.Games, out.Moves = report.Files, report.Games, report.Moves
		if err := output.JSON(out); err != nil {
			return err
		}
	} else {
		output.Println(flags.Summary(report))
	}
	missing := c.Missing(report)
	n := report.FaultCount()
	if n == 0 {
		return missing
	}
	counts := fmt.Sprintf("%s in %s", output.Count(n, "fault"), output.Count(report.Games, "game"))
	if n > named {
		counts += fmt.Sprintf(", %d of them named", named)
	}
	if missing != nil {
		return fmt.Errorf("%s; %w", counts, missing)
	}
	return errors.New(counts)
}
