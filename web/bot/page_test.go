package bot

import (
	"os/exec"
	"testing"
)

// A page shows the game that was begun last, also if the game before it says something meanwhile.
func TestPageShowsTheLastGame(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("without Node.js: ", err)
	}
	out, err := exec.CommandContext(t.Context(), node, "testdata/games.mjs", "ui/api.js").CombinedOutput()
	if want := "second\nsecond 0\nsecond 1\nsecond 1\n"; err != nil || string(out) != want {
		t.Errorf("%v, the page shows\n%swant\n%s", err, out, want)
	}
}
