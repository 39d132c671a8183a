package games

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/options"
	"github.com/tengen-go/tengen/player"
)

// program is the kind of player that is another program.
var program = gtp.Kind()

// Programs are the commands that the owner of a machine allows. Those of tickets must be equal to one, word for word.
type Programs []string

// MaxPrograms bounds them: for each two there is a kind of work.
const MaxPrograms = 8

// Validate refuses what is no command.
func (p Programs) Validate() error {
	if len(p) > MaxPrograms {
		return fmt.Errorf("%d programs: want %d at most", len(p), MaxPrograms)
	}
	for _, command := range p {
		if words, err := gtp.SplitCommand(command); err != nil {
			return fmt.Errorf("program %q: %w", command, err)
		} else if len(words) == 0 || words[0] == "" {
			return fmt.Errorf("program %q: want a command, as gnugo --mode gtp --level 10", command)
		}
	}
	return nil
}

// sameCommand is equal for commands of the same words.
func sameCommand(command string) string {
	words, err := gtp.SplitCommand(command)
	if err != nil {
		return command
	}
	return strings.Join(words, "\x00")
}

// allow says whether a command is among them.
func (p Programs) allow(command string) bool {
	return slices.ContainsFunc(p, func(allowed string) bool { return sameCommand(allowed) == sameCommand(command) })
}

// AllowAll says whether all commands of others are among them.
func (p Programs) AllowAll(others Programs) bool {
	return !slices.ContainsFunc(others, func(command string) bool { return !p.allow(command) })
}

// errNotAllowed is why a worker plays no game of a program.
var errNotAllowed = errors.New("the owner of this worker does not allow the program; " +
	"start the worker with --allow 'COMMAND', word for word as in the player string")

// Players makes the players of this version, and other programs as far as they are allowed.
func (p Programs) Players() player.Registry {
	players := player.Players()
	players[program.Name] = func(spec options.Spec, env player.Env) (player.Player, error) {
		if !p.allow(spec.Rest) {
			return nil, fmt.Errorf("%s:%s: %w", spec.Kind, spec.Rest, errNotAllowed)
		}
		return player.Kinds{program}.Players()[program.Name](spec, env)
	}
	return players
}

// CommandsOf are the commands in player strings, each once.
func CommandsOf(texts ...string) (commands Programs) {
	for _, text := range texts {
		spec, err := options.Parse("player", text)
		if err == nil && spec.Kind == program.Name && !commands.allow(spec.Rest) {
			commands = append(commands, strings.TrimSpace(spec.Rest))
		}
	}
	return commands
}

// Kind is the name of the kind of work for base with these programs, base alone for none.
func (p Programs) Kind(base string) string {
	if len(p) == 0 {
		return base
	}
	var all []string
	for _, command := range p {
		all = append(all, sameCommand(command))
	}
	slices.Sort(all)
	sum := sha256.Sum256([]byte(strings.Join(slices.Compact(all), "\x00\x00")))
	return base + "_" + hex.EncodeToString(sum[:8])
}

// Kinds are the names of the kinds of work for base that a machine with these programs can do: for no program, for
// each, and for each two.
func (p Programs) Kinds(base string) []string {
	names := []string{base}
	for i := range p {
		names = append(names, p[i:i+1].Kind(base))
		for j := range i {
			names = append(names, Programs{p[j], p[i]}.Kind(base))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
