package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/alecthomas/kong"
	"golang.org/x/term"
)

// helpWidth is the most columns that a help text takes, and as many as it takes in a pipe.
const helpWidth = 99

// helpFlagsFirst prints the help of a command: usage, flags, and then its text.
func helpFlagsFirst(options kong.HelpOptions, ctx *kong.Context) error {
	node := ctx.Model.Node
	if selected := ctx.Selected(); selected != nil {
		node = selected
	}
	if os.Getenv("COLUMNS") == "" && !term.IsTerminal(int(os.Stdout.Fd())) {
		_ = os.Setenv("COLUMNS", fmt.Sprint(helpWidth)) // kong takes a pipe for 80 columns wide
	}
	options.WrapUpperBound = helpWidth
	detail := node.Detail
	node.Detail = ""
	defer func() { node.Detail = detail }()
	if err := kong.DefaultHelpPrinter(options, ctx); err != nil || detail == "" {
		return err
	}
	_, err := fmt.Fprintf(ctx.Stdout, "\n%s\n", strings.TrimRight(detail, "\n"))
	return err
}
