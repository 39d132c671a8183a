package linear

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/rollout"
	"github.com/tengen-go/tengen/train/session"
)

// A run that is stopped before its first checkpoint leaves an empty folder of checkpoints and
// metrics that may be half a line. It begins anew and ends like one that was never stopped. Weights
// without checkpoints are not replaced.
func TestResumeBeforeTheFirstCheckpoint(t *testing.T) {
	learn := rolloutData(t, 5, 20, 1)
	linear := func(kind rollout.Kind) func(dir string, resume bool) ([]float32, error) {
		return func(dir string, resume bool) ([]float32, error) {
			r, err := Rollout(t.Context(), tinyRollout(kind), RolloutInput{Train: learn}, Options{Dir: dir, Resume: resume})
			if err != nil {
				return nil, err
			}
			return r.Policy.Weights(), nil
		}
	}
	begin, err := Rollout(t.Context(), tinyRollout(rollout.KindRollout), RolloutInput{Train: learn}, Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, kind string
		run        func(dir string, resume bool) ([]float32, error)
	}{
		{"rollout", models.Rollout, linear(rollout.KindRollout)},
		{"tree", models.Tree, linear(rollout.KindTree)},
		{"shapes", models.Shapes, func(dir string, resume bool) ([]float32, error) {
			r, err := Shapes(t.Context(), tinyShapes(), ShapesOptions{Dir: dir, Resume: resume})
			if err != nil {
				return nil, err
			}
			return r.Values.Flat(), nil
		}},
		{"balance", models.Rollout, func(dir string, resume bool) ([]float32, error) {
			cfg := BalanceConfig{Positions: 6, Reference: ReferenceOutcome, SearchPlayouts: 1, Playouts: 4, Rate: 0.1, Steps: 5, Seed: 1, LogEvery: 3}
			r, err := Balance(t.Context(), cfg, BalanceInput{Train: learn, Init: begin.Policy, InitSHA256: "a"}, Options{Dir: dir, Resume: resume})
			if err != nil {
				return nil, err
			}
			return r.Policy.Weights(), nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			whole, stopped := t.TempDir(), t.TempDir()
			want, err := c.run(whole, false)
			if err != nil {
				t.Fatal(err)
			}
			checkpoints := filepath.Join(session.AdditionDir(stopped, c.kind), session.CheckpointsName)
			if err := os.MkdirAll(checkpoints, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(session.AdditionDir(stopped, c.kind), session.MetricsName), []byte(`{"kind":"tr`), 0o600); err != nil {
				t.Fatal(err)
			}
			got, err := c.run(stopped, true)
			if err != nil {
				t.Fatalf("a folder of a run that was stopped before its first checkpoint: %v", err)
			}
			if !slices.Equal(got, want) {
				t.Error("the weights differ from those of the run that was not stopped")
			}

			if err := os.RemoveAll(session.AdditionDir(whole, c.kind)); err != nil {
				t.Fatal(err)
			}
			if _, err := c.run(whole, true); err == nil || !strings.Contains(err.Error(), "without checkpoints") {
				t.Errorf("weights without checkpoints: error %v", err)
			}
		})
	}
}
