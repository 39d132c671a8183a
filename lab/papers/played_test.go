package papers

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/match"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/player"
)

// An experiment does not go on with other weights than it began with, and its report says which played.
func TestExperimentsKnowTheWeights(t *testing.T) {
	model := modeltest.Folder(t, 5, true)
	play := func(dir string, games int) (*lab.Summary, error) {
		e := &lab.Experiment{
			Name: "weights",
			Run: Env{Players: player.Players()}.run(func(ctx context.Context, run *matchRun) (*lab.Report, error) {
				r, list := &lab.Report{}, []Match{{Key: "a"}, {Key: "b"}}
				for i := range list {
					list[i].A, list[i].B = "policy:temperature=1,model="+model, "random"
					list[i].Settings = match.Settings{Games: games, Board: 5, Rules: "chinese", Time: "none"}
				}
				results, err := Matches(ctx, run, "matches", list)
				if err == nil {
					addPlayed(r, list, results)
				}
				return r, err
			}),
		}
		return lab.Execute(t.Context(), e, config(dir, 1))
	}
	dir := t.TempDir()
	s, err := play(dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.Open(model)
	if err != nil {
		t.Fatal(err)
	}
	want := lab.Setting{
		Name:  "weights of policy:temperature=1,model=" + filepath.Base(model),
		Value: "policy " + m.Manifest.Networks[models.Policy].File.SHA256[:12],
	}
	if len(s.Report.Settings) != 1 || s.Report.Settings[0] != want {
		t.Errorf("settings %+v, want %+v", s.Report.Settings, want)
	}
	m.Weights[models.Policy][0].Data[0]++
	if _, err := models.Save(model, *m); err != nil {
		t.Fatal(err)
	}
	if _, err := play(dir, 2); err != nil {
		t.Errorf("with all games played: %v", err)
	}
	var bad *lab.ConfigError
	if _, err := play(dir, 4); !errors.As(err, &bad) || !strings.Contains(err.Error(), want.Value+", now policy ") {
		t.Errorf("with other weights: %v", err)
	}
	if _, err := play(t.TempDir(), 4); err != nil {
		t.Errorf("in another folder: %v", err)
	}
	// The cells of an older version have no weights.
	path := filepath.Join(dir, lab.CellsName)
	cells, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var older []string
	for line := range strings.Lines(string(cells)) {
		if !strings.Contains(line, "/weights of ") {
			older = append(older, line)
		}
	}
	if err := os.WriteFile(path, []byte(strings.Join(older, "")), 0o644); err != nil {
		t.Fatal(err)
	}
	if s, err = play(dir, 4); err != nil || s.Report.Settings[0].Value != notKnown {
		t.Errorf("a run of an older version: %v, %+v", err, s)
	}
}

// Both players have either colour equally often at every scale.
func TestMatchesHaveAnEvenNumberOfGames(t *testing.T) {
	e := &lab.Experiment{Name: "even", Run: Env{}.run(func(_ context.Context, run *matchRun) (*lab.Report, error) {
		for _, full := range []int{10, 20, 100, 200, 400} {
			n := run.games(full)
			if n%2 != 0 || n < 2 || n > full || float64(n) < run.Scale*float64(full)-0.5 {
				t.Errorf("scale %v of %d games: %d", run.Scale, full, n)
			}
		}
		return &lab.Report{}, nil
	})}
	for _, scale := range []float64{0.01, 0.03, 0.05, 0.25, 0.33, 0.95, 1} {
		c := config(t.TempDir(), 1)
		c.Scale = scale
		if _, err := lab.Execute(t.Context(), e, c); err != nil {
			t.Fatal(err)
		}
	}
}
