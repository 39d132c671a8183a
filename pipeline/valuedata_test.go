package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tengen-go/tengen/internal/modeltest"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/record"
	"github.com/tengen-go/tengen/train/sample"
)

// valueDataWork is a chain on 5×5 with fresh networks as policies.
func valueDataWork(t *testing.T) *work {
	t.Helper()
	cfg := DefaultConfig()
	cfg.Board, cfg.Komi, cfg.ValueData().Games = 5, 0.5, 120
	w := &work{cfg: cfg, opt: Options{Dir: t.TempDir(), Program: "test"}}
	w.opt.complete()
	t.Cleanup(func() {
		if err := w.closeHub(true); err != nil {
			t.Error(err)
		}
	})
	for i, stage := range []string{PolicyStage, ReinforceStage} {
		p, err := nets.NewPolicy(nets.PolicyConfig{Board: 5, Planes: 48, Layers: 2, Filters: 4}, uint64(i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := nets.SavePolicy(w.path(stage), p, models.Training{}); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// An interrupt keeps the games that are made, and the file is that of an unbroken run, with
// what it was made of.
func TestInterruptedValueDataGoesOn(t *testing.T) {
	w := valueDataWork(t)
	whole, broken := t.TempDir(), t.TempDir()
	figures, err := w.makeValueData(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	if f := figures.(ValueDataFigures); f.Games != 120 || f.BlackWins+f.WhiteWins+f.Draws != 120 || f.Redrawn == 0 {
		t.Errorf("%+v", f)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w.opt.Watch.Progress = func(p Progress) {
		if p.Done == 50 {
			cancel()
		}
	}
	if _, err := w.makeValueData(ctx, broken); !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	before := int64(0)
	w.opt.Watch.Progress = func(p Progress) { before = p.Before }
	if _, err := w.makeValueData(t.Context(), broken); err != nil {
		t.Fatal(err)
	}
	if before < 50 {
		t.Errorf("the second session began at game %d, want 50 or later", before)
	}
	var texts [2][]byte
	for i, dir := range []string{whole, broken} {
		if texts[i], err = os.ReadFile(filepath.Join(dir, GamesName)); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(texts[0], texts[1]) {
		t.Error("the files differ")
	}
	set, _, err := record.Read(t.Context(), []string{filepath.Join(whole, GamesName)}, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := models.ReadManifest(w.path(ReinforceStage))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`{"role":"rl","name":"reinforce","sha256":%q,"temperature":1}`, m.Networks[models.Policy].File.SHA256)
	if !strings.Contains(set.About, want) {
		t.Errorf("the file says %s, want %s in it", set.About, want)
	}
}

// judgementWork is valueDataWork with its games, and a model that is judged on them.
func judgementWork(t *testing.T) *work {
	t.Helper()
	w := valueDataWork(t)
	w.cfg.ValueData().Games = 300
	*w.cfg.Judgement() = Judgement{Positions: 5, Rollouts: 2, Playouts: []string{softmax}}
	if err := os.MkdirAll(w.path(ValueDataStage), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := w.makeValueData(t.Context(), w.path(ValueDataStage)); err != nil {
		t.Fatal(err)
	}
	model := os.DirFS(modeltest.Full(t, 5))
	if err := errors.Join(os.CopyFS(w.path(ValueStage), model), os.CopyFS(w.path(RolloutStage), model)); err != nil {
		t.Fatal(err)
	}
	return w
}

// The network is judged on games by which its weights were not chosen, and on all of them if there are too few.
func TestTheJudgementIsOnTestGames(t *testing.T) {
	w := judgementWork(t)
	set, _, err := record.Read(t.Context(), []string{w.path(ValueDataStage, GamesName)}, record.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, validation, test := set.Split()
	test, _ = sample.ValueFilter{Which: sample.Marked}.Keep(test)
	if test.Len() <= 5 || validation.Len() == 0 {
		t.Fatalf("%d games of the test and %d others: too few for this test", test.Len(), validation.Len())
	}
	for positions, want := range map[int]int{5: 5, 1000: test.Len()} {
		w.cfg.Judgement().Positions = positions
		figures, err := w.judge(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if f := figures.(JudgementFigures); f.Positions != want || f.Part != "test" {
			t.Errorf("%d positions of the part %q, want %d", f.Positions, f.Part, want)
		}
	}
	if got, part := unseen(validation); got.Len() == 0 || part != record.Validation {
		t.Errorf("without games of the test: %d of the part %v", got.Len(), part)
	}
}

// The chain's device computes the judged network, too: in bfloat16 its error is another, and near.
func TestTheJudgementIsOnTheDevice(t *testing.T) {
	w := judgementWork(t)
	errorOn := func(d nets.Device) float64 {
		w.opt.Device = d
		figures, err := w.judge(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return figures.(JudgementFigures).Evaluators[0].MSE.Value
	}
	single, rough := errorOn(nets.CPU{}), errorOn(nets.PlainBFloat16())
	if single == rough || math.Abs(single-rough) > 0.05*single {
		t.Errorf("error %v on the CPU and %v in bfloat16", single, rough)
	}
}
