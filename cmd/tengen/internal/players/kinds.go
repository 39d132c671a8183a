// Package players has the players that commands know, where their models are, and what people
// should know of the one that was made.
package players

import (
	"os"
	"path/filepath"

	"github.com/tengen-go/tengen/gtp"
	"github.com/tengen-go/tengen/gtp/machines"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
)

// Kinds are all kinds of players that the command line knows.
func Kinds() player.Kinds { return append(player.AllKinds(), gtp.Kind(), machines.Kind(tellLost)) }

// Registry is what makes players of strings.
func Registry() player.Registry { return Kinds().Players() }

// Help ends the help of commands that take players.
const Help = "Players and their options: tengen player list; tengen player show rave. Manual: docs/players.md\n"

// ModelDirs are the folders in which a player without model= looks: the folders of TENGEN_MODELS,
// then the program itself. For boards without a model in the program it looks in models and runs,
// here and next to the program, because another program may start it from anywhere. A training in
// runs does not change who plays on a board with a model in the program: its model must be named.
func ModelDirs() []string {
	if list := os.Getenv("TENGEN_MODELS"); list != "" {
		return append(filepath.SplitList(list), models.ShippedPrefix)
	}
	dirs := []string{models.ShippedPrefix, "models", "runs"}
	if exe, err := os.Executable(); err == nil {
		home := filepath.Dir(filepath.Dir(exe))
		if here, err := os.Getwd(); err != nil || here != home {
			dirs = append(dirs, filepath.Join(home, "models"), filepath.Join(home, "runs"))
		}
	}
	return dirs
}
