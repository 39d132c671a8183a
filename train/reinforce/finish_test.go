package reinforce

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/nets"
)

// A run that stopped before its end can be ended there, with a match and a model. It still goes on later as if it
// had never stopped: the match in between does not count.
func TestReinforceFinishes(t *testing.T) {
	cfg := tiny()
	first := tinyPolicy(t, 1)
	dir, whole := t.TempDir(), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := Run(ctx, cfg, Input{Init: first}, Options{Dir: dir, Report: func(r Report) {
		if r.Metric != nil && r.Metric.Update == 3 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	result := reinforce(t, cfg, first, Options{Dir: dir, Finish: true})
	if result.Updates != 3 || result.Last == nil || result.Last.Update != 3 {
		t.Errorf("%d updates, the last match %+v; want 3", result.Updates, result.Last)
	}
	if _, _, err := nets.LoadPolicy(dir); err != nil {
		t.Error(err)
	}
	reinforce(t, cfg, first, Options{Dir: dir, Resume: true})
	reinforce(t, cfg, first, Options{Dir: whole})
	a, b := checkpoint(t, whole), checkpoint(t, dir)
	if !cmp.Equal(a.Weights, b.Weights) || !cmp.Equal(a.Optimizer, b.Optimizer) {
		t.Error("weights, best weights or optimiser of the run that went on differ")
	}
	if d := cmp.Diff(timeless(t, whole), timeless(t, dir)); d != "" {
		t.Errorf("metrics of the run that went on differ: %s", d)
	}
}
