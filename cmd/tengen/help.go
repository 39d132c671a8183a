package main

import (
	"context"
	"embed"
	"path"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/cmd/tengen/internal/usage"
	"github.com/tengen-go/tengen/internal/spelling"
)

//go:embed topics
var topicFiles embed.FS

// topics are the names of the texts that belong to no single command.
func topics() []string {
	entries, err := topicFiles.ReadDir("topics")
	if err != nil {
		panic(err) // they are part of the program
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".md"))
	}
	return names
}

// HelpCmd explains a command or a topic.
type HelpCmd struct {
	About []string `arg:"" optional:"" placeholder:"COMMAND or TOPIC" help:"A command, as \"train policy\", or a topic: games, models, players, runs."`
}

// Run prints the text.
func (c *HelpCmd) Run(ctx *kong.Context, interrupt context.Context) error {
	if len(c.About) == 1 && slices.Contains(topics(), c.About[0]) {
		text, err := topicFiles.ReadFile(path.Join("topics", c.About[0]+".md"))
		if err != nil {
			return err
		}
		output.Print(string(text))
		return nil
	}
	node := ctx.Model.Node
	names := topics()
	for i, word := range c.About {
		at := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word && !n.Hidden })
		if at < 0 {
			for _, n := range node.Children {
				if !n.Hidden {
					names = append(names, n.Name)
				}
			}
			return usage.Errorf("no command or topic %q%s; tengen --help lists the commands, and the topics are %s",
				strings.Join(c.About[:i+1], " "), spelling.Nearest(word, names), strings.Join(topics(), ", "))
		}
		node = node.Children[at]
		names = nil
	}
	parser, err := newParser(interrupt, new(CLI))
	if err != nil {
		return err
	}
	_, err = parser.Parse(append(slices.Clone(c.About), "--help")) // prints and ends the program
	return err
}
