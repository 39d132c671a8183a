package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/cmd/tengen/internal/flags"
	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/players"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/spelling"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/strength"
)

// PlayerCmd says which players there are.
type PlayerCmd struct {
	List PlayerListCmd `cmd:"" help:"List the kinds of players."`
	Show PlayerShowCmd `cmd:"" help:"Show the options of a kind of player, with their defaults."`

	Levels PlayerLevelsCmd `cmd:"" help:"Show the scale of levels for --level: ranks, their players and ratings."`
}

// shownKind is a kind of player in JSON.
type shownKind struct {
	Name       string           `json:"name"`
	About      string           `json:"about"`
	SmallGames bool             `json:"small_games"`
	Options    []options.Option `json:"options"`
}

func shown(k player.Kind) shownKind {
	return shownKind{k.Name, k.About, !k.GoOnly, append([]options.Option{}, k.Options...)}
}

// PlayerListCmd lists the kinds of players.
type PlayerListCmd struct {
	flags.Common
}

// Help is printed below the flags.
func (c *PlayerListCmd) Help() string {
	return `Example:

    tengen player list`
}

// Run prints a line for each kind.
func (c *PlayerListCmd) Run() error {
	var list []shownKind
	for _, k := range players.Kinds() {
		list = append(list, shown(k))
	}
	if c.JSON {
		return output.JSON(map[string]any{"players": list})
	}
	w := tabwriter.NewWriter(output.Stdout, 0, 0, 2, ' ', 0)
	for _, k := range list {
		fmt.Fprintf(w, "%s\t%s\n", k.Name, k.About)
	}
	return w.Flush()
}

// PlayerShowCmd shows a kind of player.
type PlayerShowCmd struct {
	flags.Common
	Kind string `arg:"" help:"The kind, as rave; tengen player list names all." name:"kind"`
}

// Help is printed below the flags.
func (c *PlayerShowCmd) Help() string {
	return `A player string is a kind and its options, as rave:playouts=3000,threads=1.

Example:

    tengen player show rave`
}

// Run prints the kind.
func (c *PlayerShowCmd) Run() error {
	kind, _, _ := strings.Cut(c.Kind, ":")
	k := players.Kinds().Find(kind)
	if k == nil {
		names := players.Kinds().Names(nil)
		return usage.Errorf("no kind of player is called %q%s (there are %s)",
			kind, spelling.Nearest(kind, names), strings.Join(names, ", "))
	}
	if c.JSON {
		return output.JSON(shown(*k))
	}
	return show(output.Stdout, *k)
}

// show prints a kind for people.
func show(w io.Writer, k player.Kind) error {
	var failed error
	print := func(format string, args ...any) {
		_, err := fmt.Fprintf(w, format, args...)
		failed = errors.Join(failed, err)
	}
	print("%s\n", strings.Join(wrapped(k.Name+": "+k.About, helpWidth), "\n"))
	if k.GoOnly {
		print("It plays Go only.\n")
	}
	for _, o := range k.Options {
		print("\n%s=%s\n", o.Name, strings.ReplaceAll(o.Values, ", ", "|"))
		for _, line := range append(wrapped(o.About, helpWidth-4), wrapped("Default: "+o.Default, helpWidth-4)...) {
			print("    %s\n", line)
		}
		if o.GoOnly != "" && !k.GoOnly {
			print("    Not in small games: %s.\n", o.GoOnly)
		}
	}
	return failed
}

// PlayerLevelsCmd shows the scale of levels.
type PlayerLevelsCmd struct {
	flags.Common
	Board int `help:"Side of the board." default:"9" placeholder:"N"`
}

// Help is printed below the flags.
func (c *PlayerLevelsCmd) Help() string {
	return `A rank is an estimate: docs/players.md says on what it rests. Elo was measured; GNU Go 3.8 at
level 10 has 1800. ± is half of a 95% interval.

Examples:

    tengen player levels
    tengen player levels --board 19
    tengen play --board 9 --level 15k`
}

// Run prints a line for each level.
func (c *PlayerLevelsCmd) Run() error {
	if err := board.CheckSize(c.Board); err != nil {
		return usage.Wrap(err)
	}
	levels := strength.Levels(c.Board)
	measured := levels[0].Measured
	if c.JSON {
		return output.JSON(map[string]any{"board": c.Board, "measured": measured, "levels": levels})
	}
	w := tabwriter.NewWriter(output.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "level\tElo\tplayer")
	for _, l := range levels {
		elo, text := fmt.Sprintf("%d ± %d", l.Elo, l.Plus), l.Player
		if l.Name == strength.Strongest {
			elo, text = "not measured", "the default player, by the clock"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", l.Name, elo, text)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if !measured {
		output.Printf("Nobody measured %d×%[1]d: ranks and Elo are those that the players have on 9×9.\n", c.Board)
	}
	return nil
}

// wrapped breaks a text into lines of so many letters at most.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
