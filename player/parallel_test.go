package player

import (
	"context"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/game"
	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/timing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/search"
)

// Every form of parallel search finds the vital point with as many playouts as it is given,
// from whatever statistics its rule keeps; root and leaf repeat it.
func TestParallelFormsFindTheVitalPoint(t *testing.T) {
	both := modeltest.Folder(t, 5, true)
	for _, player := range []string{
		"uct:", "rave:", "aoap:n0=5,", "search:expand=5,cpuct=2,model=" + both + ",",
	} {
		for _, form := range search.Parallels() {
			options := "playouts=900,threads=3,parallel=" + form
			if form == "root" {
				options += ",sync=50,sync-depth=2"
			}
			var first search.Root
			for again := range 2 {
				s := searcher(t, player+options)
				if err := s.NewGame(game.Of(vital(t))); err != nil {
					t.Fatal(err)
				}
				c, err := s.Genmove(context.Background(), board.Black, timing.Clock{})
				if err != nil || c.Vertex(5) != "B5" {
					t.Errorf("%s %s: %s, %v", player, form, c.Vertex(5), err)
				}
				if s.Took().Playouts < 900 {
					t.Errorf("%s %s: %d playouts", player, form, s.Took().Playouts)
				}
				r := s.Tree().Root()
				if again == 0 {
					first = r
				} else if form != "tree" && (first.Visits != r.Visits || first.Mean != r.Mean) {
					t.Errorf("%s %s: %d visits of %v, then %d of %v", player, form, first.Visits, first.Mean, r.Visits, r.Mean)
				}
			}
		}
	}
}

func TestParallelOptionsAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"uct:parallel=branch":                      "parallel=branch: want tree, root, leaf",
		"uct:sync-depth=0":                         "sync-depth=0 is not a whole number from 1",
		"search:parallel=leaf,playout=none,model=": "playout=none leaves nothing to play",
		"search:parallel=leaf,lambda=0,model=":     "with lambda=0 no playout counts",
	} {
		if _, err := Players().Parse(text, Env{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
