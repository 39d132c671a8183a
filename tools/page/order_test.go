//go:build web

package page

import (
	"os/exec"
	"testing"
)

// A bot's page shows the game that was begun last, also if the game before it says something meanwhile. A browser
// would seldom do so, so a script is the engine.
func TestBotShowsTheLastGame(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "node", "testdata/games.mjs", "../../web/bot/ui/api.js").CombinedOutput()
	if want := "second\nsecond 0\nsecond 1\nsecond 1\n"; err != nil || string(out) != want {
		t.Errorf("%v, the page shows\n%swant\n%s", err, out, want)
	}
}
