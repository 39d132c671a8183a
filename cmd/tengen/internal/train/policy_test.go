package train

import (
	"bytes"
	"io"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/cmd/tengen/internal/output"
	"github.com/tengen-go/tengen/internal/interval"
	"github.com/tengen-go/tengen/internal/settings"
	"github.com/tengen-go/tengen/train"
	"github.com/tengen-go/tengen/train/measure"
)

// Flags over preset.
func TestTrainPolicyConfig(t *testing.T) {
	batch, halve, steps := 32, int64(500), int64(1000)
	c := PolicyCmd{RunFlags: RunFlags{Preset: "paper"}, Overrides: train.Overrides{Batch: &batch, HalveEvery: &halve, Steps: &steps}}
	cfg, err := c.config()
	if err != nil {
		t.Fatal(err)
	}
	want := train.PaperPolicy()
	want.Batch, want.HalveEvery, want.Steps = 32, 500, 1000
	want.Board, want.Seed, want.Threads, want.Workers = cfg.Board, cfg.Seed, cfg.Threads, cfg.Workers
	if cfg != want {
		t.Errorf("%+v, want %+v", cfg, want)
	}
	c = PolicyCmd{RunFlags: RunFlags{Preset: "practical"}}
	if cfg, err = c.config(); err != nil || cfg.Time != 30*time.Minute || cfg.Optimizer != train.PracticalPolicy().Optimizer {
		t.Errorf("without a length: %+v, %v", cfg, err)
	}
	// Nor is an option that the others make idle passed over.
	half, adam, cosine := 0.5, "adam", "cosine"
	for _, f := range []train.Overrides{{Momentum: &half}, {Momentum: &half, Optimizer: &adam}, {HalveEvery: &halve, Schedule: &cosine}} {
		c := PolicyCmd{RunFlags: RunFlags{Preset: "practical"}, Overrides: f}
		if _, err := c.config(); err == nil || !strings.Contains(err.Error(), "has no meaning") {
			t.Errorf("an idle option: %v", err)
		}
	}
	momentum := "momentum"
	c = PolicyCmd{RunFlags: RunFlags{Preset: "practical"}, Overrides: train.Overrides{Momentum: &half, Optimizer: &momentum}}
	if cfg, err = c.config(); err != nil || cfg.Momentum != half {
		t.Errorf("--momentum: %v, %v", cfg.Momentum, err)
	}
	// A length of nothing is a slip, not a wish for the default.
	var none int64
	var nothing settings.Duration
	nan := math.NaN()
	for _, f := range []train.Overrides{{Steps: &none}, {Time: &nothing}, {Epochs: &nan}} {
		c := PolicyCmd{RunFlags: RunFlags{Preset: "practical"}, Overrides: f}
		if cfg, err := c.config(); err == nil {
			t.Errorf("steps %v, epochs %v, time %v pass", cfg.Steps, cfg.Epochs, cfg.Time)
		}
	}
}

// Games were learned by heart if the loss has risen beyond its interval. Of one game held out there is no interval.
func TestWhatWasLearnedByHeart(t *testing.T) {
	defer func(before io.Writer) { output.Stdout = before }(output.Stdout)
	for _, c := range []struct {
		loss interval.Estimate
		says bool
	}{
		{interval.Estimate{Value: 2, Lo: 1.9, Hi: 2.1}, true},
		{interval.Estimate{Value: 2, Lo: 1.7, Hi: 2.3}, false},
		{interval.Exact(2), false},
	} {
		var out bytes.Buffer
		output.Stdout = &out
		best := &measure.Metric{Step: 1, Loss: interval.Exact(1.8), Moves: &measure.Moves{}}
		last := &measure.Metric{Step: 2, Loss: c.loss, Moves: &measure.Moves{}}
		err := new(PolicyCmd).print(train.PolicyResult{Result: train.Result{HeldOut: last, Best: best}})
		if says := strings.Contains(out.String(), "by heart"); err != nil || says != c.says {
			t.Errorf("%v: %v\n%s", c.loss, err, out.String())
		}
	}
}
