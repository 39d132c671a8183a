package training_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/lab/papers"
	"github.com/tengen-go/tengen/lab/papers/training"
	"github.com/tengen-go/tengen/player"
)

// Tiny networks learn from the example games. A run that was cut off after a training goes on to the same report.
func TestAlphagoPlanes(t *testing.T) {
	e, err := lab.Find("alphago-planes", papers.Experiments(papers.Env{
		Players: player.Players(), Train: training.Policy,
	}))
	if err != nil {
		t.Fatal(err)
	}
	options := map[string]string{
		"games": filepath.Join("..", "..", "..", "examples", "gnugo9.sgfl.gz"), "filters": "6", "layers": "2", "seeds": "2",
	}
	run := func(dir string, scale float64, seed uint64) (report, cells string) {
		t.Helper()
		if _, err := lab.Execute(context.Background(), e, lab.Config{
			Dir: dir, Scale: scale, Seed: seed, Threads: 2, Options: options,
		}); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]*string{lab.ReportName: &report, lab.CellsName: &cells} {
			raw, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			*text = string(raw)
		}
		return report, cells
	}
	dir := filepath.Join(t.TempDir(), "planes")
	report, cells := run(dir, 0.01, 1)
	for _, want := range []string{"| 48 planes |", "| 4 planes |", "· published −7.8", "steps of a training | 200", "policy "} {
		if !strings.Contains(report, want) {
			t.Errorf("the report has no %q:\n%s", want, report)
		}
	}
	if strings.Contains(report, "Not as described:** run with games") {
		t.Error("games that must be given are no departure")
	}
	lines := strings.SplitAfter(cells, "\n") // the last one is empty
	if err := os.WriteFile(filepath.Join(dir, lab.CellsName), []byte(strings.Join(lines[:len(lines)-3], "")), 0o644); err != nil {
		t.Fatal(err)
	}
	if again, _ := run(dir, 0.01, 1); again != report {
		t.Errorf("after the interruption:\n%s\nbefore:\n%s", again, report)
	}
	if _, grown := run(dir, 0.012, 1); strings.Count(grown, "240 steps, ") != 12 {
		t.Errorf("at a larger scale 12 networks do not learn for more steps:\n%s", grown)
	}
	if _, other := run(filepath.Join(t.TempDir(), "other"), 0.01, 2); trainings(other) == trainings(cells) {
		t.Errorf("another seed gives the same trainings:\n%s", other)
	}
	delete(options, "games")
	if _, err := lab.Execute(context.Background(), e, lab.Config{
		Dir: t.TempDir(), Scale: 0.01, Seed: 1, Threads: 1, Options: options,
	}); err == nil || !strings.Contains(err.Error(), "alphago-planes needs games") {
		t.Errorf("without games: %v", err)
	}
}

// trainings are the cells of the networks.
func trainings(cells string) string {
	var list []string
	for line := range strings.Lines(cells) {
		if strings.Contains(line, " steps, ") {
			list = append(list, line)
		}
	}
	slices.Sort(list)
	return strings.Join(list, "")
}

// Experiments find their training in the environment.
func Example() {
	e, err := lab.Find("alphago-planes", papers.Experiments(papers.Env{Players: player.Players(), Train: training.Policy}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(e.Title)
	// Output: what input planes and filters are worth to the policy network
}
