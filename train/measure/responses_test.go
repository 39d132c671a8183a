package measure

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tengen-go/tengen/train/traintest"
)

// A filter responds in as many positions whatever the number of threads, and one with a bias far below zero in none.
func TestResponsesOfFilters(t *testing.T) {
	p := traintest.Policy(t, 5)
	bias := p.Params()[1]
	if bias.Name != "conv1.bias" {
		t.Fatalf("the second parameter is %s", bias.Name)
	}
	bias.Data[0] = -1e6
	data := traintest.Data(t, traintest.Recorded(traintest.NewPlayouts(t, 5, 6, 2), true), 48)
	cfg := Config{Positions: 50, Symmetries: 1, Threads: 1, Seed: 3}
	one, err := Responses(context.Background(), p, data, cfg)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Threads = 3
	three, err := Responses(context.Background(), p, data, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if one.Positions() != 50 || three.Positions() != 50 {
		t.Errorf("%d and %d positions seen, want 50", one.Positions(), three.Positions())
	}
	for i, f := range one.Filters() {
		g := three.Filters()[i]
		if f.Layer != g.Layer || f.Count != g.Count || f.Dead != g.Dead {
			t.Errorf("one thread: %+v, three: %+v", f, g)
		}
	}
	if diff := cmp.Diff(one.Counts(), three.Counts()); diff != "" {
		t.Errorf("counts of one and of three threads (-one +three):\n%s", diff)
	}
	for j, n := range one.Counts()[0] {
		if j == 0 && n != 0 || n > 50 {
			t.Errorf("filter %d of the first layer responds in %d of 50 positions", j, n)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Responses(ctx, p, data, cfg); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
