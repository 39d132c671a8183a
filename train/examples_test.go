package train

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/train/measure"
	"github.com/tengen-go/tengen/train/traintest"
)

// A run keeps what it would play in held-out positions from its first step on, with the same lines whether it was
// interrupted or not, and what it thinks of the move that was played changes.
func TestARunKeepsExamples(t *testing.T) {
	learn := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 10, 1), false), 48)
	held := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 4, 2), false), 48)
	in := PolicyInput{Train: learn, HeldOut: held, Start: FromSeed{}}
	read := func(dir string) []measure.Example {
		list, err := measure.ReadExamples(filepath.Join(dir, measure.ExamplesName))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	whole := t.TempDir()
	if _, err := Policy(t.Context(), tiny(), in, Options{Dir: whole}); err != nil {
		t.Fatal(err)
	}
	want := read(whole)
	var steps []int64
	for _, x := range want {
		if x.Number == 0 {
			steps = append(steps, x.Step)
		}
		sum := 0
		for _, p := range x.Policy {
			sum += p
		}
		if sum < 9980 || sum > 10020 || x.Points[x.Played] != '.' || x.Last >= 0 && x.Points[x.Last] == '.' {
			t.Errorf("step %d: probabilities of %d in all, the played move on %q", x.Step, sum, x.Points[x.Played])
		}
	}
	if d := cmp.Diff([]int64{0, 3, 6, 9, 12, 15, 21, 27, 36}, steps); d != "" {
		t.Errorf("steps: %s", d)
	}
	if first, last := want[0], want[len(want)-3]; cmp.Equal(first.Policy, last.Policy) || first.Points != last.Points {
		t.Error("the network has learned nothing, or its position is another one")
	}
	dir := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	if _, err := Policy(ctx, tiny(), in, Options{Dir: dir, Report: func(r measure.Report) {
		if r.Step == 20 {
			stop()
		}
	}}); err == nil {
		t.Fatal("the run was not interrupted")
	}
	f, err := os.OpenFile(filepath.Join(dir, measure.ExamplesName), os.O_WRONLY|os.O_APPEND, 0) // killed after its checkpoint
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"step":21,"number":0,"size":5,"poi`); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(dir, "."+measure.ExamplesName+"123456789") // killed while it cut the file
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Policy(t.Context(), tiny(), in, Options{Dir: dir, Resume: true}); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, read(dir)); d != "" {
		t.Errorf("interrupted: %s", d)
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s stays, %v", left, err)
	}
}
