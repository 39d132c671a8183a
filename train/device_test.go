package train

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/internal/gpu"
	"github.com/tengen-go/tengen/internal/gpu/twin"
	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/nets"
	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/sample"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// card is a graphics card in plain Go that is lost at the given step; 0: never.
func card(t *testing.T, grade gpu.Grade, lostAt int) nets.Device {
	t.Helper()
	steps := 0
	g, err := nets.NewGPU(twin.New(twin.Card{Grades: []gpu.Grade{grade}, Lose: func(program string) bool {
		if program == "step" {
			steps++
		}
		return lostAt > 0 && steps >= lostAt
	}}), grade, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A run on a card that is interrupted and resumed ends with the weights of one that never was.
func TestResumeOnACard(t *testing.T) {
	train, held := traintest.NewPlayouts(t, 5, 20, 1), traintest.NewPlayouts(t, 5, 6, 2)
	cfg := tiny()
	cfg.Optimizer, cfg.Rate, cfg.Steps, cfg.CheckpointEvery = "muon", 0.002, 12, 5
	cfg.Device = card(t, gpu.Half, 0)
	whole, broken := t.TempDir(), t.TempDir()
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := launch(ctx, cfg, train, held, Options{Dir: broken, Report: func(r measure.Report) {
		if r.Step == 7 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	cfg.Device = card(t, gpu.Half, 0)
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: broken, Resume: true}); err != nil {
		t.Fatal(err)
	}
	sameRun(t, weights, whole, broken)
}

// A run that has two steps under way is the run that has one: checkpoints after every step leave no room for two.
func TestStepsUnderWay(t *testing.T) {
	train, held := traintest.NewPlayouts(t, 5, 20, 1), traintest.NewPlayouts(t, 5, 6, 2)
	cfg := tiny()
	cfg.Optimizer, cfg.Rate, cfg.Steps, cfg.EvalEvery, cfg.LogEvery = "adam", 0.002, 11, 4, 3
	var dirs []string
	for _, every := range []int64{1, 0} {
		cfg.CheckpointEvery, cfg.CheckpointInterval = every, 0
		cfg.Device = card(t, gpu.Half, 0)
		dirs = append(dirs, t.TempDir())
		if _, err := launch(t.Context(), cfg, train, held, Options{Dir: dirs[len(dirs)-1]}); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(weights(t, dirs[0]), weights(t, dirs[1])); d != "" {
		t.Errorf("weights differ:\n%s", d)
	}
	if d := cmp.Diff(figures(t, dirs[0]), figures(t, dirs[1])); d != "" {
		t.Errorf("metrics differ:\n%s", d)
	}
}

// notes are what the model of a run says about its training.
func notes(t *testing.T, dir string) string {
	t.Helper()
	m, err := models.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m.Networks[models.Policy].Training.Notes
}

// A run falls back as often as it must: from float16 to float32, with only the memory of the one, and then to the CPU.
func TestARunFallsBackTwice(t *testing.T) {
	games := traintest.NewPlayouts(t, 5, 20, 1)
	cfg := tiny()
	cfg.UseOptimizer("sgd")
	cfg.Rate, cfg.Steps, cfg.CheckpointEvery = 1e-12, 16, 5
	huge, err := nets.NewPolicy(cfg.Network(), 1)
	if err != nil {
		t.Fatal(err)
	}
	err = huge.Update(func(params []nets.Param) error { params[0].Data[0] = 1e5; return nil }) // float16 overflows
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name           string
		lostAt, memory int
		faults         []string
	}{
		{"lost in float32", 8, 0, []string{"float32", "lost"}},
		{"room for one training", 0, 2_700_000, []string{"float32"}}, // 1.2 MB in float16, 1.6 in float32, and evaluators
	} {
		steps := 0
		device := twin.New(twin.Card{
			Grades: []gpu.Grade{gpu.Half, gpu.Single}, Memory: c.memory, Lose: func(program string) bool {
				if program == "step" {
					steps++
				}
				return c.lostAt > 0 && steps >= c.lostAt
			},
		})
		if cfg.Device, err = nets.NewGPU(device, gpu.Half, func(error) {}); err != nil {
			t.Fatal(err)
		}
		var faults []string
		result, err := launchFrom(t.Context(), cfg, FromPolicy{Policy: huge}, games, nil, Options{
			Dir: t.TempDir(), Fault: func(s string) { faults = append(faults, s) },
		})
		if err != nil || result.Steps != cfg.Steps || len(faults) != len(c.faults) {
			t.Errorf("%s: %d of %d steps, %v; faults %q", c.name, result.Steps, cfg.Steps, err, faults)
			continue
		}
		for i, want := range c.faults {
			if !strings.Contains(faults[i], want) {
				t.Errorf("%s: %q does not speak of %q", c.name, faults[i], want)
			}
		}
	}
}

// A run whose card is lost goes on from its checkpoint on the CPU, says so in a line, and ends as a
// run on the CPU does, within rounding. Nothing is learned or measured twice.
func TestALostCardIsNoLostRun(t *testing.T) {
	train, held := traintest.NewPlayouts(t, 5, 20, 1), traintest.NewPlayouts(t, 5, 6, 2)
	cfg := tiny()
	cfg.Steps, cfg.CheckpointEvery = 16, 5
	whole := t.TempDir()
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	for _, lostAt := range []int{1, 9} {
		dir := t.TempDir()
		cfg.Device = card(t, gpu.Single, lostAt)
		var faults []string
		result, err := launch(t.Context(), cfg, train, held, Options{
			Dir: dir, Notice: func(s string) { t.Errorf("a notice, which --quiet hides: %q", s) },
			Fault: func(s string) { faults = append(faults, s) },
		})
		if err != nil {
			t.Fatal(err)
		}
		if result.Steps != cfg.Steps {
			t.Errorf("lost at step %d: the run ended after %d steps of %d", lostAt, result.Steps, cfg.Steps)
		}
		if len(faults) != 1 || !strings.Contains(faults[0], "lost") || !strings.Contains(faults[0], "checkpoint") ||
			strings.Count(faults[0], "training step") != 1 {
			t.Errorf("lost at step %d: faults %q", lostAt, faults)
		}
		if notes := notes(t, dir); !strings.HasSuffix(notes, ", on twin in plain Go in float32, then cpu") {
			t.Errorf("lost at step %d: the model's notes are %q", lostAt, notes)
		}
		want, got := figures(t, whole), figures(t, dir)
		if len(got) != len(want) {
			t.Fatalf("lost at step %d: %d lines of metrics, want %d", lostAt, len(got), len(want))
		}
		for i, m := range got {
			if m.Step != want[i].Step || m.Kind != want[i].Kind || math.Abs(m.Loss.Value-want[i].Loss.Value) > 1e-3 {
				t.Errorf("lost at step %d: line %d is %+v, want %+v", lostAt, i, m, want[i])
			}
		}
	}
}

// A training that has ended frees the card: the next one of the same process finds its memory.
func TestTrainingsTakeTurnsOnACard(t *testing.T) {
	train := traintest.NewPlayouts(t, 5, 20, 1)
	cfg := tiny()
	cfg.Steps = 4
	const enough = 2_700_000 // bytes, for one of them
	g, err := nets.NewGPU(twin.New(twin.Card{Grades: []gpu.Grade{gpu.Single}, Memory: enough}), gpu.Single, func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	cfg.Device = g
	for i := range 3 {
		fault := func(s string) { t.Errorf("training %d: %s", i+1, s) }
		if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: t.TempDir(), Fault: fault}); err != nil {
			t.Fatal(err)
		}
	}
}

// Too little memory: the run begins on the CPU. It does not go on with a run that somebody else began there.
func TestACardWithoutMemory(t *testing.T) {
	train := traintest.NewPlayouts(t, 5, 20, 1)
	cfg := tiny()
	cfg.Steps = 4
	whole := t.TempDir()
	if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	small := func() nets.Device {
		g, err := nets.NewGPU(twin.New(twin.Card{Grades: []gpu.Grade{gpu.Half}, Memory: 1000}), gpu.Half, func(error) {})
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	cfg.Device = small()
	if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: whole}); !errors.Is(err, session.ErrExists) {
		t.Errorf("error %v in a folder with a run", err)
	}
	dir, said := t.TempDir(), ""
	cfg.Device = small()
	if _, err := launch(t.Context(), cfg, train, nil, Options{Dir: dir, Notice: func(s string) { said += s }}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(said, "out of memory") || !strings.Contains(said, "on the CPU") {
		t.Errorf("it says %q", said)
	}
	if d := cmp.Diff(weights(t, whole), weights(t, dir)); d != "" {
		t.Errorf("the run on the CPU is another one:\n%s", d)
	}
}

// The training of a value network falls back as well, and its manifest says where it ended.
func TestAValueRunLosesItsCard(t *testing.T) {
	cfg := tinyValue()
	data := traintest.ValueData(t, tossed(t, 12, 1), sample.ValueConfig{Which: sample.All})
	cfg.Steps = 8
	cfg.Device = card(t, gpu.Half, 5)
	said := ""
	result, err := Value(t.Context(), cfg, ValueInput{Train: data, Start: FromSeed{}}, Options{
		Dir: t.TempDir(), Notice: func(s string) { said += s },
	})
	if err != nil || result.Steps != 8 || !strings.Contains(said, "on the CPU") {
		t.Errorf("%d steps, %q, %v", result.Steps, said, err)
	}
	if d := result.Value.Device(); d != (nets.CPU{}) {
		t.Errorf("the run ended on %s", d.Name())
	}
}
