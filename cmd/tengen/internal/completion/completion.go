// Package completion completes the words of a command line in a shell: a script for each shell asks the hidden
// command complete, which walks over kong's model of the commands.
//
// The libraries that complete kong's commands rest on posener/complete of 2019, which knows no PowerShell.
package completion

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
)

// Cmd prints a script for a shell.
type Cmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish,powershell" help:"bash, zsh, fish or powershell."`
}

// Help shows how to install the script.
func (c *Cmd) Help() string {
	return `The script asks tengen itself; it needs no change when tengen is updated.

Examples, one per shell:

    bash         tengen completion bash > ~/.local/share/bash-completion/completions/tengen
    zsh          tengen completion zsh > "${fpath[1]}/_tengen"
    fish         tengen completion fish > ~/.config/fish/completions/tengen.fish
    powershell   tengen completion powershell >> $PROFILE`
}

// scripts hand the words that are typed to the hidden command complete. Where it has
// nothing to say the shell completes names of files.
var scripts = map[string]string{
	"bash": `_tengen() {
	local IFS=$'\n'
	COMPREPLY=($(tengen complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _tengen tengen
`,
	"zsh": `#compdef tengen
_tengen() {
	local -a found
	found=(${(f)"$(tengen complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
	if (( $#found )); then compadd -- $found; else _files; fi
}
compdef _tengen tengen
`,
	"fish": `complete -c tengen -a '(tengen complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`,
	"powershell": `Register-ArgumentCompleter -Native -CommandName tengen -ScriptBlock {
	param($word, $line, $position)
	$words = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
	if ($word -eq '') { $words += '' }
	tengen complete -- @words 2>$null | ForEach-Object {
		[System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
	}
}
`,
}

// Run prints the script.
func (c *Cmd) Run() error {
	output.Print(scripts[c.Shell])
	return nil
}

// AnswerCmd answers the scripts.
type AnswerCmd struct {
	Words []string `arg:"" optional:"" passthrough:""`
}

// Run prints what may follow, one a line.
func (c *AnswerCmd) Run(ctx *kong.Context) error {
	words := c.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, w := range candidates(ctx.Model.Node, words) {
		output.Println(w)
	}
	return nil
}

// candidates are what the last of words, which may be empty, can become: commands, flags, or
// values of a flag that has a few to choose from. Nothing means a file or free text.
func candidates(node *kong.Node, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	var waiting *kong.Flag // has no value yet
	for _, word := range words[:len(words)-1] {
		if waiting != nil {
			waiting = nil
			continue
		}
		if flag := flagOf(node, word); flag != nil {
			if !flag.IsBool() && !strings.Contains(word, "=") {
				waiting = flag
			}
			continue
		}
		if i := slices.IndexFunc(node.Children, func(n *kong.Node) bool { return n.Name == word }); i >= 0 {
			node = node.Children[i]
		}
	}
	var all []string
	switch name, _, tied := strings.Cut(last, "="); {
	case waiting != nil:
		all = values(waiting.Value)
	case tied && flagOf(node, name) != nil:
		for _, v := range values(flagOf(node, name).Value) {
			all = append(all, name+"="+v)
		}
	case strings.HasPrefix(last, "-"):
		for _, group := range node.AllFlags(true) {
			for _, flag := range group {
				all = append(all, "--"+flag.Name)
				if flag.Tag.Negatable != "" {
					all = append(all, "--no-"+flag.Name)
				}
			}
		}
	default:
		for _, child := range node.Children {
			if !child.Hidden {
				all = append(all, child.Name)
			}
		}
		if len(node.Positional) > 0 {
			all = append(all, values(node.Positional[0])...)
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return !strings.HasPrefix(s, last) })
}

// flagOf is the flag of a command that a word names, nil if it names none.
func flagOf(node *kong.Node, word string) *kong.Flag {
	word, _, _ = strings.Cut(word, "=")
	for _, group := range node.AllFlags(false) {
		for _, flag := range group {
			if word == "--"+flag.Name || flag.Short != 0 && word == "-"+string(flag.Short) {
				return flag
			}
		}
	}
	return nil
}

// values are those that a flag or argument with an enumeration takes.
func values(v *kong.Value) []string {
	if v.Enum == "" {
		return nil
	}
	all := v.EnumSlice()
	return slices.DeleteFunc(all, func(s string) bool { return s == "" })
}
