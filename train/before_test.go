package train

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// testdata/before has folders of a version that had one type of configuration and of metrics for both
// kinds of network, of runs which were stopped at step 20 of 40.
func before(t *testing.T, kind string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), kind)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "before", kind))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// alike compares the weights of a run that went on from such a folder with those of one that never
// stopped. They were computed on another machine up to step 20, so the last bits may differ.
func alike(t *testing.T, got, want []models.Tensor) {
	t.Helper()
	for i := range want {
		for j, w := range want[i].Data {
			if g := got[i].Data[j]; math.Abs(float64(g-w)) > 1e-4 {
				t.Fatalf("%s[%d] is %v, of an unbroken run %v", want[i].Name, j, g, w)
			}
		}
	}
}

// resumed sees to it that the lines up to step 20 are there, and those after it.
func resumed(t *testing.T, dir string) {
	t.Helper()
	all, err := measure.ReadMetrics(filepath.Join(dir, session.MetricsName))
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 8 || all[0].Step != 10 || all[7].Step != 40 || all[1].Kind != session.KindEval || all[1].Positions != 100 {
		t.Fatalf("lines of metrics: %+v", all)
	}
	old, err := measure.ReadMetrics(filepath.Join("testdata", "before", filepath.Base(dir), session.MetricsName))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(old[:3], all[:3]); d != "" {
		t.Errorf("the lines of before have changed: %s", d)
	}
}

func TestAPolicyRunOfBeforeGoesOn(t *testing.T) {
	cfg := tiny()
	cfg.Planes, cfg.Filters, cfg.Layers, cfg.Steps, cfg.EvalEvery, cfg.LogEvery = 4, 2, 2, 40, 10, 10
	learn := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 10, 1), false), 4)
	held := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 4, 2), false), 4)
	in := PolicyInput{Train: learn, HeldOut: held, Start: FromSeed{}}
	want, err := Policy(t.Context(), cfg, in, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	dir := before(t, "policy")
	got, err := Policy(t.Context(), cfg, in, Options{Dir: dir, Resume: true})
	if err != nil {
		t.Fatal(err)
	}
	alike(t, got.Policy.Weights(), want.Policy.Weights())
	resumed(t, dir)
	cfg.Rate /= 2
	if _, err := Policy(t.Context(), cfg, in, Options{Dir: before(t, "policy"), Resume: true}); err == nil ||
		!strings.Contains(err.Error(), "rate 0.05, now 0.025;") {
		t.Errorf("another rate: %v", err)
	}
}

func TestAValueRunOfBeforeGoesOn(t *testing.T) {
	cfg := tinyValue()
	cfg.Filters, cfg.Layers, cfg.Hidden, cfg.Steps, cfg.EvalEvery, cfg.LogEvery = 2, 2, 2, 40, 10, 10
	of := func(games int, seed uint64) *sample.ValueData {
		set := traintest.Decided(t, traintest.Recorded(traintest.NewPlayouts(t, 5, games, seed), false))
		return traintest.ValueData(t, set, sample.ValueConfig{Which: sample.All})
	}
	in := ValueInput{Train: of(10, 1), HeldOut: of(4, 2), Start: FromSeed{}}
	want, err := Value(t.Context(), cfg, in, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	dir := before(t, "value")
	got, err := Value(t.Context(), cfg, in, Options{Dir: dir, Resume: true})
	if err != nil {
		t.Fatal(err)
	}
	alike(t, got.Value.Weights(), want.Value.Weights())
	if got.Best.Step != want.Best.Step {
		t.Errorf("the best is of step %d, of an unbroken run %d", got.Best.Step, want.Best.Step)
	}
	resumed(t, dir)
	other := cfg
	other.EvalEvery = 20 // what it was is not known
	if _, err := Value(t.Context(), other, in, Options{Dir: before(t, "value"), Resume: true}); err != nil {
		t.Errorf("measured less often: %v", err)
	}
	cfg.Hidden = 3
	if _, err := Value(t.Context(), cfg, in, Options{Dir: before(t, "value"), Resume: true}); err == nil ||
		!strings.Contains(err.Error(), "hidden 2, now 3;") {
		t.Errorf("another hidden layer: %v", err)
	}
}
