package player_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
)

// Levels rise in measured strength, each can be played, and the manual has their figures.
func TestLevels(t *testing.T) {
	manual, err := os.ReadFile("../docs/players.md")
	if err != nil {
		t.Fatal(err)
	}
	before := player.Level{Elo: -1}
	for i, l := range player.Levels() {
		if found, err := player.FindLevel(i + 1); err != nil || found != l || l.Number != i+1 {
			t.Errorf("level %d is %+v, %v", i+1, found, err)
		}
		if l.Elo <= before.Elo {
			t.Errorf("level %d has %d Elo, the one before %d", l.Number, l.Elo, before.Elo)
		}
		before = l
		for size, text := range map[int]string{9: l.Player, 19: l.Player, 13: l.StandIn} {
			p, err := player.Players().Parse(text, player.Env{Rules: game.Go{Board: size}, Seed: 1, ModelDirs: []string{models.ShippedPrefix}})
			if err != nil {
				t.Errorf("level %d on %d×%d: %v", l.Number, size, size, err)
				continue
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		}
		row := fmt.Sprintf("| %d | `%s` | %d ± %d | `%s` |", l.Number, l.Player, l.Elo, l.Plus, l.StandIn)
		if l.Number == 1 {
			row = strings.Replace(row, "0 ± 0", "0", 1)
		}
		if !strings.Contains(string(manual), row) {
			t.Errorf("docs/players.md lacks %s", row)
		}
	}
	for _, n := range []int{-1, 0, len(player.Levels()) + 1} {
		if _, err := player.FindLevel(n); err == nil {
			t.Errorf("there is a level %d", n)
		}
	}
}
