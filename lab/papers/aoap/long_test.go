//go:build long

package aoap

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/tengen-go/tengen/lab"
)

// The experiment of a twentieth of its size, from its cells to its figure. What it asserts are
// the signs of the paper's claims, as far as they hold here.
func TestPrecisionExperiment(t *testing.T) {
	e := find(t, "aoap-1.1")
	dir := t.TempDir()
	summary, err := lab.Execute(t.Context(), e, lab.Config{Dir: dir, Scale: 0.05, Seed: 1, Threads: 2, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"report.md", "figure-2.svg", "figure-2.png", lab.ResultsCSV, lab.ResultsJSON} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, block := range summary.Report.Blocks {
		table, ok := block.(*lab.Table)
		if !ok || table.Name != "aoap-over-uct" {
			continue
		}
		for _, row := range table.Rows {
			if top := row.Values[0].Ours; top.Lo <= 0 {
				t.Errorf("%s: AOAP over UCT by %v points", row.Name, top.Format(1))
			}
		}
	}
}

// The experiments on Gomoku at their smallest.
func TestGomokuExperiments(t *testing.T) {
	for _, name := range []string{"aoap-2.1", "aoap-2.2"} {
		e := find(t, name)
		s, err := lab.Execute(
			t.Context(), e, lab.Config{Dir: t.TempDir(), Scale: 0.01, Seed: 1, Threads: 2, Program: "test"},
		)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if name != "aoap-2.2" {
			continue
		}
		nets := tableOf(s.Report, "net-wins") // what one policy wins another loses
		for k, column := range nets.Columns {
			sum, all := 0.0, 0.0
			for _, row := range nets.Rows {
				sum, all = sum+row.Values[k].Ours.Value, all+math.Abs(row.Values[k].Ours.Value)
			}
			if len(nets.Rows) != len(treePolicies) || math.Abs(sum) > 1e-6 || all == 0 {
				t.Errorf("%d policies have %v net wins in all, %s", len(nets.Rows), sum, column)
			}
		}
	}
}

// "AOAP-MCTS performs the best among all policies" (§4, experiment 2.2): here, better than UCT,
// if ties are broken at random.
func TestAOAPBeatsUCTInGomoku(t *testing.T) {
	const rounds = 100
	start, err := startGomoku()
	if err != nil {
		t.Fatal(err)
	}
	points := 0.0
	for i, players := range [][2]string{{"aoap", "uct"}, {"uct", "aoap"}} {
		d := duel{
			start: start, setting: gomokuSetting(), opponent: "uct", rollouts: 2000, memory: gomokuMemory,
			players: [2]treePolicy{policyOf(players[0]), policyOf(players[1])},
		}
		o, err := d.play(t.Context(), rounds, lab.Job{Seed: 1}.Rand(), nil)
		if err != nil {
			t.Fatal(err)
		}
		points += float64(o[2*i]) + float64(o[1])/2
	}
	if share := lab.Share(points, 2*rounds); share.Lo < 0.5 {
		t.Errorf("AOAP has %v of %d points against UCT", points, 2*rounds)
	}
}

func find(t *testing.T, name string) *lab.Experiment {
	t.Helper()
	e, err := lab.Find(name, Experiments())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// tableOf is the table of a report.
func tableOf(r *lab.Report, name string) *lab.Table {
	for _, b := range r.Blocks {
		if t, ok := b.(*lab.Table); ok && t.Name == name {
			return t
		}
	}
	return nil
}
