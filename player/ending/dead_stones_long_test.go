//go:build long

package ending

import (
	"compress/bzip2"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/ownership"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/sgf"
)

// TestDeadStonesOfScoredGames judges the final positions of 2,837 games that the
// server CGOS scored with every stone alive, so that the players had to take
// dead stones off themselves. Whatever the estimate then still calls dead must
// hardly ever change the winner; where a policy player would have passed
// earlier, the winner must be the later one.
func TestDeadStonesOfScoredGames(t *testing.T) {
	suites := os.Getenv("TENGEN_SUITES")
	if suites == "" {
		t.Skip("set TENGEN_SUITES to the folder of the outside suites")
	}
	f, err := os.Open(filepath.Join(suites, "cgos9-tromp-taylor", "cgos9_scored.sgfl.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	raw, err := io.ReadAll(bzip2.NewReader(f))
	if err != nil {
		t.Fatal(err)
	}
	trees, faults := sgf.Parse("cgos9", raw)
	if len(trees) < 2800 || len(faults) > 0 {
		t.Fatalf("%d games, faults %v", len(trees), faults)
	}
	agree, early, wrong := 0, 0, 0
	for n, tree := range trees {
		root := tree.Root
		root.Set("RU", "Tromp-Taylor")
		g, err := record.ReadGame(tree, board.TrompTaylor(), -1)
		if err != nil {
			t.Fatalf("game %d: %v", n, err)
		}
		black := strings.HasPrefix(root.Text("RE"), "B")
		o := ownership.Estimate(g, ownership.Playouts, 1)
		if (g.Score(o.DeadStones(g.Position())).Winner() == board.Black) == black {
			agree++
		}
		if n%40 != 0 {
			continue
		}
		for len(g.Moves()) > Earliest(9) {
			if err := g.Undo(); err != nil {
				t.Fatal(err)
			}
			c := g.Position().ToMove()
			if !Judge(g, c, game.Of(g).Candidates(nil, c), false, 0, 1).Pass {
				continue
			}
			early++
			o := ownership.Estimate(g, ownership.Playouts, 1)
			if (g.Score(o.DeadStones(g.Position())).Winner() == board.Black) != black {
				wrong++
			}
		}
	}
	t.Logf("winner right in %d of %d games; %d passes before the end, %d with another winner", agree, len(trees), early, wrong)
	if agree < len(trees)*99/100 {
		t.Errorf("winner right in %d of %d games, want 99%%", agree, len(trees))
	}
	if early < 100 || wrong > early/100 {
		t.Errorf("%d of %d early passes changed the winner, want at most 1%%", wrong, early)
	}
}
