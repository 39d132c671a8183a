package main

import (
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/spelling"
)

// group is a command with commands of its own, one of which is meant when none is named. A word after it may be an
// argument of that one, so the parser knows no wrong command there. It is nil for any other command.
func group(parser *kong.Kong, args []string) *kong.Node {
	if len(args) == 0 {
		return nil
	}
	for _, node := range parser.Model.Children {
		if node.Name == args[0] && node.DefaultCmd != nil {
			return node
		}
	}
	return nil
}

// mistyped is the error of a word in the place of a command that is neither one nor a file; nil if there is no such
// word.
func mistyped(parser *kong.Kong, args []string) error {
	node := group(parser, args)
	if node == nil || len(args) < 2 || strings.HasPrefix(args[1], "-") {
		return nil
	}
	var names []string
	for _, child := range node.Children {
		names = append(names, child.Name)
	}
	if slices.Contains(names, args[1]) {
		return nil
	}
	if _, err := os.Lstat(args[1]); err == nil {
		return nil
	}
	near := spelling.Nearest(args[1], names)
	if near == "" {
		near = "; want " + strings.Join(names, ", ") + ", or a file or folder"
	}
	return usage.Errorf("unknown command %s %s, and no file has this name%s", node.Name, args[1], near)
}

// listed prints the commands of a group that stands alone on the command line, and says whether it did.
func listed(parser *kong.Kong, args []string) bool {
	node := group(parser, args)
	if node == nil || len(args) > 1 {
		return false
	}
	ctx, err := kong.Trace(parser, args)
	if err != nil {
		return false
	}
	ctx.Path = slices.DeleteFunc(ctx.Path, func(p *kong.Path) bool { return p.Command == node.DefaultCmd })
	return ctx.PrintUsage(false) == nil
}
