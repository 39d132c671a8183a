package train

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/tengen-go/tengen/train/session"
)

func TestConfigValidateNamesTheField(t *testing.T) {
	good := PracticalPolicy()
	good.Board, good.Steps = 9, 100
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]func(*PolicyConfig){
		"board":        func(c *PolicyConfig) { c.Board = 20 },
		"planes":       func(c *PolicyConfig) { c.Planes = 47 },
		"filters":      func(c *PolicyConfig) { c.Filters = 0 },
		"layers":       func(c *PolicyConfig) { c.Layers = 1 },
		"optimizer":    func(c *PolicyConfig) { c.Optimizer = "adagrad" },
		"momentum":     func(c *PolicyConfig) { c.Momentum = 1 },
		"weight-decay": func(c *PolicyConfig) { c.WeightDecay = math.NaN() },
		"batch":        func(c *PolicyConfig) { c.Batch = 0 },
		"rate":         func(c *PolicyConfig) { c.Rate = -1 },
		"steps":        func(c *PolicyConfig) { c.Steps = 0 },
		"time":         func(c *PolicyConfig) { c.Time = time.Minute },
		"threads":      func(c *PolicyConfig) { c.Threads = 0 },
		"log-every":    func(c *PolicyConfig) { c.LogEvery = 0 },
		"schedule":     func(c *PolicyConfig) { c.Schedule = "step" },
		"warm-up":      func(c *PolicyConfig) { c.WarmUp = 2 },
	} {
		c := good
		bad(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v does not name it", name, err)
		}
	}
}

func TestDifferences(t *testing.T) {
	a := PracticalPolicy()
	b := a
	b.Threads, b.LogEvery, b.Workers = 8, 7, 3 // no influence on the weights
	if err := session.Same(&a, &b, "begin anew"); err != nil {
		t.Error(err)
	}
	b.Batch, b.HalveEvery = 16, 5
	if err := session.Same(&a, &b, "begin anew"); !errors.Is(err, session.ErrOther) ||
		!strings.Contains(err.Error(), ": batch 64, now 16; halve-every 0, now 5;") {
		t.Error(err)
	}
}

// "The step size α was initialized to 0.003 and was halved every 80 million
// training steps … training for 340 million steps" (Silver et al. 2016, Methods,
// Policy network: classification). Four halvings are complete at the end.
func TestPaperHalvesTheStepSizeEvery80MillionSteps(t *testing.T) {
	p := PaperPolicy()
	s := session.Schedule{Kind: p.Schedule, Peak: p.Rate, HalveEvery: p.HalveEvery}
	const million = 1_000_000
	for _, c := range []struct {
		step int64
		rate float64
	}{
		{0, 0.003},
		{80*million - 1, 0.003},
		{80 * million, 0.0015},
		{160 * million, 0.00075},
		{240 * million, 0.000375},
		{320 * million, 0.0001875},
		{340*million - 1, 0.0001875},
	} {
		if got := s.Rate(session.Progress{Step: c.step, Fraction: float64(c.step) / (340 * million)}); got != c.rate {
			t.Errorf("step %d: rate %v, want %v", c.step, got, c.rate)
		}
	}
}

// "minibatches of 16", no momentum, 340 M steps (Methods, same place).
func TestPaperPreset(t *testing.T) {
	p := PaperPolicy()
	if p.Batch != 16 || p.Optimizer != "sgd" || p.Momentum != 0 || p.Steps != 340_000_000 || p.WeightDecay != 0 {
		t.Errorf("paper preset is %+v", p)
	}
	if p.Filters != 192 || p.Layers != 13 || p.Planes != 48 {
		t.Errorf("paper network is %+v", p)
	}
	if err := p.Validate(); err != nil {
		t.Error(err)
	}
}
