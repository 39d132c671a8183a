package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/board"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/record"
)

// Models of before do not note which games were held out: then the number of games decides, and a part that is asked
// for is measured without a word.
func TestThePartOfGamesThatWasNotLearned(t *testing.T) {
	var games record.Set
	for i := range 81 {
		for j := range 3 {
			games.Add(record.Game{Size: 9, First: board.Black, Moves: []record.Move{
				record.NewMove(board.Black, board.FromIndex(i, 9), 9),
				record.NewMove(board.White, board.FromIndex((i+1+j)%81, 9), 9),
			}})
		}
	}
	learned := partOf(&games, "train").Len()
	names, stage := []string{"games"}, []string{"valuedata/games.tengen"}
	split := models.Training{Data: names, Games: 1000, Figures: models.HeldOut(true)}
	others := models.Training{Data: names, Games: 3, Figures: models.HeldOut(false)}
	paths := []string{"some/games"}
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "games"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"games.sgf", "games/one.sgf"} {
		if err := os.WriteFile(filepath.Join(root, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, asked string
		of          models.Training
		part, why   string
		paths       []string
	}{
		{"before, by the split", "auto", models.Training{Data: names, Games: learned}, "validation", "held out", paths},
		{"before, all", "auto", models.Training{Data: names, Games: learned + 1}, "all", tooGood, paths},
		{"before, asked for", "test", models.Training{Data: names, Games: learned + 1}, "test", "", paths},
		{"split", "auto", split, "validation", "held out", paths},
		{"split, asked for", "test", split, "test", "", paths},
		{"others", "auto", others, "all", tooGood, paths},
		{"others, asked for", "test", others, "test", tooGood, paths},
		{"other games", "test", models.Training{Data: []string{"more"}, Figures: models.HeldOut(false)}, "test", "", paths},
		{
			"a stage", "auto",
			models.Training{Data: stage, Figures: models.HeldOut(true)},
			"validation", "held out",
			[]string{"more", "runs/first/valuedata/games.tengen"},
		},
		{
			"another stage", "auto",
			models.Training{Data: stage, Figures: models.HeldOut(true)},
			"all", "",
			[]string{"runs/first/data/games.tengen"},
		},
		{
			"a file of a folder", "auto",
			others,
			"all", tooGood,
			[]string{filepath.Join(root, "games", "one.sgf")},
		},
		{
			"a folder of it", "auto",
			models.Training{Data: []string{"games.sgf"}, Games: 3, Figures: models.HeldOut(false)},
			"all", tooGood,
			[]string{root},
		},
		{
			"a folder of others", "auto",
			models.Training{Data: []string{"more"}, Figures: models.HeldOut(false)},
			"all", "",
			[]string{root},
		},
		{
			"no folder", "auto",
			others,
			"all", tooGood,
			[]string{"games"},
		},
	} {
		f := PartFlag{Part: c.asked}
		why := f.decide(&games, c.paths, c.of)
		if f.Part != c.part || !strings.Contains(why, c.why) || (why == "") != (c.why == "") {
			t.Errorf("%s: %s, %q", c.name, f.Part, why)
		}
	}
}
