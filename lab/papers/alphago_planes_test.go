package papers

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/lab"
	"github.com/tengen-go/tengen/player"
	"github.com/tengen-go/tengen/rating"
)

// Tiny networks learn from the example games. A run that was cut off after a training goes on to the same report.
func TestAlphagoPlanes(t *testing.T) {
	e := find(t, "alphago-planes", player.Players())
	options := map[string]string{
		"games": filepath.Join("..", "..", "examples", "gnugo9.sgfl.gz"), "filters": "6", "layers": "2", "seeds": "1",
	}
	run := func(dir string) (report, cells string) {
		t.Helper()
		if _, err := lab.Execute(context.Background(), e, lab.Config{
			Dir: dir, Scale: 0.01, Seed: 1, Threads: 2, Options: options,
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
	report, cells := run(dir)
	for _, want := range []string{"| 48 planes |", "| 4 planes |", "· published −7.8", "positions a training | 12800"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report has no %q:\n%s", want, report)
		}
	}
	if strings.Contains(report, "Not as described:** run with games") {
		t.Error("games that must be given are no departure")
	}
	lines := strings.SplitAfter(cells, "\n")
	if err := os.WriteFile(filepath.Join(dir, lab.CellsName), []byte(lines[0]), 0o644); err != nil {
		t.Fatal(err)
	}
	if again, _ := run(dir); again != report {
		t.Errorf("after the interruption:\n%s\nbefore:\n%s", again, report)
	}
	delete(options, "games")
	if _, err := lab.Execute(context.Background(), e, lab.Config{
		Dir: t.TempDir(), Scale: 0.01, Seed: 1, Threads: 1, Options: options,
	}); err == nil || !strings.Contains(err.Error(), "alphago-planes needs games") {
		t.Errorf("without games: %v", err)
	}
}

// The differences are of trainings with the same seed, next to the published ones.
func TestPlanesTable(t *testing.T) {
	var trained []accuracy
	var played []MatchResult
	for i := range variants {
		for s := range 2 { // the seeds differ by 10, the variants by 1
			test := float64(50 - i + 10*s)
			trained = append(trained, accuracy{Test: test, Average: test + 2, Learned: test + 3})
			if i > 0 {
				played = append(played, MatchResult{Tally: rating.Tally{Wins: i, Losses: 10 - i}})
			}
		}
	}
	table := planesTable(trained, played, 2)
	row := table.Rows[3] // 4 planes
	top, more, gain, gap, won := row.Values[0], row.Values[1], row.Values[2], row.Values[3], row.Values[4]
	if top.Ours.Value != 52 || more.Ours.Value != -3 || more.Ours.Lo != more.Ours.Hi || gain.Ours.Value != 2 ||
		gap.Ours.Value != 3 || won.Ours.Value != 30 {
		t.Errorf("the row is %+v", row)
	}
	for value, published := range map[*lab.Value]float64{&more: -7.8, &gain: 1.6, &gap: 3.8, &won: 25} {
		if d := value.Published.Value - published; d > 1e-9 || d < -1e-9 {
			t.Errorf("published %v, want %v", value.Published.Value, published)
		}
	}
	if top.Published != nil || table.Rows[0].Values[2].Published != nil {
		t.Error("a published number where there is none to compare with")
	}
}
