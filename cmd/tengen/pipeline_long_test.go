//go:build long && unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/pipeline/stages"
)

// killChain is a whole chain on 5×5, bounded by steps alone.
const killChain = `
board = 5
komi = 0.5
[data]
games = ["games.tengen"]
[rollout]
steps = 100
[tree]
steps = 100
[policy]
filters = 8
layers = 3
steps = 150
[reinforce]
games = 8
updates = 6
pool-every = 2
eval-every = 3
eval-games = 20
[valuedata]
games = 1500
[value]
init-trunk = true
hidden = 16
steps = 60
[judgement]
positions = 20
rollouts = 10
playouts = ["uniform", "softmax"]
[tuning]
games = 4
playouts = 10
lambda = [0, 1]
[tournament]
games = 2
playouts = 10
players = ["random", "uct", "sl", "rl", "policy+value", "everything"]
`

// Killed twenty times at random moments (kill −9), a chain goes on every time and ends with
// the results of one that was left alone: the same games and weights, byte for byte, and the
// same figures.
func TestPipelineKilledAtRandomMoments(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "tengen")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "chain.toml"), []byte(killChain), 0o644); err != nil {
		t.Fatal(err)
	}
	tengen := func(args ...string) (*exec.Cmd, *bytes.Buffer) {
		cmd := exec.Command(program, args...)
		cmd.Dir = dir
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		return cmd, &out
	}
	cmd, out := tengen("selfplay", "-o", "games.tengen", "--black", "random", "--board", "5", "--komi", "0.5", "--games", "300")
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	chain := func(folder string) (*exec.Cmd, *bytes.Buffer) {
		return tengen("pipeline", "-o", folder, "--config", "chain.toml", "--threads", "1")
	}
	start := time.Now()
	cmd, out = chain("whole")
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	length := time.Since(start)
	want := outcome(t, filepath.Join(dir, "whole"))
	if len(want) != 20 {
		t.Fatalf("%d results and figures of ten stages: %v", len(want), maps.Collect(maps.All(want)))
	}

	rng := rand.New(rand.NewPCG(uint64(start.UnixNano()), 0))
	for kills, round := 0, 0; kills < 20; round++ {
		folder := fmt.Sprintf("killed%d", round)
		for {
			cmd, out := chain(folder)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			var err error
			select {
			case err = <-ended:
				if err != nil {
					t.Fatalf("after %d kills: %v\n%s", kills, err, out)
				}
			case <-time.After(time.Duration(rng.Int64N(int64(length / 4)))):
				if err := cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
					t.Fatal(err)
				}
				<-ended
				kills++
				continue
			}
			break
		}
		if d := cmp.Diff(want, outcome(t, filepath.Join(dir, folder))); d != "" {
			t.Errorf("after %d kills: %s", kills, d)
		}
	}
}

// outcome is what the stages of a chain left, and their figures except times.
func outcome(t *testing.T, dir string) map[string]any {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*", stages.RecordName))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]any{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var r stages.Record
		var figures any
		if err := errors.Join(json.Unmarshal(text, &r), json.Unmarshal(r.Figures, &figures)); err != nil {
			t.Fatal(err)
		}
		if !r.Done {
			t.Errorf("%s is not done", path)
		}
		found[r.Stage], found[r.Stage+" figures"] = r.Results, timeless(figures)
	}
	return found
}

// timeless takes the times out of figures.
func timeless(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "wall_s")
		delete(v, "microseconds")
		for k := range v {
			v[k] = timeless(v[k])
		}
	case []any:
		for i := range v {
			v[i] = timeless(v[i])
		}
	}
	return v
}
