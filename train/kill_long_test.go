//go:build long && unix

package train

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/models"
	"github.com/tengen-go/tengen/train/session"
	"github.com/tengen-go/tengen/train/traintest"
)

// victim is set in the process that is to be killed: the folder of its run.
const victim = "TENGEN_TRAIN_VICTIM"

func killRun() (PolicyConfig, func(t *testing.T) (*traintest.Playouts, *traintest.Playouts)) {
	cfg := tiny()
	cfg.Board, cfg.Filters, cfg.Layers = 9, 16, 4
	cfg.Steps, cfg.LogEvery, cfg.EvalEvery, cfg.EvalPositions, cfg.CheckpointEvery = 600, 10, 100, 200, 5
	return cfg, func(t *testing.T) (*traintest.Playouts, *traintest.Playouts) {
		return traintest.NewPlayouts(t, 9, 30, 1), traintest.NewPlayouts(t, 9, 5, 2)
	}
}

// TestVictim is the run itself, in a process of its own.
func TestVictim(t *testing.T) {
	dir := os.Getenv(victim)
	if dir == "" {
		t.Skip("runs only as a child of TestKillAtRandomMoments")
	}
	cfg, data := killRun()
	train, held := data(t)
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: dir, Resume: true}); err != nil {
		t.Fatal(err)
	}
}

// Killed twenty times at random moments (kill −9, no chance to save anything), a
// run resumes every time, loses nothing before its last checkpoint, and ends with
// the weights and metrics of a run that was left alone.
func TestKillAtRandomMoments(t *testing.T) {
	cfg, data := killRun()
	train, held := data(t)
	whole := t.TempDir()
	start := time.Now()
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	length := time.Since(start)
	wantWeights, wantFigures := weights(t, whole), figures(t, whole)
	compare := func(dir string) {
		t.Helper()
		if d := cmp.Diff(wantWeights, weights(t, dir)); d != "" {
			t.Error("weights differ from the unbroken run's")
		}
		if d := cmp.Diff(wantFigures, figures(t, dir)); d != "" {
			t.Error(d)
		}
	}
	rng := rand.New(rand.NewPCG(uint64(start.UnixNano()), 0))
	killed := t.TempDir()
	var last int64
	for kills, ends := 0, 0; kills < 20; {
		cmd := exec.Command(os.Args[0], "-test.run=^TestVictim$")
		cmd.Env = append(os.Environ(), victim+"="+killed)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case err := <-done:
			if err != nil {
				t.Fatalf("resume after %d kills failed: %v\n%s", kills, err, out.String())
			}
			// Faster than the kills: it must have come out right; another one.
			compare(killed)
			if ends++; ends > 20 {
				t.Fatalf("%d runs ended before %d kills: too short to prove anything", ends, kills)
			}
			killed, last = t.TempDir(), 0
			continue
		case <-time.After(time.Duration(rng.Int64N(int64(length/8) + int64(200*time.Millisecond)))):
			if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
				t.Fatal(err)
			}
			<-done
			kills++
		}
		// A checkpoint is never older than at the kill before.
		step := checkpointStep(t, filepath.Join(killed, session.CheckpointsName))
		if step < last {
			t.Fatalf("after kill %d the checkpoint went back from step %d to %d", kills, last, step)
		}
		last = step
	}
	t.Logf("the last kill left a checkpoint of step %d of %d", last, cfg.Steps)
	if _, err := launch(t.Context(), cfg, train, held, Options{Dir: killed, Resume: true}); err != nil {
		t.Fatal(err)
	}
	compare(killed)
}

func checkpointStep(t *testing.T, dir string) int64 {
	t.Helper()
	c, err := models.LoadCheckpoint(dir)
	if errors.Is(err, models.ErrNoCheckpoint) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	return int64(c.Step)
}
