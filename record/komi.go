package record

import (
	"fmt"
	"strings"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/internal/printable"
	"github.com/tengen-go/tengen/sgf"
)

// GiveKomi gives the game of a record the komi that somebody asked for, nil for nobody. A komi of the record stays.
func GiveKomi(g *board.Game, t *sgf.Tree, asked *float64) error {
	if _, ok := readKomi(t.Root.Text("KM")); ok || asked == nil {
		return nil
	}
	rules := g.Rules()
	rules.Komi = *asked
	return g.SetRules(rules)
}

// CountKomi is the komi with which a game is counted. If its record names none, it is board.HandicapKomi with handicap.
// Without handicap the rules of the record have a usual komi, and the Chinese ones count if it names no rules.
func (g *Game) CountKomi() float64 {
	if !g.NoKomi {
		return g.Komi
	}
	if g.Handicap > 0 && (len(g.Setup) == 0 || g.First == board.White) { // else a diagram with Black to move
		return board.HandicapKomi
	}
	if rules, err := board.ParseRules(g.Rules); err == nil {
		return rules.Komi
	}
	return board.Chinese().Komi
}

// CheckKomi says why the komi that a record names does not count; nil if it counts, or none is named.
func CheckKomi(t *sgf.Tree) error {
	text := strings.TrimSpace(t.Root.Text("KM"))
	if _, ok := readKomi(text); ok || text == "" {
		return nil
	}
	return fmt.Errorf("line %d: KM[%s] is no komi: the game counts as one without",
		t.Root.Line, printable.Line(text, 20))
}
