package reinforce

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/nets"
)

// A run that stopped before its end can be ended there, with a match and a model, and still goes on later as
// if it had never stopped.
func TestReinforceFinishes(t *testing.T) {
	cfg := tiny()
	cfg.EvalEvery = 0
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
	n := len(first.Weights())
	if !cmp.Equal(checkpoint(t, dir).Weights[:n], checkpoint(t, whole).Weights[:n]) {
		t.Error("the weights of the run that went on differ")
	}
}
