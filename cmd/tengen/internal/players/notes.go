package players

import (
	"fmt"
	"os"
	"strings"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
)

// TellNotes says on stderr which model a player took that names none, and what it does
// without.
func TellNotes(p player.Player, quiet bool) {
	TellModel(p, quiet)
	if !quiet {
		TellLacks(p)
	}
}

// TellModel says on stderr which model a player took that names none.
func TellModel(p any, quiet bool) {
	if d, ok := p.(player.Defaulter); ok && d.DefaultModel() != "" && !quiet {
		fmt.Fprintf(os.Stderr, "playing with the %s\n", ChosenModel(p, d.DefaultModel()))
	}
}

// ChosenModel is [ModelInWords] for the model that a player chose, which may be carried over to another board.
func ChosenModel(p any, name string) string {
	if s, ok := p.(player.Sized); ok {
		return Chosen(name, s.Size())
	}
	return ModelInWords(name)
}

// Chosen is [ModelInWords] for a model that was chosen for a board of some size.
func Chosen(name string, size int) string {
	words := ModelInWords(name)
	if m, err := models.ReadManifest(name); err == nil && m.Board != size {
		return fmt.Sprintf("%s, its policy carried over from %d×%d to %d×%d", words, m.Board, m.Board, size, size)
	}
	return words
}

// ModelInWords names a model for people: "built-in 9×9 model" or "model in runs/mine".
func ModelInWords(name string) string {
	if board, ok := strings.CutPrefix(name, models.ShippedPrefix); ok {
		return "built-in " + strings.ReplaceAll(board, "x", "×") + " model"
	}
	return "model in " + name
}

// TellLacks says on stderr what a player of any game does without.
func TellLacks(p any) {
	if n, ok := p.(player.Noter); ok {
		for _, note := range n.Notes() {
			fmt.Fprintf(os.Stderr, "%v: %s\n", p, note)
		}
	}
}

// TellKomi says on stderr that a player was trained for another komi.
func TellKomi(p player.Player, komi float64, quiet bool) {
	if note := player.KomiNote(p, komi); note != "" && !quiet {
		fmt.Fprintf(os.Stderr, "%v: %s\n", p, note)
	}
}

// tellLost says on stderr that a player has lost a machine.
func tellLost(words string) { fmt.Fprintln(os.Stderr, "tengen:", words) }
