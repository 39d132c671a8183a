package main

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestEstimateIsStudents(t *testing.T) {
	e := estimateOf([]float64{1, 2, 3})
	half := 4.303 / math.Sqrt(3)
	if e.mean != 2 || math.Abs(e.lo-2+half) > 1e-9 || math.Abs(e.hi-2-half) > 1e-9 {
		t.Errorf("got %+v, want 2 ± %g", e, half)
	}
}

func TestVerdict(t *testing.T) {
	s := setup{layers: 7, filter: 64, batch: 16, steps: 100, seeds: 2}
	cpu := []result{{Loss: 2.50, Top1: 0.3}, {Loss: 2.52, Top1: 0.31}}
	near := []result{{Loss: 2.51, Top1: 0.305}, {Loss: 2.53, Top1: 0.305}}
	far := []result{{Loss: 3.50, Top1: 0.305}, {Loss: 3.53, Top1: 0.305}}
	if text := s.table(cpu, near); !strings.Contains(text, "learns as the CPU does") {
		t.Errorf("equal results:\n%s", text)
	}
	text := s.table(cpu, far)
	if !strings.Contains(text, "does not learn") || strings.Count(text, "outside of the CPU's interval") != 1 {
		t.Errorf("another loss:\n%s", text)
	}
}

// fake is a tengen that counts its trainings in a file; the first one is interrupted.
const fake = `#!/bin/sh
case $1 in
train)
	while [ $# -gt 0 ]; do
		case $1 in -o) out=$2 ;; --device) device=$2 ;; esac
		shift
	done
	echo "$out" >>calls
	[ "$(wc -l <calls)" != 1 ] || { echo "tengen: interrupted: stopped at step 5, all saved" >&2; exit 1; }
	mkdir -p "$out"
	notes=muon
	[ "$device" = cpu ] || notes="muon, on a card in $(cat grade)"
	echo "{\"networks\":{\"policy\":{\"training\":{\"notes\":\"$notes\"}}}}" >"$out/model.json"
	;;
eval) echo '{"nll":2.5,"top1":0.3,"positions":100}' ;;
esac
`

func TestGoesOnAndRefusesAnotherGrade(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"tengen": fake, "grade": "float32"} {
		if err := os.WriteFile(name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	again := func() error {
		return run(context.Background(), []string{"-tengen", "./tengen", "-work", "w", "-seeds", "2", "games"})
	}
	if err := again(); err == nil || !strings.Contains(err.Error(), "exit status 1") {
		t.Errorf("a training that fails: %v", err)
	}
	if err := again(); err == nil || !strings.Contains(err.Error(), "not on gpu:0:float16") {
		t.Errorf("a training in another grade: %v", err)
	}
	if err := os.WriteFile("grade", []byte("float16"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := again(); err != nil {
			t.Fatal(err)
		}
	}
	calls, err := os.ReadFile("calls")
	if err != nil {
		t.Fatal(err)
	}
	want := "w/cpu-1\nw/cpu-1\nw/cpu-2\nw/card-1\nw/card-1\nw/card-2\n"
	if string(calls) != want {
		t.Errorf("trainings\n%swant\n%s", calls, want)
	}
	other := []string{"-tengen", "./tengen", "-work", "w", "-seeds", "2", "-batch", "8", "games"}
	if err := run(context.Background(), other); err == nil || !strings.Contains(err.Error(), "another comparison") {
		t.Errorf("another batch in the same folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join("w", "card-1.said"), []byte("the card is lost\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join("w", "card-1.json")); err != nil {
		t.Fatal(err)
	}
	if err := again(); err == nil || !strings.Contains(err.Error(), "card-1.said") {
		t.Errorf("a training that lost its card: %v", err)
	}
}
