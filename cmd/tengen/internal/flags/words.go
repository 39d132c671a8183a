package flags

import (
	"strings"

	"github.com/alecthomas/kong"

	"github.com/tengen-go/tengen/game"
)

// Words gives flags their help where it is long, or where a command may change it; every parser needs it. A flag names
// such a help, as in help:"${games}".
//
// Kong reads every variable anew for each flag of each command. So only a help that commands change is a variable.
var Words = kong.OptionFunc(func(k *kong.Kong) error {
	changed := kong.Vars{"config": "Options from a TOML file with lines flag = value. Flags win."}
	if err := changed.Apply(k); err != nil {
		return err
	}
	return kong.PostBuild(spellOut).Apply(k)
})

// spellOut puts long texts where flags name them.
func spellOut(k *kong.Kong) error {
	return kong.Visit(k.Model.Node, func(n kong.Visitable, next kong.Next) error {
		if flag, ok := n.(*kong.Flag); ok {
			if text, ok := long[flag.Help]; ok {
				flag.Help = text
			}
		}
		return next(nil)
	})
}

// long has the texts by what stands for them.
var long = map[string]string{
	"${games}": "A small game instead of Go: " + strings.Join(game.AllKinds().Names(), " or ") + "; options follow a " +
		"colon, as gomoku:size=15.",
	"${learned_positions}": "" +
		"Positions of each game. marked: the one that tengen selfplay --value-data marked (default " +
		"if there are marks). one: a position drawn anew for each epoch, never before the mark of a game (default if " +
		"there are no marks). all: every position; the network then learns games by heart.",
	"${measured_part}": "Part of the games, by the split of the training: all, train, validation or test. auto: " +
		"validation if the model learned from these games and held that part out, else all. After a training with " +
		"--validation no part of its games is new to the model.",
	"${measured_positions}": "Positions of each game: marked, one (drawn at random, never before the mark of a game) " +
		"or all (default: marked if the games have marks, else all).",
}
